// Socket.IO server that broadcasts each line of standard input, parsed as JSON.
//   node dev/bench/socket-io.mjs PORT
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { Server } from 'socket.io';

const http = createServer();
const server = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
http.listen({ host: '127.0.0.1', port: Number(process.argv[2]), backlog: 4096 });

createInterface({ input: process.stdin }).on('line', (line) => {
  server.emit('TransientNotification', JSON.parse(line));
});
process.stdin.on('end', () => process.exit(0));
