import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Before the server receives `commit` nothing is stored; after the commit and before its reply everything is. */
export type Cut = 'before commit' | 'after commit';

interface CutRule {
  readonly where: Cut;
  /** Cuts every nth commit. */
  readonly every: number;
}

/** A proxy before PostgreSQL that cuts or stalls connections on demand. */
export class CuttingProxy implements AsyncDisposable {
  cuts = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #targetPort: number;
  #rule: CutRule | undefined;
  #commits = 0;
  #stalled = false;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((client) => this.#join(client));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  static async start(port: number, targetPort: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(targetPort);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  cut(rule: CutRule): void {
    this.#rule = rule;
  }

  mend(): void {
    this.#rule = undefined;
  }

  /** Accepts and keeps connections, but forwards nothing. */
  stall(): void {
    this.#stalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  flow(): void {
    this.#stalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Switches to another server and cuts existing connections. */
  leadTo(port: number): void {
    this.#targetPort = port;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.leadTo(this.#targetPort);
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #join(client: Socket): void {
    const server = connect(this.#targetPort, '127.0.0.1');
    const both = [client, server];
    const end = () => {
      for (const socket of both) {
        socket.destroy();
        this.#sockets.delete(socket);
      }
    };
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    let swallowing = false;
    const commitsIn = commitFinder();
    client.on('data', (chunk: Buffer) => {
      const where = commitsIn(chunk) ? this.#whereNow() : undefined;
      if (where === 'before commit') return end();
      swallowing ||= where === 'after commit';
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (!swallowing) client.write(chunk);
      // After the server has confirmed the commit: only the confirmation is lost.
      else if (chunk.includes('COMMIT\0') || chunk.includes('ROLLBACK\0')) end();
    });
    if (this.#stalled) for (const socket of both) socket.pause();
  }

  #whereNow(): Cut | undefined {
    if (!this.#rule) return undefined;
    this.#commits += 1;
    if (this.#commits % this.#rule.every !== 0) return undefined;
    this.cuts += 1;
    return this.#rule.where;
  }
}

const HEADER_BYTES = 5;

/** Whether a `commit` ends in a chunk that a client sends, by PostgreSQL's message framing. */
function commitFinder(): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  let greeted = false;
  const prepared = new Set<string>();
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let found = false;
    while (rest.length >= HEADER_BYTES) {
      // The startup message has no type byte.
      const head = greeted ? 1 : 0;
      const size = head + rest.readInt32BE(head);
      if (rest.length < size) break;
      if (greeted && isCommit(rest.subarray(0, size), prepared)) found = true;
      greeted = true;
      rest = rest.subarray(size);
    }
    return found;
  };
}

/** `prepared`: the names of prepared statements that are a commit; a connection prepares it once and then binds it. */
function isCommit(message: Buffer, prepared: Set<string>): boolean {
  const [first = '', second = ''] = message.toString('latin1', HEADER_BYTES).split('\0');
  const kind = String.fromCharCode(message[0] ?? 0);
  if (kind === 'P' && /^commit$/i.test(second)) prepared.add(first);
  return kind === 'Q' ? /(?:^|[;\s])commit\s*;?$/i.test(first) : kind === 'B' && prepared.has(second);
}
