// WebSocket server (ws) that broadcasts each line of standard input.
//   node dev/bench/ws.mjs PORT
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  backlog: 4096,
  perMessageDeflate: false,
});

createInterface({ input: process.stdin }).on('line', (line) => {
  for (const client of server.clients) client.send(line);
});
process.stdin.on('end', () => process.exit(0));
