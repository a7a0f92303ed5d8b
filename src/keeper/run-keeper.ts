import {
  createHouseClient,
  NoAnswerError,
  httpTransport,
  withRetries,
  RefusedError,
  createSandboxClient,
  type RetryPolicy,
} from '../client/client.ts';
import { HOUR, iso, MINUTE, SECOND, type Instant } from '../core/engine/clock.ts';
import type { DiaryEntry } from './diary-entry.ts';
import { refusalSentence } from './diary-words.ts';
import { openDiary, type KeeperDiary, type DiarySettings } from './diary.ts';
import { withFileLock } from './file-lock.ts';
import { type KeeperContext, type AdoptionWishes, KeeperError, type KeeperHost } from './keeper-context.ts';
import { openMemory } from './memory.ts';
import { ensureRegistered, resolveBaseUrl, type KeeperIdentity } from './register.ts';
import { makeRound, type KeeperRound } from './round.ts';
import { createWaiter, type Waiter } from './waiting.ts';

export interface KeeperOptions extends KeeperIdentity {
  readonly wishes: AdoptionWishes;
  readonly diary: Pick<DiarySettings, 'file' | 'format'>;
  /** One round, or one after the other until asked to leave. */
  readonly rounds: 'one' | 'many';
  readonly time: 'patient' | 'fast_forward';
  /** How long one request may be tried before a keeper writes down that the house is away. */
  readonly patienceMs: number;
}

/** How it ended: all are well, one died, or the house did not answer. */
export type KeeperOutcome = 'well' | 'died' | 'unreachable' | 'trouble';

/** Moves in if need be, and looks after everyone there until asked to leave. */
export async function runKeeper(orders: KeeperOptions, world: KeeperHost): Promise<KeeperOutcome> {
  return withFileLock(`${orders.keyFile}.lock`, async () => {
    const diary = openDiary({ ...orders.diary, print: (line, entry) => world.print(line, entry) });
    const supervised = new KeeperLoop(orders, world, diary);
    try {
      return await supervised.run();
    } catch (error) {
      if (!world.leaving.aborted) throw error;
      await diary.write(supervised.now(), { kind: 'goodbye' });
      return 'well';
    }
  });
}

const REQUEST_TIMEOUT = 10 * SECOND;
const RATE_LIMIT_PATIENCE = MINUTE;
const RETRY_DELAYS = [5 * SECOND, 15 * SECOND, MINUTE];

/** Rounds, one after the other, whatever becomes of the house in between. */
class KeeperLoop {
  readonly #orders: KeeperOptions;
  readonly #world: KeeperHost;
  readonly #diary: KeeperDiary;
  #prepared: { readonly keeping: KeeperContext; readonly waiting: Waiter } | undefined;
  #latest: Instant;
  #failures = 0;
  /** What went wrong at the last try, if it did: one line is enough for one outage. */
  #failing: 'unreachable' | 'trouble' | undefined;

  constructor(orders: KeeperOptions, world: KeeperHost, diary: KeeperDiary) {
    this.#orders = orders;
    this.#world = world;
    this.#diary = diary;
    this.#latest = world.now();
  }

  /** The moment, by the house's clock, as of the last answer. */
  now(): Instant {
    return Math.max(this.#latest, this.#diary.latest);
  }

  async run(): Promise<KeeperOutcome> {
    for (;;) {
      this.#world.leaving.throwIfAborted();
      const ending = await this.#oneRound().catch((error: unknown) => this.#afterFailure(error));
      if (ending) return ending;
    }
  }

  async #oneRound(): Promise<KeeperOutcome | undefined> {
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
    const baseUrl = await resolveBaseUrl(this.#orders);
    const limits = {
      timeoutMs: REQUEST_TIMEOUT,
      giveUpAfterMs: patienceMs,
      waitAtMostMs: patienceMs + RATE_LIMIT_PATIENCE,
    };
    const plainly = withRetries(httpTransport(baseUrl), { ...limits, wait: ({ ms }) => world.pause(ms) });
    const waiting = await createWaiter(world, createSandboxClient(plainly), time);
    if (!waiting) throw new KeeperError(`${baseUrl} has no clock that can be turned: it is not a sandbox.`);
    const patience: Partial<RetryPolicy> = { ...limits, wait: (wait) => waiting.wait(wait) };
    const { saved, isNew } = await ensureRegistered(
      this.#orders,
      baseUrl,
      createHouseClient(withRetries(httpTransport(baseUrl), patience)),
      world,
    );
    if (isNew)
      await this.#diary.write(this.now(), {
        kind: 'moved_in',
        username: saved.username,
        key_file: keyFile,
      });
    const keeping: KeeperContext = {
      house: createHouseClient(withRetries(httpTransport(baseUrl, saved.key), patience)),
      diary: this.#diary,
      memory: await openMemory(`${keyFile}.memory`),
      world,
      wishes,
      fruitless: new Map(),
    };
    return { keeping, waiting };
  }

  async #answered({ now }: KeeperRound): Promise<void> {
    this.#latest = now;
    if (this.#failing) await this.#diary.write(now, { kind: 'back' });
    this.#failing = undefined;
    this.#failures = 0;
  }

  /** An outage is no reason to stop; being refused for good is. */
  async #afterFailure(error: unknown): Promise<KeeperOutcome | undefined> {
    if (this.#world.leaving.aborted) throw error;
    if (error instanceof NoAnswerError) return this.#tryAgain('unreachable', { kind: 'away' });
    if (!(error instanceof RefusedError)) throw error;
    const { isFinal, problem } = error;
    if (isFinal) throw new KeeperError(finalWords(error, this.#orders.keyFile));
    const askedMs = Math.min(HOUR, (problem.retry_after_seconds ?? 0) * SECOND);
    return this.#tryAgain('trouble', { kind: 'trouble', code: problem.code }, askedMs);
  }

  async #tryAgain(
    failing: 'unreachable' | 'trouble',
    told: DiaryEntry,
    askedMs = 0,
  ): Promise<KeeperOutcome | undefined> {
    if (this.#failing !== failing) await this.#diary.write(this.now(), told);
    this.#failing = failing;
    if (this.#orders.rounds === 'one') return failing;
    const pauseMs = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)] ?? MINUTE;
    this.#failures += 1;
    await this.#world.pause(Math.max(pauseMs, askedMs));
    return undefined;
  }
}

function finalWords({ status, problem }: RefusedError, keyFile: string): string {
  const what = status === 401 ? `The house does not know the key in ${keyFile}` : 'The house refused';
  return `${what}: ${refusalSentence(problem)}`;
}
