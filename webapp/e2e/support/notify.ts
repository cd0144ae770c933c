import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { perWorkerEnv, requiredEnv } from './journey';

const run = promisify(execFile);

/** Pushes notifications to a demo user, like `cargo xtask notify`. Returns their texts in order. */
export async function notify(
  login: string,
  mark: string,
  { count = 1, isList = false }: { count?: number; isList?: boolean } = {},
): Promise<string[]> {
  await runServer(['notify', login, '--mark', mark, '--count', String(count), ...(isList ? ['--list'] : [])]);
  return Array.from({ length: count }, (_, i) => `${mark} #${i + 1}`);
}

/** Sends the report digest of a demo user as if it were morning. */
export const sendDigest = (login: string) => runServer(['report-digest', login]);

async function runServer(args: string[]): Promise<void> {
  await run(requiredEnv('FIRMBOOK_E2E_SERVER'), args, {
    timeout: 30_000,
    env: {
      ...process.env,
      RUST_LOG: 'warn',
      FIRMBOOK_DATABASE: 'embedded',
      FIRMBOOK_DATA_DIR: perWorkerEnv('FIRMBOOK_E2E_DATA'),
      FIRMBOOK_OIDC_ISSUER: perWorkerEnv('FIRMBOOK_E2E_ISSUER'),
    },
  });
}
