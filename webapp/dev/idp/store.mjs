import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const SAVE_AFTER_MS = 50;
const now = () => Math.floor(Date.now() / 1000);

/** Session storage of the provider in one file, so that sign-ins survive restarts. */
export class Store {
  #file;
  #entries = new Map();
  #timer;

  constructor(file) {
    this.#file = file;
    try {
      this.#entries = new Map(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      if (error.code !== 'ENOENT')
        console.warn(`cannot read ${file} (${error.message}); all users must sign in again`);
    }
  }

  adapter(model) {
    return new Adapter(model, this);
  }

  get(key) {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > now() ? entry.payload : undefined;
  }

  set(key, payload, expiresIn) {
    this.#entries.set(key, { payload, expiresAt: expiresIn ? now() + expiresIn : Number.MAX_SAFE_INTEGER });
    this.changed();
  }

  delete(key) {
    if (this.#entries.delete(key)) this.changed();
  }

  /** Yields the keys with a prefix and a matching payload. */
  *keys(prefix, fits) {
    for (const [key, { payload }] of this.#entries) {
      if (key.startsWith(prefix) && fits(payload)) yield key;
    }
  }

  changed() {
    this.#timer ??= setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  save() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const time = now();
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt <= time) this.#entries.delete(key);
    }
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#entries]), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      console.error(`cannot write ${this.#file}: ${error.message}`);
    }
  }
}

/** Adapter interface of oidc-provider for one model. */
class Adapter {
  #prefix;
  #store;

  constructor(model, store) {
    this.#prefix = `${model}:`;
    this.#store = store;
  }

  async find(id) {
    return this.#store.get(this.#prefix + id);
  }

  async findByUid(uid) {
    const [key] = this.#store.keys(this.#prefix, (payload) => payload.uid === uid);
    return key && this.#store.get(key);
  }

  async findByUserCode() {
    return undefined;
  }

  async upsert(id, payload, expiresIn) {
    this.#store.set(this.#prefix + id, payload, expiresIn);
  }

  async consume(id) {
    const payload = this.#store.get(this.#prefix + id);
    if (payload) payload.consumed = now();
    this.#store.changed();
  }

  async destroy(id) {
    this.#store.delete(this.#prefix + id);
  }

  async revokeByGrantId(grantId) {
    for (const key of [...this.#store.keys(this.#prefix, (payload) => payload.grantId === grantId)]) {
      this.#store.delete(key);
    }
  }
}
