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
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { pathname } = new URL(request.url ?? '/', 'http://receiver');
        this.#received.push({ path: pathname, body });
        response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
        for (const check of this.#waiting) check();
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
  waitFor(matches: (item: Received) => boolean): Promise<Received> {
    return new Promise((found) => {
      const check = () => {
        const item = this.#received.find(matches);
        if (!item) return;
        this.#waiting.delete(check);
        found(item);
      };
      this.#waiting.add(check);
      check();
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
