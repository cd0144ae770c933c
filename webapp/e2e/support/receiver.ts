import { createServer, type Server } from 'node:http';

/** A request received from the server or the page. */
export interface Received {
  path: string;
  body: string;
}

/** Stand-in for a third-party service. Accepts and records all requests. */
export class Receiver {
  readonly #received: Received[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, answer) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { pathname } = new URL(request.url ?? '/', 'http://receiver');
        this.#received.push({ path: pathname, body });
        answer.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
        for (const look of this.#waiting) look();
      });
    });
  }

  static async listen(port: number): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((listening) => receiver.#server.listen(port, '127.0.0.1', listening));
    return receiver;
  }

  get received(): readonly Received[] {
    return this.#received;
  }

  /** Returns the first past or future request that matches. */
  first(fits: (one: Received) => boolean): Promise<Received> {
    return new Promise((found) => {
      const look = () => {
        const one = this.#received.find(fits);
        if (!one) return;
        this.#waiting.delete(look);
        found(one);
      };
      this.#waiting.add(look);
      look();
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
