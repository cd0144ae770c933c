// The official SignalR client on a line that may break: prints what reaches it, one JSON per line.
//   node dev/hub-client.mjs URL TRANSPORT [--stateful]     the access token comes in FIRMBOOK_TOKEN
// It ends when its input ends.
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';

const [url, transport, ...flags] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

function build() {
  const builder = new HubConnectionBuilder()
    .withUrl(url, {
      transport: HttpTransportType[transport],
      accessTokenFactory: () => process.env.FIRMBOOK_TOKEN,
    })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => 20 })
    .configureLogging(LogLevel.None);
  if (flags.includes('--stateful')) builder.withStatefulReconnect();
  const connection = builder.build();
  // What still comes in when a line is over has lost the name of its connection.
  let name = null;
  const named = () => {
    name = connection.connectionId ?? name;
    return name;
  };
  connection.on('TransientNotification', ({ id, message }) => {
    say({ connection: named(), id, message });
  });
  connection.on('UserNotifications', ({ userNotifications }) => {
    say({ connection: named(), list: userNotifications.length });
  });
  // A line that breaks while the client is greeting is not noticed by it: it stays “Connected” with nothing below,
  // and cannot be stopped either.
  connection.onreconnected(() => connection.send('AreYouThere').catch(connect));
  return connection;
}

// A first connect is not tried again by the client.
async function connect() {
  for (;;) {
    const connection = build();
    try {
      await connection.start();
      await connection.send('AreYouThere');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

// A handshake that fails rejects the start and is thrown once more where nobody can catch it; a page would log it. It
// also fails when the next connection takes what still comes in of an event stream before it for its answer.
const THROWN_TWICE = ['Server returned handshake error', 'Error parsing handshake response'];
process.on('uncaughtException', (error) => {
  if (!THROWN_TWICE.some((text) => String(error).includes(text))) throw error;
});

process.stdin.on('end', () => process.exit(0));
process.stdin.resume();

await connect();
say({ connected: true });
