import { signIn } from '../idp/browser.mjs';

const NAME = 'Harbor Bank (development)';
const REPORT = 'Policies of Harbor Bank';
/** Number of the report type for all policies. */
const ALL_POLICIES = 2;

/**
 * The partner's backend. A real one gets its key from an administrator and keeps it in its configuration.
 * This one signs in as an administrator and creates a key when it is first needed.
 */
export class Backend {
  #setup;
  #isRefused = false;

  constructor({ origin, portal, issuer, login }) {
    Object.assign(this, { origin, portal, issuer, login });
  }

  /** Creates a widget session and returns its client secret. */
  async createSession({ widget, ttlSeconds }) {
    const { key, userKey, reportUuid } = await this.setup();
    const further = { reportTotals: { reportUuid }, import: { scopes: ['importAgents', 'importOwners'] } };
    const session = { widget, userKey, origin: this.origin, ttlSeconds, ...further[widget] };
    try {
      const { clientSecret } = await this.#call(key, 'POST', 'Embed/session', session);
      return clientSecret;
    } catch (error) {
      this.#isRefused ||= error.status === 401;
      throw error;
    }
  }

  /** Returns the partner's embed id. Creates a new key if the portal rejected the last one. */
  async embedId() {
    if (this.#isRefused) this.#setup = undefined;
    this.#isRefused = false;
    return (await this.setup()).embedId;
  }

  /**
   * Adds the partner with a key, a webhook and a report, and returns their ids and secrets. `userKey` is the
   * user whose policies the widget shows.
   */
  setup() {
    this.#setup ??= this.#create().catch((error) => {
      this.#setup = undefined;
      throw error;
    });
    return this.#setup;
  }

  async #create() {
    const { portal, issuer, login, origin } = this;
    const { access_token: admin } = await signIn({ issuer, redirectUri: `${portal}/login/callback`, login });
    const partners = await this.#call(admin, 'GET', 'Embed/partners');
    const input = { name: NAME, origins: [origin], isActive: true };
    let partner = partners.find(({ name }) => name === NAME);
    partner = partner
      ? await this.#call(admin, 'PUT', `Embed/partners/${partner.uuid}`, {
          ...input,
          version: partner.version,
        })
      : await this.#call(admin, 'POST', 'Embed/partners', input);
    const keys = `Embed/partners/${partner.uuid}/keys`;
    // The portal shows a key only once, so the keys of an earlier run are lost.
    for (const { uuid } of partner.keys) await this.#call(admin, 'DELETE', `${keys}/${uuid}`);
    const { key } = await this.#call(admin, 'POST', keys, {});
    const { userKey } = await this.#call(admin, 'GET', 'User/details');
    const webhookSecret = await this.#addWebhook(admin, partner);
    const reportUuid = await this.#report(admin);
    return { key, userKey, embedId: partner.embedId, reportUuid, webhookSecret };
  }

  /** Returns the uuid of the report whose totals the page shows. */
  async #report(admin) {
    const { data } = await this.#call(admin, 'GET', `report?reportType=${ALL_POLICIES}`);
    const saved = data.find(({ name }) => name === REPORT);
    const input = { reportType: ALL_POLICIES, name: REPORT };
    return (saved ?? (await this.#call(admin, 'POST', 'report', input))).uuid;
  }

  /** Adds this site's webhook and returns its secret. Deletes older webhooks, whose secrets are lost. */
  async #addWebhook(admin, partner) {
    const webhooks = `Embed/partners/${partner.uuid}/webhooks`;
    for (const { uuid } of await this.#call(admin, 'GET', webhooks))
      await this.#call(admin, 'DELETE', `${webhooks}/${uuid}`);
    const events = ['report.changed', 'import.finished', 'contact.updated'];
    const input = { url: `${this.origin}/webhooks`, events, isActive: true };
    return (await this.#call(admin, 'POST', webhooks, input)).secret;
  }

  async #call(token, method, path, body) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${this.portal}/api/${path}`, request);
    if (!response.ok) {
      const error = new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      throw Object.assign(error, { status: response.status });
    }
    return response.status === 204 ? undefined : response.json();
  }
}
