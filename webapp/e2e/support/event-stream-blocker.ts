import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP proxy that answers requests for event streams with 403, as some company proxies do. */
export class EventStreamBlocker {
  rejectedCount = 0;
  readonly #server;

  private constructor(
    private readonly host: string,
    private readonly target: number,
  ) {
    this.#server = createServer((incoming, response) => this.#forward(incoming, response));
  }

  static async listen(address: string): Promise<EventStreamBlocker> {
    const { hostname, port } = new URL(address);
    const blocker = new EventStreamBlocker(hostname, Number(port));
    await new Promise<void>((listening) => blocker.#server.listen(0, '127.0.0.1', listening));
    return blocker;
  }

  /** Browser argument that routes the server's address through the proxy. */
  get browserArgument(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `--host-resolver-rules=MAP ${this.host}:${this.target} 127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #forward(incoming: IncomingMessage, response: ServerResponse) {
    if (incoming.headers.accept === 'text/event-stream') {
      this.rejectedCount += 1;
      response.writeHead(403).end();
      return;
    }
    const { method, url, headers } = incoming;
    const forwarded = request(
      { host: this.host, port: this.target, method, path: url, headers },
      (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}
