import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Load {
  readonly status: number;
  readonly next: () => Buffer;
  readonly ms: number;
  readonly most: number;
}

export type Driven = Awaited<ReturnType<typeof drive>>;

/** Opens keep-alive connections that each wait for one answer before the next request. */
export async function openConnections(port: number, count: number) {
  const callers = Array.from({ length: count }, () => new Caller(port));
  await Promise.all(callers.map(({ socket }) => once(socket, 'connect')));
  return {
    drive: (load: Load) => drive(callers, load),
    [Symbol.dispose]() {
      for (const caller of callers) caller.close();
    },
  };
}

async function drive(callers: readonly Caller[], { status, next, ms, most }: Load) {
  const latencies = new Float64Array(most);
  const startedAt = performance.now();
  let asked = 0;
  let answered = 0;
  const talk = {
    status,
    next: () => (asked < most && performance.now() - startedAt < ms ? (asked++, next()) : undefined),
    took: (latency: number) => (latencies[answered++] = latency),
  };
  await Promise.all(callers.map((caller) => caller.talk(talk)));
  const elapsed = performance.now() - startedAt;
  return { answered, ms: elapsed, latenciesMs: latencies.subarray(0, answered).toSorted() };
}

interface Talk {
  readonly status: number;
  readonly next: () => Buffer | undefined;
  readonly took: (latencyMs: number) => void;
}

class Caller {
  readonly socket: Socket;
  #talk: (Talk & { done: () => void; fail: (reason: Error) => void }) | undefined;
  #sentAt = 0;
  #head = '';
  #missing = 0;

  constructor(port: number) {
    const callback = (count: number, bytes: Uint8Array): boolean => {
      this.#receive(Buffer.from(bytes.buffer, bytes.byteOffset, count).toString('latin1'));
      return true;
    };
    const onread = { buffer: Buffer.alloc(65_536), callback };
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    this.socket.on('close', () => this.#talk?.fail(new Error('the server hung up')));
    this.socket.on('error', (cause) => this.#talk?.fail(new Error('the connection is broken', { cause })));
  }

  talk(talk: Talk): Promise<void> {
    return new Promise((done, fail) => {
      this.#talk = { ...talk, done, fail };
      this.#ask();
    });
  }

  close(): void {
    this.#talk = undefined;
    this.socket.destroy();
  }

  #ask(): void {
    const request = this.#talk?.next();
    if (request === undefined) return this.#talk?.done();
    this.#sentAt = performance.now();
    this.socket.write(request);
  }

  #receive(text: string): void {
    if (this.#missing > 0) this.#missing -= text.length;
    else if (!this.#readHead(text)) return;
    if (this.#missing > 0) return;
    this.#talk?.took(performance.now() - this.#sentAt);
    this.#ask();
  }

  /** False until the head is whole. */
  #readHead(text: string): boolean {
    this.#head += text;
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return false;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1]);
    this.#missing = end + 4 + length - this.#head.length;
    if (Number(this.#head.slice(9, 12)) !== this.#talk?.status)
      this.#talk?.fail(new Error(`answered with ${this.#head.split('\r\n', 1)[0]}`));
    this.#head = '';
    return true;
  }
}
