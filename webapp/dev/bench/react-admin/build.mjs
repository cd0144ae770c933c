// Builds a list of agents with React-Admin for production, compressed like the web app. Prints the
// version of React-Admin.
//   node webapp/dev/bench/react-admin/build.mjs DIRECTORY
// React-Admin is installed in that directory, because the project itself does not depend on it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const HERE = import.meta.dirname;
const REACT_ADMIN = '5.15.4';
const { react } = JSON.parse(readFileSync(join(HERE, '../../../package.json'), 'utf8')).dependencies;

const root = process.argv[2];
const installed = join(root, 'node_modules/react-admin/package.json');

if (!existsSync(installed) || JSON.parse(readFileSync(installed, 'utf8')).version !== REACT_ADMIN) {
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { react, 'react-dom': react, 'react-admin': REACT_ADMIN },
    }),
  );
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
for (const file of ['index.html', 'main.jsx']) copyFileSync(join(HERE, file), join(root, file));
await build({ root, configFile: false, logLevel: 'error', build: { target: 'es2022' } });
execFileSync('node', [join(HERE, '../../compress.mjs'), join(root, 'dist')]);
console.log(JSON.stringify(REACT_ADMIN));
