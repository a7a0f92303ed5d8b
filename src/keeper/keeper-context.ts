import type { Client } from '../client/client.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { Action, Family } from '../rules/vocabulary.ts';
import type { DatedDiaryEntry, KeeperDiary } from './diary.ts';
import type { KeeperMemory } from './memory.ts';

/** What a keeper needs of the machine it runs on. */
export interface KeeperHost {
  now(): Instant;
  randomId(): string;
  print(line: string, entry: DatedDiaryEntry): Promise<void>;
  /** Waits; rejects at once when the keeper is asked to leave. */
  pause(ms: number): Promise<void>;
  /** Aborted when the keeper is asked to leave. */
  readonly leaving: AbortSignal;
}

/** What a keeper cannot go on after, in a sentence for the one who started it. */
export class KeeperError extends Error {
  override readonly name = 'KeeperError';
}

/** What a keeper was asked to do. */
export interface AdoptionWishes {
  /** The name for the next creature; without it, one of a keeper's own. */
  readonly name?: string | undefined;
  readonly species?: string | undefined;
  readonly family?: Family | undefined;
  /** What to do when one has died and nobody is left. */
  readonly afterDeath: 'adopt_again' | 'stop';
}

export interface KeeperContext {
  readonly house: Client;
  readonly diary: KeeperDiary;
  readonly memory: KeeperMemory;
  readonly host: KeeperHost;
  readonly wishes: AdoptionWishes;
  /** Actions that had no effect when last tried, by creature, with the time until which they are not tried again. */
  readonly fruitless: Map<string, Map<Action, number>>;
}
