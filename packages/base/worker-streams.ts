import { Readable } from 'node:stream';
import { MessageChannel, type MessagePort, parentPort, type Worker } from 'node:worker_threads';

interface WorkerStreamsSettings<Question> {
  readonly name: string;
  readonly start: () => Worker;
  /** Answers what the thread asks while it writes. */
  readonly answer: (question: Question) => Promise<unknown>;
  /** An idle thread ends after this time; its memory is returned. */
  readonly idleMs: number;
}

interface StreamOrder<Order> {
  readonly order: Order;
  readonly port: MessagePort;
}

type StreamPiece = { readonly bytes: Uint8Array; readonly isLast: boolean } | { readonly failure: string };

type ThreadQuestion<Question> = { readonly id: number; readonly question: Question };
type ThreadAnswer = { readonly id: number } & ({ readonly answer: unknown } | { readonly failure: string });

class WorkerStreamError extends Error {
  override readonly name = 'WorkerStreamError';
}

/** Streams of bytes that a worker thread writes. The thread starts with the first stream and ends when it was idle for long. */
export class WorkerStreams<Order, Question> {
  readonly #settings: WorkerStreamsSettings<Question>;
  #worker: Worker | undefined;
  #open = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: WorkerStreamsSettings<Question>) {
    this.#settings = settings;
  }

  /** Pieces are written as they are read, one ahead. Fails when the thread fails or ends. */
  async *write(order: Order): AsyncGenerator<Uint8Array> {
    if (this.#closed) throw new WorkerStreamError(`the ${this.#settings.name} is closed`);
    clearTimeout(this.#idle);
    this.#open += 1;
    try {
      this.#worker ??= this.#startThread();
      const { port1, port2 } = new MessageChannel();
      const ordered: StreamOrder<Order> = { order, port: port2 };
      this.#worker.postMessage(ordered, [port2]);
      yield* readPieces(port1);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#idle = setTimeout(() => void this.#end(), this.#settings.idleMs).unref();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  async #end(): Promise<void> {
    const last = this.#worker;
    this.#worker = undefined;
    await last?.terminate();
  }

  #startThread(): Worker {
    const thread = this.#settings.start();
    // Open streams keep the process alive, an idle thread does not.
    thread.unref();
    thread.on('message', (asked: ThreadQuestion<Question>) => void this.#answer(thread, asked));
    const onDeath = () => void (this.#worker === thread && (this.#worker = undefined));
    thread.on('error', onDeath);
    thread.on('exit', onDeath);
    return thread;
  }

  async #answer(thread: Worker, { id, question }: ThreadQuestion<Question>): Promise<void> {
    const told: ThreadAnswer = await this.#settings.answer(question).then(
      (answer) => ({ id, answer }),
      (error: unknown) => ({ id, failure: messageOf(error) }),
    );
    thread.postMessage(told, []);
  }
}

async function* readPieces(port: MessagePort): AsyncGenerator<Uint8Array> {
  const pieces = new Readable({
    highWaterMark: 2 * PIECE_BYTES,
    read: () => port.postMessage(NEXT, []),
    destroy(error, done) {
      port.close();
      done(error);
    },
  });
  port.on('message', (told: StreamPiece) => {
    if ('failure' in told) {
      pieces.destroy(new WorkerStreamError(told.failure));
      return;
    }
    pieces.push(told.bytes);
    if (told.isLast) pieces.push(null);
  });
  port.on('close', () => {
    if (!pieces.readableEnded) pieces.destroy(new WorkerStreamError('the thread ended'));
  });
  yield* pieces as AsyncIterable<Uint8Array>;
}

const NEXT = 'next';

/** Each message, and each write to a socket, costs as much as reading some rows. */
const PIECE_BYTES = 65_536;

const ENCODER = new TextEncoder();

/** In the thread: writes each ordered stream. */
export function serveStreams(write: (order: unknown) => AsyncIterable<string>): void {
  parentPort?.on('message', (told: StreamOrder<unknown> | ThreadAnswer) => {
    if ('port' in told) sendPieces(told.port, write(told.order)[Symbol.asyncIterator]());
  });
}

function sendPieces(port: MessagePort, texts: AsyncIterator<string>): void {
  // A reader that goes away closes its port.
  port.on('close', () => void texts.return?.().catch(() => undefined));
  port.on('message', () => void sendPiece(port, texts));
}

async function sendPiece(port: MessagePort, texts: AsyncIterator<string>): Promise<void> {
  try {
    const { text, isLast } = await readPiece(texts);
    const bytes = ENCODER.encode(text);
    port.postMessage({ bytes, isLast }, [bytes.buffer]);
    if (isLast) port.close();
  } catch (error) {
    port.postMessage({ failure: messageOf(error) }, []);
  }
}

async function readPiece(texts: AsyncIterator<string>): Promise<{ text: string; isLast: boolean }> {
  let text = '';
  while (text.length < PIECE_BYTES) {
    const { done, value } = await texts.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
}

let asked = 0;

/** In the thread: asks the main thread. */
export function askMainThread(question: object): Promise<unknown> {
  const id = (asked += 1);
  return new Promise((resolve, reject) => {
    const listen = (told: StreamOrder<unknown> | ThreadAnswer) => {
      if ('port' in told || told.id !== id) return;
      parentPort?.off('message', listen);
      if ('failure' in told) reject(new WorkerStreamError(told.failure));
      else resolve(told.answer);
    };
    parentPort?.on('message', listen);
    parentPort?.postMessage({ id, question }, []);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
