import type { Client } from '../client/client.ts';
import type { Action, Family } from '../core/vocabulary.ts';
import type { Diary } from './diary.ts';
import type { Memory } from './memory.ts';
import type { World } from './world.ts';

/** What a keeper was asked to do. */
export interface Wishes {
  /** The name for the next creature; without it, one of a keeper's own. */
  readonly name?: string | undefined;
  readonly species?: string | undefined;
  readonly family?: Family | undefined;
  /** What to do when one has died and nobody is left. */
  readonly afterDeath: 'adopt_again' | 'stop';
}

/** Everything a keeper has at hand. */
export interface Keeping {
  readonly house: Client;
  readonly diary: Diary;
  readonly memory: Memory;
  readonly world: World;
  readonly wishes: Wishes;
  /** What moved nothing when it was last tried, by creature, and until when that is taken for granted. */
  readonly fruitless: Map<string, Map<Action, number>>;
}
