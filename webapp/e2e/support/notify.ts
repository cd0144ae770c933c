import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { needed } from './journey';

const run = promisify(execFile);

/** Pushes to a demo user as `cargo xtask notify` does; gives the texts in their order. */
export async function notify(
  login: string,
  mark: string,
  { count = 1, isList = false }: { count?: number; isList?: boolean } = {},
): Promise<string[]> {
  const words = ['notify', login, '--mark', mark, '--count', String(count), ...(isList ? ['--list'] : [])];
  await run(needed('FIRMBOOK_E2E_SERVER'), words, {
    timeout: 30_000,
    env: {
      ...process.env,
      RUST_LOG: 'warn',
      FIRMBOOK_DATA_DIR: needed('FIRMBOOK_E2E_DATA'),
      FIRMBOOK_OIDC_ISSUER: needed('FIRMBOOK_E2E_ISSUER'),
    },
  });
  return Array.from({ length: count }, (_, i) => `${mark} #${i + 1}`);
}
