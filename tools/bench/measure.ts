import { once } from 'node:events';
import { connect } from 'node:net';

import { median } from '../support/report.ts';
import type { ServerProcess, Spent } from './server-process.ts';

export interface Subject {
  readonly name: string;
  readonly server: ServerProcess;
  readonly status: number;
  readonly next: () => Buffer;
  /** The bare server's GET, and POST, of the very same reply; for writes also the least that a durable one costs. */
  readonly against?: Readonly<{ get: Subject; post?: Subject; limit?: Subject; plain?: Subject }>;
  /** Times the first requests of new connections too; otherwise each connection has had an answer before. */
  readonly onNewConnections?: true | undefined;
  /** The same of another checkout. */
  readonly before?: Subject;
  readonly target?: Target;
}

export interface Target {
  /** Allowed CPU as a multiple of the bare server. */
  readonly times: number;
  readonly of: 'get' | 'post' | 'limit';
  /** Allowed CPU as a multiple of the plain service. */
  readonly plain?: number;
  /** Allowed p99 as a multiple of the median. */
  readonly tail?: number;
}

export interface Bounds {
  readonly ms: number;
  readonly most: number;
}

const CONNECTIONS = 50;

export type Measured = Awaited<ReturnType<typeof measure>>;

/** Runs one phase of load. Costs are per request, as the server process reports them; NaN is what it does not count. */
export async function measure(subject: Subject, { ms, most }: Bounds) {
  const { server, status, next, onNewConnections } = subject;
  const latenciesMs = new Float64Array(most);
  let [startedAt, asked, answered] = [0, 0, 0];
  const talk = {
    status,
    next: () => (asked < most && performance.now() - startedAt < ms ? (asked++, next()) : undefined),
    took: (latency: number) => (latenciesMs[answered++] = latency),
  };
  const callers = Array.from({ length: CONNECTIONS }, () => openCaller(server.port));
  await Promise.all(callers.map(({ socket }) => once(socket, 'connect')));
  // A server accepts one connection in a turn of its event loop: unless that is measured, all of them are accepted first.
  if (!onNewConnections) await Promise.all(callers.map(({ run }) => run(askOnce(status, next))));
  const before = await server.spent();
  startedAt = performance.now();
  await Promise.all(callers.map(({ run }) => run(talk)));
  const elapsedMs = performance.now() - startedAt;
  const after = await server.spent();
  for (const { socket } of callers) socket.destroy();
  const sorted = latenciesMs.subarray(0, answered).toSorted();
  const spent = (what: keyof Spent) => ((after[what] ?? NaN) - (before[what] ?? NaN)) / answered;
  return {
    answered,
    cpuMicros: spent('cpuMicros'),
    perSecond: (answered / elapsedMs) * 1000,
    p50Ms: sorted[Math.floor(answered * 0.5)] ?? NaN,
    p99Ms: sorted[Math.floor(answered * 0.99)] ?? NaN,
    allocatedBytes: spent('allocatedBytes'),
    statements: spent('statements'),
    roundTrips: spent('roundTrips'),
  };
}

interface Talk {
  readonly status: number;
  readonly next: () => Buffer | undefined;
  readonly took: (latencyMs: number) => void;
}

function askOnce(status: number, next: () => Buffer): Talk {
  let request: Buffer | undefined = next();
  return {
    status,
    next: () => {
      const only = request;
      request = undefined;
      return only;
    },
    took: () => undefined,
  };
}

/** A keep-alive connection that waits for each answer before the next request, until there is none. */
function openCaller(port: number) {
  let turn = Promise.withResolvers<void>();
  let talk: Talk | undefined;
  let [head, missing, sentAt] = ['', 0, 0];
  const run = (given: Talk): Promise<void> => {
    turn = Promise.withResolvers();
    talk = given;
    ask();
    return turn.promise;
  };
  const ask = () => {
    const request = talk?.next();
    if (request === undefined) return turn.resolve();
    sentAt = performance.now();
    socket.write(request);
  };
  const receive = (text: string) => {
    if (missing > 0) missing -= text.length;
    else {
      head += text;
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (Number(head.slice(9, 12)) !== talk?.status)
        turn.reject(new Error(`answered with ${head.split('\r\n', 1)[0]}`));
      missing = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - head.length;
      head = '';
    }
    if (missing > 0) return;
    talk?.took(performance.now() - sentAt);
    ask();
  };
  const callback = (count: number, bytes: Uint8Array) => {
    receive(Buffer.from(bytes.buffer, bytes.byteOffset, count).toString('latin1'));
    return true;
  };
  const onread = { buffer: Buffer.alloc(65_536), callback };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  const fail = (error: Error) => turn.reject(error);
  socket.on('error', fail).on('close', () => fail(new Error('the server hung up')));
  return { socket, run };
}

/** The middle of each figure over all rounds. */
export function middleOf<Figure extends string>(rounds: readonly Readonly<Record<Figure, number>>[]) {
  const figures = Object.keys(rounds[0] ?? {}) as Figure[];
  const middles = figures.map((figure) => [figure, median(rounds.map((each) => each[figure]))]);
  return Object.fromEntries(middles) as Record<Figure, number>;
}

export interface Plan {
  readonly warmUp: Bounds;
  readonly rounds: number;
  readonly round: Bounds;
}

export interface Result {
  readonly subject: Subject;
  readonly rounds: readonly Measured[];
}

/** One after the other, and all of them again in reverse order, so that changes of the machine's speed affect all alike. */
export async function inRounds(subjects: readonly Subject[], plan: Plan): Promise<Result[]> {
  const results = subjects.map((subject) => ({ subject, rounds: [] as Measured[] }));
  await Promise.all(subjects.map((each) => measure(each, plan.warmUp)));
  for (let round = 0; round < plan.rounds; round += 1)
    for (const { subject, rounds } of round % 2 === 0 ? results : results.toReversed())
      rounds.push(await measure(subject, plan.round));
  return results;
}
