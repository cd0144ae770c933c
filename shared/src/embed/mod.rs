//! Widgets in partner sites: partners, sessions, and what each widget may call.

mod message;
mod origin;
mod partner;
mod session;
mod widget;

pub use message::{
    ColorScheme, HostEnvelope, HostMessage, WidgetEnvelope, WidgetMessage, WidgetOptions, renew_after,
};
pub use origin::{MAX_ORIGINS, normalize as normalize_origin};
pub use partner::{
    MAX_KEYS, NewPartnerKey, Partner, PartnerInput, PartnerKey, normalize as normalize_partner,
};
pub use session::{
    ClientSecret, EmbedSession, EmbedSessionRequest, EmbedToken, EmbedTokenRequest, TTL_SECONDS,
    check_session,
};
pub use widget::Widget;
