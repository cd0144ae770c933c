import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP proxy that answers requests for event streams with 403, as some company proxies do. */
export class EventStreamRefuser {
  refused = 0;
  readonly #server;

  private constructor(
    private readonly host: string,
    private readonly target: number,
  ) {
    this.#server = createServer((asked, response) => this.#forward(asked, response));
  }

  static async listen(address: string): Promise<EventStreamRefuser> {
    const { hostname, port } = new URL(address);
    const refuser = new EventStreamRefuser(hostname, Number(port));
    await new Promise<void>((listening) => refuser.#server.listen(0, '127.0.0.1', listening));
    return refuser;
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

  #forward(asked: IncomingMessage, response: ServerResponse) {
    if (asked.headers.accept === 'text/event-stream') {
      this.refused += 1;
      response.writeHead(403).end();
      return;
    }
    const { method, url, headers } = asked;
    const forwarded = request(
      { host: this.host, port: this.target, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  }
}
