import type { Client } from '../client/client.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { Action, Family } from '../rules/vocabulary.ts';
import type { DatedDiaryEntry, KeeperDiary } from './diary.ts';
import type { KeeperMemory } from './memory.ts';

/** Clock, signals and output of the machine on which the keeper program runs. */
export interface KeeperHost {
  now(): Instant;
  randomId(): string;
  print(line: string, entry: DatedDiaryEntry): Promise<void>;
  /** Waits; rejects at once when the keeper program is asked to stop. */
  pause(ms: number): Promise<void>;
  /** Aborted when the keeper program is asked to stop. */
  readonly leaving: AbortSignal;
}

/** A failure that ends the keeper program; the message is shown to the user. */
export class KeeperError extends Error {
  override readonly name = 'KeeperError';
}

export interface AdoptionWishes {
  /** Name of the next creature; chosen at random by default. */
  readonly name?: string | undefined;
  readonly species?: string | undefined;
  readonly family?: Family | undefined;
  /** What to do when the last creature has died. */
  readonly afterDeath: 'adopt_again' | 'stop';
}

export interface KeeperContext {
  readonly house: Client;
  readonly diary: KeeperDiary;
  readonly memory: KeeperMemory;
  readonly host: KeeperHost;
  readonly wishes: AdoptionWishes;
  /** Actions that had no effect, by creature, with the time until which they are not tried again. */
  readonly fruitless: Map<string, Map<Action, number>>;
}
