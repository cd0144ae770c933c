/** The web app, as the provider knows it. */
export const CLIENT_ID = 'firmbook-web';
/** The server, as access tokens name it. */
export const AUDIENCE = 'firmbook-api';
