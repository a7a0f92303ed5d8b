import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly status: number;
  /** The bytes of the next request. */
  readonly next: () => Buffer;
  readonly ms: number;
  /** At most so many, however fast the server is. */
  readonly most: number;
}

export interface Driven {
  readonly answered: number;
  readonly ms: number;
  /** Response times, sorted. */
  readonly latenciesMs: Float64Array;
}

/** Keep-alive connections that each wait for one answer before the next request. */
export class Connections {
  readonly #callers: Caller[];

  private constructor(callers: Caller[]) {
    this.#callers = callers;
  }

  static async open(port: number, count: number): Promise<Connections> {
    return new Connections(await Promise.all(Array.from({ length: count }, () => Caller.connect(port))));
  }

  /** Sends requests until the time or count is reached, then waits for those in flight. */
  async drive({ status, next, ms, most }: Load): Promise<Driven> {
    const latencies = new Float64Array(most);
    const startedAt = performance.now();
    let asked = 0;
    let answered = 0;
    const keepAsking = async (caller: Caller): Promise<void> =>
      caller.talk({
        status,
        next: () => (asked < most && performance.now() - startedAt < ms ? (asked++, next()) : undefined),
        took: (latency) => (latencies[answered++] = latency),
      });
    await Promise.all(this.#callers.map(keepAsking));
    const elapsed = performance.now() - startedAt;
    return { answered, ms: elapsed, latenciesMs: latencies.subarray(0, answered).toSorted() };
  }

  close(): void {
    for (const caller of this.#callers) caller.close();
  }
}

interface Talk {
  readonly status: number;
  readonly next: () => Buffer | undefined;
  readonly took: (latencyMs: number) => void;
}

class Caller {
  #socket: Socket | undefined;
  #talk: (Talk & { done: () => void; fail: (reason: Error) => void }) | undefined;
  #sentAt = 0;
  #head = '';
  #missing = 0;

  static async connect(port: number): Promise<Caller> {
    const caller = new Caller();
    const callback = (count: number, bytes: Uint8Array): boolean => caller.#receive(latin1(bytes, count));
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(65_536), callback },
    });
    caller.#socket = socket;
    await once(socket, 'connect');
    socket.on('close', () => caller.#talk?.fail(new Error('the server hung up')));
    // It closes then, too.
    socket.on('error', (cause) => caller.#talk?.fail(new Error('the connection is broken', { cause })));
    return caller;
  }

  talk(talk: Talk): Promise<void> {
    return new Promise((done, fail) => {
      this.#talk = { ...talk, done, fail };
      this.#ask();
    });
  }

  close(): void {
    this.#talk = undefined;
    this.#socket?.destroy();
  }

  #ask(): void {
    const request = this.#talk?.next();
    if (request === undefined) return this.#talk?.done();
    this.#sentAt = performance.now();
    this.#socket?.write(request);
  }

  #receive(text: string): boolean {
    if (this.#missing > 0) this.#missing -= text.length;
    else if (!this.#readHead(text)) return true;
    if (this.#missing > 0) return true;
    this.#talk?.took(performance.now() - this.#sentAt);
    this.#ask();
    return true;
  }

  /** False until the head is whole. */
  #readHead(text: string): boolean {
    this.#head += text;
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return false;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1]);
    this.#missing = end + 4 + length - this.#head.length;
    const status = Number(this.#head.slice(9, 12));
    if (status !== this.#talk?.status)
      this.#talk?.fail(new Error(`answered with ${this.#head.split('\r\n', 1)[0]}`));
    this.#head = '';
    return true;
  }
}

function latin1(bytes: Uint8Array, count: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, count).toString('latin1');
}
