// Serves the list that build.mjs built, with the same compression and caching as the server, and
// passes API calls on to the server as a signed-in user.
//   node webapp/dev/bench/react-admin/serve.mjs DIRECTORY PORT ORIGIN TOKEN
import { createReadStream, existsSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { extname, join } from 'node:path';

const [directory, port, origin, token] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

createServer((request, response) => {
  const { pathname } = new URL(request.url, origin);
  if (pathname.startsWith('/api/')) pass(request, response);
  else file(pathname === '/' ? '/index.html' : pathname, response);
}).listen(Number(port), 'localhost');

function pass(request, response) {
  const { method, headers, url } = request;
  const { host: _, ...others } = headers;
  const onward = send(
    origin + url,
    { method, headers: { ...others, authorization: `Bearer ${token}` } },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

function file(pathname, response) {
  const path = join(directory, 'dist', pathname);
  if (!existsSync(path)) return response.writeHead(404).end();
  const isCompressed = existsSync(`${path}.br`);
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
    ...(isCompressed && { 'content-encoding': 'br' }),
  });
  createReadStream(isCompressed ? `${path}.br` : path).pipe(response);
}
