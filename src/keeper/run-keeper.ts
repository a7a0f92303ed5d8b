import { hash } from 'node:crypto';

import { HOUR, type Instant, iso, MINUTE, SECOND } from '../rules/base/clock.ts';
import { guestWith } from '../rules/vocabulary.ts';
import {
  createHouseClient,
  createSandboxClient,
  httpTransport,
  NoAnswerError,
  RefusedError,
  type RetryPolicy,
  type RetryWait,
  type SandboxClient,
  type Transport,
  withRetries,
} from '../client/client.ts';
import {
  type PendingRegistration,
  readKeyFile,
  readPendingRegistration,
  type SavedKey,
  writeKeyFile,
} from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import {
  type DiaryEntry,
  type DiarySettings,
  type KeeperDiary,
  openDiary,
  refusalSentence,
} from './diary.ts';
import { withFileLock } from './file-lock.ts';
import {
  type AdoptionChoicees,
  type KeeperContext,
  KeeperError,
  type KeeperHost,
  openMemory,
} from './keeper-context.ts';
import { makeRound } from './round.ts';

/** Server address, username and API key; absent values come from the key file, or are the defaults. */
interface KeeperIdentity {
  readonly keyFile: string;
  /** An API key from ARKHOUSE_API_KEY; takes precedence over the key file, and nothing is registered. */
  readonly givenKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly username?: string | undefined;
  readonly timezone?: string | undefined;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';

async function resolveBaseUrl({ keyFile, givenKey, baseUrl, username }: KeeperIdentity): Promise<string> {
  // An API key from the environment need not belong to the server named in the key file.
  if (givenKey !== undefined) return new URL(baseUrl ?? DEFAULT_BASE_URL).origin;
  const known = (await readKeyFile(keyFile)) ?? (await readPendingRegistration(keyFile));
  if (!known) return new URL(baseUrl ?? DEFAULT_BASE_URL).origin;
  const pending = `The registration pending in ${keyFile}, which is dropped by deleting that file,`;
  const held = 'registering' in known ? pending : `The key in ${keyFile}`;
  // The API key is sent only to the server that issued it.
  if (baseUrl !== undefined && new URL(baseUrl).origin !== new URL(known.baseUrl).origin)
    throw new KeeperError(
      `${held} is for ${known.baseUrl}, not for ${baseUrl}. Name another --key-file for another house.`,
    );
  if (username !== undefined && username.toLowerCase() !== known.username)
    throw new KeeperError(
      `${held} is that of ${known.username}, not of ${username}. Name another --key-file for another keeper.`,
    );
  return known.baseUrl;
}

/** The account of a key that was given to this program; a refused key is an error, never a reason to register. */
async function accountOfGivenKey(
  { username }: KeeperIdentity,
  { baseUrl, key }: Pick<SavedKey, 'baseUrl' | 'key'>,
  send: Transport,
): Promise<SavedKey> {
  const { agent } = await createHouseClient(send).whoAmI();
  if (username !== undefined && username.toLowerCase() !== agent.username)
    throw new KeeperError(
      `The key in ARKHOUSE_API_KEY is that of ${agent.username}, not of ${username}. Leave out --username, or give the key of ${username}.`,
    );
  return { baseUrl, username: agent.username, key };
}

export interface Registered {
  readonly saved: SavedKey;
  readonly isNew: boolean;
}

export async function ensureRegistered(
  who: KeeperIdentity,
  baseUrl: string,
  send: Transport,
  host: KeeperHost,
): Promise<Registered> {
  const { keyFile: file, timezone } = who;
  const kept = await readKeyFile(file);
  if (kept) return { saved: kept, isNew: false };
  const pending = await readPendingRegistration(file);
  const wanted = pending?.username ?? who.username ?? `keeper-${host.randomId().slice(0, 8)}`;
  const username = wanted.toLowerCase();
  const write = (begun: PendingRegistration) => writeKeyFile(file, begun).then(() => true);
  const house = createHouseClient(savingRegistrations(send, { file, baseUrl, write }));
  try {
    const { agent, your_token: key } = await house.registerAgent({
      body: { username, ...(timezone !== undefined && { timezone }) },
      idempotencyKey: host.randomId(),
    });
    const saved = { baseUrl, username: agent.username, key };
    await writeKeyFile(file, saved);
    return { saved, isNew: true };
  } catch (refused) {
    if (!(refused instanceof RefusedError) || !refused.isFinal) throw refused;
    throw new KeeperError(`The house did not take in ${username}: ${refusalSentence(refused.problem)}`);
  }
}

/** Waits between requests; every wait rejects at once when the keeper program is asked to stop. */
export interface Waiter {
  /** Waits until the server's clock, now at `from`, shows `at`. */
  until(at: Instant, from: Instant): Promise<void>;
  wait(wait: RetryWait): Promise<void>;
}

type WaiterHost = Pick<KeeperHost, 'now' | 'pause' | 'leaving'>;

/** A waiter that waits by the machine's clock or a sandbox clock, or turns the latter; undefined when there is none to turn. */
export async function createWaiter(
  host: WaiterHost,
  clock: SandboxClient,
  time: 'patient' | 'fast_forward',
): Promise<Waiter | undefined> {
  const scale = await scaleOf(clock);
  if (time === 'fast_forward') return scale === undefined ? undefined : waitByTurningClock(host, clock);
  return scale === undefined ? waitByMachineClock(host) : waitByHouseClock(host, clock, scale);
}

async function scaleOf(clock: SandboxClient): Promise<number | undefined> {
  try {
    return (await clock.getSandboxClock()).scale;
  } catch (refused) {
    if (refused instanceof RefusedError && refused.status < 500) return undefined;
    throw refused;
  }
}

// Longest single timer. Timers stop during suspend and the system clock may be adjusted, so a long wait is a
// series of short timers: it ends when the clock shows the time, or when the timers add up to it.
const MAX_PAUSE = MINUTE;

function waitByMachineClock(host: WaiterHost): Waiter {
  return {
    async until(at, from) {
      const lasts = at - from;
      const began = host.now();
      for (let slept = 0; slept < lasts && host.now() - began < lasts;) {
        const nap = Math.min(MAX_PAUSE, lasts - slept);
        await host.pause(nap);
        slept += nap;
      }
    },
    wait: ({ ms }) => host.pause(ms),
  };
}

const POLL_INTERVAL = 2 * SECOND;

/** Waits by polling the sandbox clock, which other clients may turn at any time. */
function waitByHouseClock(host: WaiterHost, clock: SandboxClient, scale: number): Waiter {
  return {
    async until(at, from) {
      for (let shown = from; shown < at;) {
        await host.pause(Math.min(POLL_INTERVAL, Math.ceil((at - shown) / scale)));
        shown = Date.parse((await clock.getSandboxClock()).now);
      }
    },
    wait: ({ ms, why }) => host.pause(why === 'limit' ? Math.ceil(ms / scale) : ms),
  };
}

/** Turns the sandbox clock instead of waiting, for demonstrations. */
function waitByTurningClock(host: WaiterHost, clock: SandboxClient): Waiter {
  return {
    async until(at) {
      await turn(clock, { to: iso(at) });
      host.leaving.throwIfAborted();
    },
    async wait({ ms, why }) {
      if (why === 'trouble') return host.pause(ms);
      await turn(clock, { advance_hours: ms / HOUR });
      host.leaving.throwIfAborted();
    },
  };
}

async function turn(clock: SandboxClient, by: { to: string } | { advance_hours: number }): Promise<void> {
  try {
    await clock.turnSandboxClock({ body: by });
  } catch (refused) {
    // Another client has already turned the sandbox clock that far.
    if (!(refused instanceof RefusedError) || refused.problem.code !== 'clock_runs_forward') throw refused;
  }
}

export interface KeeperOptions extends KeeperIdentity {
  readonly wishes: AdoptionChoicees;
  readonly diary: Pick<DiarySettings, 'file' | 'format'>;
  /** `many`: rounds are made until the keeper program is asked to stop. */
  readonly rounds: 'one' | 'many';
  readonly time: 'patient' | 'fast_forward';
  readonly patienceMs: number;
  /** How long a server may take to give any answer at all: a visit from cron reports a dead one within seconds. */
  readonly answersWithinMs?: number | undefined;
  /** Reads the sandbox token for each request: it changes when the server restarts. */
  readonly sandboxToken: (baseUrl: string) => Promise<string | undefined>;
}

export type KeeperOutcome = 'well' | 'died' | 'unreachable' | 'trouble';

/** Runs `arkhouse keep`: registers if necessary, and cares for all creatures until asked to stop. */
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

function limitsOf(patienceMs: number) {
  return {
    timeoutMs: Math.min(REQUEST_TIMEOUT, patienceMs),
    giveUpAfterMs: patienceMs,
    waitAtMostMs: patienceMs + RATE_LIMIT_PATIENCE,
  };
}

/** Throws NoAnswerError if nothing answers in time. Any status will do: /livez needs no database, so a slow or restarting server counts as alive. */
async function expectAnyAnswer(baseUrl: string, withinMs: number, host: WaiterHost): Promise<void> {
  const ask: Transport = async ({ method, path, signal = null }) => {
    const asking = fetch(new URL(path, baseUrl), { method, redirect: 'manual', signal });
    const { body } = await asking.catch((cause: unknown) => {
      throw new NoAnswerError(`${baseUrl} does not answer.`, { cause });
    });
    await body?.cancel();
    return { status: 200, body: undefined };
  };
  const send = withRetries(ask, { ...limitsOf(withinMs), wait: ({ ms }) => host.pause(ms) });
  await send({ method: 'GET', path: '/livez', headers: {}, body: undefined });
}

const READ_ONLY =
  'ARKHOUSE_API_KEY holds the token of a read-only link, which cares for nothing. Give the key of an account, or of a sitter.';

interface SignedIn {
  readonly key: string;
  /** What the name of the memory file has after that of the key file. */
  readonly memory: string;
  readonly sits: boolean;
}

class KeeperLoop {
  readonly #options: KeeperOptions;
  readonly #host: KeeperHost;
  readonly #diary: KeeperDiary;
  #prepared: { readonly keeper: KeeperContext; readonly waiting: Waiter } | undefined;
  #baseUrl = DEFAULT_BASE_URL;
  #latest: Instant;
  #failures = 0;
  /** The failure of the last try: an outage gets one line in the diary, not one per try. */
  #failing: 'unreachable' | 'trouble' | undefined;

  constructor(options: KeeperOptions, host: KeeperHost, diary: KeeperDiary) {
    this.#options = options;
    this.#host = host;
    this.#diary = diary;
    this.#latest = host.now();
  }

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
    const { now, next, deaths } = await makeRound(keeper);
    this.#latest = now;
    if (this.#failing) await this.#diary.write(now, { kind: 'back' });
    this.#failing = undefined;
    this.#failures = 0;
    if (next === undefined) {
      await this.#diary.write(now, { kind: keeper.sits ? 'unneeded' : 'empty' });
      return 'died';
    }
    if (this.#options.rounds === 'one') return deaths > 0 ? 'died' : 'well';
    if (next > now) {
      await this.#diary.write(now, { kind: 'resting', until: iso(next) });
      await waiting.until(next, now);
    }
    return undefined;
  }

  async #prepare() {
    const { keyFile, wishes, time, patienceMs, answersWithinMs } = this.#options;
    const host = this.#host;
    const baseUrl = await resolveBaseUrl(this.#options);
    this.#baseUrl = baseUrl;
    if (answersWithinMs !== undefined) await expectAnyAnswer(baseUrl, answersWithinMs, host);
    const toClock: Transport = async (request) =>
      httpTransport(baseUrl, undefined, await this.#options.sandboxToken(baseUrl))(request);
    const transport = withRetries(toClock, { ...limitsOf(patienceMs), wait: ({ ms }) => host.pause(ms) });
    const waiting = await createWaiter(host, createSandboxClient(transport), time);
    if (!waiting)
      throw new KeeperError(
        `${baseUrl} has no clock that can be turned: it is not a sandbox on this machine, or ARKHOUSE_SANDBOX_TOKEN is not its token.`,
      );
    const policy: Partial<RetryPolicy> = { ...limitsOf(patienceMs), wait: (wait) => waiting.wait(wait) };
    const send = withRetries(httpTransport(baseUrl), policy);
    const withKey = (key: string) => withRetries(httpTransport(baseUrl, key), policy);
    const { key, memory, sits } = await this.#signIn(baseUrl, send, withKey);
    const keeper: KeeperContext = {
      house: createHouseClient(withKey(key)),
      diary: this.#diary,
      memory: await openMemory(`${keyFile}${memory}.memory`),
      host,
      wishes,
      sits,
      fruitless: new Map(),
    };
    return { keeper, waiting };
  }

  /** Finds the key of an account or a sitter, and tells the diary; registers if there is none. */
  async #signIn(baseUrl: string, send: Transport, withKey: (key: string) => Transport): Promise<SignedIn> {
    const { keyFile, givenKey: key } = this.#options;
    if (key === undefined) {
      const { saved, isNew } = await ensureRegistered(this.#options, baseUrl, send, this.#host);
      const { username } = saved;
      if (isNew) await this.#diary.write(this.now(), { kind: 'moved_in', username, key_file: keyFile });
      return { key: saved.key, memory: '', sits: false };
    }
    const guest = guestWith(key);
    if (guest === 'owner') throw new KeeperError(READ_ONLY);
    if (guest === 'sitter') {
      await this.#diary.write(this.now(), { kind: 'sitting' });
      return { key, memory: `.sitter-${hash('sha256', key).slice(0, 12)}`, sits: true };
    }
    const { username } = await accountOfGivenKey(this.#options, { baseUrl, key }, withKey(key));
    await this.#diary.write(this.now(), { kind: 'account', username });
    return { key, memory: `.${username.replace(/[^\w-]/g, '_')}`, sits: false };
  }

  async #handleFailure(error: unknown): Promise<KeeperOutcome | undefined> {
    if (this.#host.leaving.aborted) throw error;
    if (error instanceof NoAnswerError) {
      const waits = this.#options.rounds === 'many';
      return this.#tryAgain('unreachable', { kind: 'away', house: this.#baseUrl, waits });
    }
    if (!(error instanceof RefusedError)) throw error;
    const { isFinal, problem, status } = error;
    const { givenKey, keyFile } = this.#options;
    const unknownKey =
      givenKey === undefined
        ? `The house does not know the key in ${keyFile}`
        : `The house at ${this.#baseUrl} does not know the key in ARKHOUSE_API_KEY, and nothing was registered`;
    const what = status === 401 ? unknownKey : 'The house refused';
    if (isFinal) throw new KeeperError(`${what}: ${refusalSentence(problem)}`);
    const askedMs = Math.min(HOUR, (problem.retry_after_seconds ?? 0) * SECOND);
    return this.#tryAgain('trouble', { kind: 'trouble', code: problem.code }, askedMs);
  }

  async #tryAgain(failing: 'unreachable' | 'trouble', entry: DiaryEntry, askedMs = 0) {
    if (this.#failing !== failing) await this.#diary.write(this.now(), entry);
    this.#failing = failing;
    if (this.#options.rounds === 'one') return failing;
    const pauseMs = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)] ?? MINUTE;
    this.#failures += 1;
    await this.#host.pause(Math.max(pauseMs, askedMs));
    return undefined;
  }
}
