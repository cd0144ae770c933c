import { generateKeyPair, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Loads the provider's keys, or creates them on the first start. They persist so that tokens
 * survive restarts.
 */
export async function loadKeys(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') console.warn(`cannot read ${file} (${error.message}); creating new keys`);
  }
  const keys = { jwks: { keys: [await signingKey()] }, cookieKeys: [randomBytes(32).toString('base64url')] };
  const half = `${file}.${process.pid}`;
  writeFileSync(half, JSON.stringify(keys), { mode: 0o600 });
  renameSync(half, file);
  return keys;
}

async function signingKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}
