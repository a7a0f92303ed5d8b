import type { Client } from '../client/client.ts';
import type { Instant } from '../core/engine/clock.ts';
import type { Action, Family } from '../core/vocabulary.ts';
import type { DatedDiaryEntry } from './diary-entry.ts';
import type { KeeperDiary } from './diary.ts';
import type { KeeperMemory } from './memory.ts';

/** What a keeper needs of the machine it lives on. */
export interface KeeperHost {
  now(): Instant;
  /** A word that nobody can guess. */
  randomId(): string;
  print(line: string, entry: DatedDiaryEntry): Promise<void>;
  /** Waits; ends at once, by being refused, when the keeper is asked to leave. */
  pause(ms: number): Promise<void>;
  /** Says when the keeper is asked to leave. */
  readonly leaving: AbortSignal;
}

/** What a keeper cannot go on after, in a sentence for whoever sent it. */
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

/** Everything a keeper has at hand. */
export interface KeeperContext {
  readonly house: Client;
  readonly diary: KeeperDiary;
  readonly memory: KeeperMemory;
  readonly world: KeeperHost;
  readonly wishes: AdoptionWishes;
  /** What moved nothing when it was last tried, by creature, and until when that is taken for granted. */
  readonly fruitless: Map<string, Map<Action, number>>;
}
