import {
  client,
  NoAnswer,
  overHttp,
  patiently,
  Refused,
  sandboxClient,
  type Patience,
} from '../client/client.ts';
import { HOUR, iso, MINUTE, SECOND, type Instant } from '../core/clock.ts';
import { arrive, houseOf, type Identity } from './arrive.ts';
import { openDiary, type Diary, type DiarySettings } from './diary.ts';
import type { Keeping, Wishes } from './keeping.ts';
import { alone } from './lock.ts';
import type { Entry } from './entry.ts';
import { openMemory } from './memory.ts';
import { makeRound, type Round } from './round.ts';
import { waitingAt, type Waiting } from './waiting.ts';
import { refusalWords } from './words.ts';
import { CannotKeep, type World } from './world.ts';

export interface Orders extends Identity {
  readonly wishes: Wishes;
  readonly diary: Pick<DiarySettings, 'file' | 'format'>;
  /** One round, or one after the other until asked to leave. */
  readonly rounds: 'one' | 'many';
  readonly time: 'patient' | 'fast_forward';
  /** How long one request may be tried before a keeper writes down that the house is away. */
  readonly patienceMs: number;
}

/** How it ended: all are well, one died, or the house did not answer. */
export type Ending = 'well' | 'died' | 'unreachable' | 'trouble';

/** Moves in if need be, and looks after everyone there until asked to leave. */
export async function keep(orders: Orders, world: World): Promise<Ending> {
  return alone(`${orders.keyFile}.lock`, async () => {
    const diary = openDiary({ ...orders.diary, print: (line, entry) => world.print(line, entry) });
    const supervised = new Supervision(orders, world, diary);
    try {
      return await supervised.run();
    } catch (error) {
      if (!world.leaving.aborted) throw error;
      await diary.write(supervised.now(), { kind: 'goodbye' });
      return 'well';
    }
  });
}

const TRY_FOR = 10 * SECOND;
const FOR_LIMITS = MINUTE;
const AGAIN_AFTER = [5 * SECOND, 15 * SECOND, MINUTE];

/** Rounds, one after the other, whatever becomes of the house in between. */
class Supervision {
  readonly #orders: Orders;
  readonly #world: World;
  readonly #diary: Diary;
  #prepared: { readonly keeping: Keeping; readonly waiting: Waiting } | undefined;
  #latest: Instant;
  #failures = 0;
  /** What went wrong at the last try, if it did: one line is enough for one outage. */
  #failing: 'unreachable' | 'trouble' | undefined;

  constructor(orders: Orders, world: World, diary: Diary) {
    this.#orders = orders;
    this.#world = world;
    this.#diary = diary;
    this.#latest = world.now();
  }

  /** The moment, by the house's clock, as of the last answer. */
  now(): Instant {
    return Math.max(this.#latest, this.#diary.latest);
  }

  async run(): Promise<Ending> {
    for (;;) {
      this.#world.leaving.throwIfAborted();
      const ending = await this.#oneRound().catch((error: unknown) => this.#afterFailure(error));
      if (ending) return ending;
    }
  }

  async #oneRound(): Promise<Ending | undefined> {
    this.#prepared ??= await this.#prepare();
    const { keeping, waiting } = this.#prepared;
    const round = await makeRound(keeping);
    await this.#answered(round);
    const { now, next, deaths } = round;
    if (next === undefined) await this.#diary.write(now, { kind: 'empty' });
    if (next === undefined) return 'died';
    if (this.#orders.rounds === 'one') return deaths > 0 ? 'died' : 'well';
    if (next > now) {
      await this.#diary.write(now, { kind: 'resting', until: iso(next) });
      await waiting.until(next, now);
    }
    return undefined;
  }

  async #prepare() {
    const { keyFile, wishes, time, patienceMs } = this.#orders;
    const world = this.#world;
    const baseUrl = await houseOf(this.#orders);
    const limits = { timeoutMs: TRY_FOR, giveUpAfterMs: patienceMs, waitAtMostMs: patienceMs + FOR_LIMITS };
    const plainly = patiently(overHttp(baseUrl), { ...limits, wait: ({ ms }) => world.pause(ms) });
    const waiting = await waitingAt(world, sandboxClient(plainly), time);
    if (!waiting) throw new CannotKeep(`${baseUrl} has no clock that can be turned: it is not a sandbox.`);
    const patience: Partial<Patience> = { ...limits, wait: (wait) => waiting.wait(wait) };
    const { saved, isNew } = await arrive(
      this.#orders,
      baseUrl,
      client(patiently(overHttp(baseUrl), patience)),
      world,
    );
    if (isNew)
      await this.#diary.write(this.now(), {
        kind: 'moved_in',
        username: saved.username,
        key_file: keyFile,
      });
    const keeping: Keeping = {
      house: client(patiently(overHttp(baseUrl, saved.key), patience)),
      diary: this.#diary,
      memory: await openMemory(`${keyFile}.memory`),
      world,
      wishes,
      fruitless: new Map(),
    };
    return { keeping, waiting };
  }

  async #answered({ now }: Round): Promise<void> {
    this.#latest = now;
    if (this.#failing) await this.#diary.write(now, { kind: 'back' });
    this.#failing = undefined;
    this.#failures = 0;
  }

  /** An outage is no reason to stop; being refused for good is. */
  async #afterFailure(error: unknown): Promise<Ending | undefined> {
    if (this.#world.leaving.aborted) throw error;
    if (error instanceof NoAnswer) return this.#tryAgain('unreachable', { kind: 'away' });
    if (!(error instanceof Refused)) throw error;
    const { isFinal, problem } = error;
    if (isFinal) throw new CannotKeep(finalWords(error, this.#orders.keyFile));
    const askedMs = Math.min(HOUR, (problem.retry_after_seconds ?? 0) * SECOND);
    return this.#tryAgain('trouble', { kind: 'trouble', code: problem.code }, askedMs);
  }

  async #tryAgain(failing: 'unreachable' | 'trouble', told: Entry, askedMs = 0): Promise<Ending | undefined> {
    if (this.#failing !== failing) await this.#diary.write(this.now(), told);
    this.#failing = failing;
    if (this.#orders.rounds === 'one') return failing;
    const pauseMs = AGAIN_AFTER[Math.min(this.#failures, AGAIN_AFTER.length - 1)] ?? MINUTE;
    this.#failures += 1;
    await this.#world.pause(Math.max(pauseMs, askedMs));
    return undefined;
  }
}

function finalWords({ status, problem }: Refused, keyFile: string): string {
  const what = status === 401 ? `The house does not know the key in ${keyFile}` : 'The house refused';
  return `${what}: ${refusalWords(problem)}`;
}
