// Official SignalR client for tests with unreliable connections. Prints messages as JSON lines.
//   node dev/hub-client.mjs URL TRANSPORT [--stateful]   reads the access token from FIRMBOOK_TOKEN
// Exits when standard input closes.
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
  // When messages are delivered after a disconnect, the client has no connection id. Keep the last
  // one.
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
  // The client does not notice a disconnect during the handshake: it stays "Connected" without a
  // connection and cannot be stopped. Check with a message and connect again if that fails.
  connection.onreconnected(() => connection.send('AreYouThere').catch(connect));
  return connection;
}

// The client does not retry the first connect.
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

// A failed handshake rejects `start` and is also thrown as an uncaught error. Handshakes can also
// fail because the client takes late data of the previous event stream for the response.
const THROWN_TWICE = ['Server returned handshake error', 'Error parsing handshake response'];
process.on('uncaughtException', (error) => {
  if (!THROWN_TWICE.some((text) => String(error).includes(text))) throw error;
});

process.stdin.on('end', () => process.exit(0));
process.stdin.resume();

await connect();
say({ connected: true });
