import {
  createHouseClient,
  NoAnswerError,
  httpTransport,
  withRetries,
  RefusedError,
  createSandboxClient,
  type RetryPolicy,
  type Transport,
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
  /** The sandbox token for a house, where it is known here; it changes when the house is restarted. */
  readonly sandboxToken: (baseUrl: string) => Promise<string | undefined>;
}

/** How it ended: all are well, one died, or the house did not answer. */
export type KeeperOutcome = 'well' | 'died' | 'unreachable' | 'trouble';

/** Registers if need be, and looks after all its creatures until asked to leave. */
export async function runKeeper(options: KeeperOptions, host: KeeperHost): Promise<KeeperOutcome> {
  return withFileLock(`${options.keyFile}.lock`, async () => {
    const diary = openDiary({ ...options.diary, print: (line, entry) => host.print(line, entry) });
    const loop = new KeeperLoop(options, host, diary);
    try {
      return await loop.run();
    } catch (error) {
      if (!host.leaving.aborted) throw error;
      await diary.write(loop.now(), { kind: 'goodbye' });
      return 'well';
    }
  });
}

const REQUEST_TIMEOUT = 10 * SECOND;
const RATE_LIMIT_PATIENCE = MINUTE;
const RETRY_DELAYS = [5 * SECOND, 15 * SECOND, MINUTE];

/** Makes one round after the other, and waits out the outages of the house in between. */
class KeeperLoop {
  readonly #options: KeeperOptions;
  readonly #host: KeeperHost;
  readonly #diary: KeeperDiary;
  #prepared: { readonly keeper: KeeperContext; readonly waiting: Waiter } | undefined;
  #latest: Instant;
  #failures = 0;
  /** What went wrong at the last try: an outage gets one line in the diary, not one for every try. */
  #failing: 'unreachable' | 'trouble' | undefined;

  constructor(options: KeeperOptions, host: KeeperHost, diary: KeeperDiary) {
    this.#options = options;
    this.#host = host;
    this.#diary = diary;
    this.#latest = host.now();
  }

  /** The moment, by the house's clock, as of the last answer. */
  now(): Instant {
    return Math.max(this.#latest, this.#diary.latest);
  }

  async run(): Promise<KeeperOutcome> {
    for (;;) {
      this.#host.leaving.throwIfAborted();
      const outcome = await this.#makeOneRound().catch((error: unknown) => this.#handleFailure(error));
      if (outcome) return outcome;
    }
  }

  async #makeOneRound(): Promise<KeeperOutcome | undefined> {
    this.#prepared ??= await this.#prepare();
    const { keeper, waiting } = this.#prepared;
    const round = await makeRound(keeper);
    await this.#noteAnswer(round);
    const { now, next, deaths } = round;
    if (next === undefined) await this.#diary.write(now, { kind: 'empty' });
    if (next === undefined) return 'died';
    if (this.#options.rounds === 'one') return deaths > 0 ? 'died' : 'well';
    if (next > now) {
      await this.#diary.write(now, { kind: 'resting', until: iso(next) });
      await waiting.until(next, now);
    }
    return undefined;
  }

  async #prepare() {
    const { keyFile, wishes, time, patienceMs } = this.#options;
    const host = this.#host;
    const baseUrl = await resolveBaseUrl(this.#options);
    const limits = {
      timeoutMs: REQUEST_TIMEOUT,
      giveUpAfterMs: patienceMs,
      waitAtMostMs: patienceMs + RATE_LIMIT_PATIENCE,
    };
    const toClock: Transport = async (request) =>
      httpTransport(baseUrl, undefined, await this.#options.sandboxToken(baseUrl))(request);
    const transport = withRetries(toClock, { ...limits, wait: ({ ms }) => host.pause(ms) });
    const waiting = await createWaiter(host, createSandboxClient(transport), time);
    if (!waiting)
      throw new KeeperError(
        `${baseUrl} has no clock that can be turned: it is not a sandbox on this machine, or ARKHOUSE_SANDBOX_TOKEN is not its token.`,
      );
    const policy: Partial<RetryPolicy> = { ...limits, wait: (wait) => waiting.wait(wait) };
    const { saved, isNew } = await ensureRegistered(
      this.#options,
      baseUrl,
      withRetries(httpTransport(baseUrl), policy),
      host,
    );
    if (isNew)
      await this.#diary.write(this.now(), { kind: 'moved_in', username: saved.username, key_file: keyFile });
    const keeper: KeeperContext = {
      house: createHouseClient(withRetries(httpTransport(baseUrl, saved.key), policy)),
      diary: this.#diary,
      memory: await openMemory(`${keyFile}.memory`),
      host,
      wishes,
      fruitless: new Map(),
    };
    return { keeper, waiting };
  }

  async #noteAnswer({ now }: KeeperRound): Promise<void> {
    this.#latest = now;
    if (this.#failing) await this.#diary.write(now, { kind: 'back' });
    this.#failing = undefined;
    this.#failures = 0;
  }

  /** An outage is no reason to stop; being refused for good is. */
  async #handleFailure(error: unknown): Promise<KeeperOutcome | undefined> {
    if (this.#host.leaving.aborted) throw error;
    if (error instanceof NoAnswerError) return this.#tryAgain('unreachable', { kind: 'away' });
    if (!(error instanceof RefusedError)) throw error;
    const { isFinal, problem } = error;
    if (isFinal) throw new KeeperError(finalRefusal(error, this.#options.keyFile));
    const askedMs = Math.min(HOUR, (problem.retry_after_seconds ?? 0) * SECOND);
    return this.#tryAgain('trouble', { kind: 'trouble', code: problem.code }, askedMs);
  }

  async #tryAgain(
    failing: 'unreachable' | 'trouble',
    entry: DiaryEntry,
    askedMs = 0,
  ): Promise<KeeperOutcome | undefined> {
    if (this.#failing !== failing) await this.#diary.write(this.now(), entry);
    this.#failing = failing;
    if (this.#options.rounds === 'one') return failing;
    const pauseMs = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)] ?? MINUTE;
    this.#failures += 1;
    await this.#host.pause(Math.max(pauseMs, askedMs));
    return undefined;
  }
}

function finalRefusal({ status, problem }: RefusedError, keyFile: string): string {
  const what = status === 401 ? `The house does not know the key in ${keyFile}` : 'The house refused';
  return `${what}: ${refusalSentence(problem)}`;
}
