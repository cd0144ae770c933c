/** Client id of the web app. */
export const CLIENT_ID = 'firmbook-web';
/** Audience of access tokens. */
export const AUDIENCE = 'firmbook-api';
