import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { needed, ofLane } from './journey';

const run = promisify(execFile);

/** Pushes notifications to a demo user, like `cargo xtask notify`. Returns their texts in order. */
export async function notify(
  login: string,
  mark: string,
  { count = 1, isList = false }: { count?: number; isList?: boolean } = {},
): Promise<string[]> {
  await server(['notify', login, '--mark', mark, '--count', String(count), ...(isList ? ['--list'] : [])]);
  return Array.from({ length: count }, (_, i) => `${mark} #${i + 1}`);
}

/** Sends the report digest of a demo user as if it were morning. */
export const sendDigest = (login: string) => server(['report-digest', login]);

async function server(words: string[]): Promise<void> {
  await run(needed('FIRMBOOK_E2E_SERVER'), words, {
    timeout: 30_000,
    env: {
      ...process.env,
      RUST_LOG: 'warn',
      FIRMBOOK_DATABASE: 'embedded',
      FIRMBOOK_DATA_DIR: ofLane('FIRMBOOK_E2E_DATA'),
      FIRMBOOK_OIDC_ISSUER: ofLane('FIRMBOOK_E2E_ISSUER'),
    },
  });
}
