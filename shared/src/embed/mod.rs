//! Widgets in partner sites: partners, sessions, permitted API calls, and webhooks.

mod message;
mod origin;
mod partner;
mod scope;
mod session;
mod theme;
pub mod webhook;
mod widget;

pub use message::{
    ColorScheme, HostEnvelope, HostMessage, VERSION as MESSAGE_VERSION, WidgetEnvelope, WidgetMessage,
    WidgetOptions, renew_after,
};
pub use origin::{MAX_ORIGINS, normalize as normalize_origin};
pub use partner::{
    MAX_KEYS, NewPartnerKey, Partner, PartnerInput, PartnerKey, normalize as normalize_partner,
};
pub use scope::EmbedScope;
pub use session::{
    ClientSecret, EmbedPreviewRequest, EmbedSession, EmbedSessionRequest, EmbedToken, EmbedTokenRequest,
    TTL_SECONDS, check_session,
};
pub use theme::{ThemeColors, ThemeStyles, WidgetTheme, defaults as theme_defaults, styles as theme_styles};
pub use widget::{Widget, WidgetPush};
