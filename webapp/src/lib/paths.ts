/** Every address of the web app. */
export const paths = {
  home: '/',
  loginCallback: '/login/callback',
  silentRenew: '/login/silent',
  logout: '/logout',
  agents: '/people/agents',
  owners: '/people/owners',
  insureds: '/people/insureds',
  agent: (uuid: string) => `/people/agents/${uuid}`,
  owner: (uuid: string) => `/people/owners/${uuid}`,
  insured: (uuid: string) => `/people/insureds/${uuid}`,
};
