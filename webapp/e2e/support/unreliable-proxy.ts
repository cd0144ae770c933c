import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Maximum age of a connection before it is cut in the middle of its next chunk. */
const MAX_CONNECTION_MS = 600;

/** A TCP proxy that cuts connections at seeded random points until `left` is zero. */
export class UnreliableProxy {
  left = 0;
  readonly #random: () => number;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  private constructor(
    private readonly host: string,
    private readonly target: number,
    seed: number,
  ) {
    this.#random = seeded(seed);
    this.#server = createServer((client) => this.#forward(client));
  }

  static async listen(address: string, seed: number): Promise<UnreliableProxy> {
    const { hostname, port } = new URL(address);
    const proxy = new UnreliableProxy(hostname, Number(port), seed);
    await new Promise<void>((listening) => proxy.#server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  /** Browser argument that routes the server's address through the proxy. */
  get browserArgument(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `--host-resolver-rules=MAP ${this.host}:${this.target} 127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #forward(client: Socket) {
    const server = connect(this.target, this.host);
    let cutAt: number | undefined;
    const isDue = () => {
      if (this.left === 0) return false;
      // The age of older connections counts from the first cut.
      cutAt ??= Date.now() + this.#random() * MAX_CONNECTION_MS;
      return Date.now() >= cutAt;
    };
    const pipe = (from: Socket, to: Socket) => {
      this.#sockets.add(from);
      from.on('data', (data: Buffer) => {
        if (!isDue()) {
          to.write(data);
          return;
        }
        this.left -= 1;
        from.pause();
        // Reset without a closing handshake, like a broken network.
        const partial = data.subarray(0, Math.floor(this.#random() * data.length));
        to.write(partial, () => {
          client.resetAndDestroy();
          server.resetAndDestroy();
        });
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    };
    pipe(client, server);
    pipe(server, client);
  }
}

/** Returns a generator of seeded pseudorandom numbers between 0 and 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
