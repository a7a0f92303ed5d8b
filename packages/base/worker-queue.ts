import { Worker } from 'node:worker_threads';

interface WorkerQueueSettings {
  readonly name: string;
  readonly start: () => Worker;
  readonly patienceMs: number;
  readonly mostWaiting?: number;
}

type WorkerJob<Question, Answer> = PromiseWithResolvers<Answer> & { readonly question: Question };

export type WorkerFailure = Readonly<{ failure: string }>;

/** Starts a worker thread; `file` ends in .ts, and a build has it with .js at the same place. */
export function startThread({ href }: URL, name: string, workerData?: object): Worker {
  const file = import.meta.url.endsWith('.ts') ? href : href.replace(/\.ts$/, '.js');
  return new Worker(new URL(file), { name, workerData });
}

class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

/** Asks a worker thread one question at a time. It starts with the first question, and again after it died or hung. */
export class WorkerQueue<Question, Answer extends object> {
  readonly #settings: Required<WorkerQueueSettings>;
  readonly #waiting: WorkerJob<Question, Answer>[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: WorkerJob<Question, Answer> | undefined;
  #closed = false;

  constructor(settings: WorkerQueueSettings) {
    this.#settings = { mostWaiting: Infinity, ...settings };
  }

  async ask(question: Question): Promise<Answer> {
    const { name, mostWaiting } = this.#settings;
    if (this.#closed) throw new WorkerError(`the ${name} is closed`);
    if (this.#waiting.length >= mostWaiting) throw new WorkerError(`too many wait for the ${name}`);
    const job = { question, ...Promise.withResolvers<Answer>() };
    this.#waiting.push(job);
    this.#next();
    return job.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = new WorkerError(`the ${this.#settings.name} closed`);
    for (const job of this.#waiting.splice(0)) job.reject(error);
    const last = this.#worker;
    this.#replaceThread(error);
    await last?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return this.#worker?.unref();
    try {
      this.#worker ??= this.#startThread();
    } catch (cause) {
      return this.#replaceThread(new WorkerError('no thread could be started', { cause }));
    }
    // The worker thread keeps the process alive only while a question is pending.
    this.#worker.ref();
    this.#worker.postMessage(this.#current.question, []);
    const onSilence = () => this.#replaceThread(new WorkerError(`the ${this.#settings.name} hung`));
    this.#timer = setTimeout(onSilence, this.#settings.patienceMs).unref();
  }

  #startThread(): Worker {
    const thread = this.#settings.start();
    const onDeath = (cause: unknown) => {
      if (this.#worker === thread)
        this.#replaceThread(new WorkerError(`the thread of the ${this.#settings.name} died`, { cause }));
    };
    thread.on('message', (answer: Answer | WorkerFailure) => {
      if (this.#worker === thread) this.#deliver(answer);
    });
    thread.on('error', onDeath);
    thread.on('exit', (code) => onDeath(`it ended with code ${code}`));
    return thread;
  }

  #deliver(answer: Answer | WorkerFailure): void {
    const job = this.#takeCurrent();
    if ('failure' in answer) job?.reject(new WorkerError(answer.failure));
    else job?.resolve(answer);
    this.#next();
  }

  // Starts another thread. terminate() takes effect only when the old one leaves native code, so it is not awaited.
  #replaceThread(error: WorkerError): void {
    this.#worker?.unref();
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#takeCurrent()?.reject(error);
    this.#next();
  }

  #takeCurrent(): WorkerJob<Question, Answer> | undefined {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    return job;
  }
}
