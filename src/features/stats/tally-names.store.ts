import type { Family, Stage } from '../../rules/vocabulary.ts';

// What is counted, in one word each. Counts of accounts made for testing stand a second time, under a word of their own:
// a figure for everybody is one count, a figure for the operator is the difference of two.

/** What test accounts add to a count. */
export const TEST = 'test/';

/** What blocked agents add to the counts of public lists. */
export const OUT = 'out/';

/** By the hour, and some by the minute too. */
export const REGISTERED = 'registered';
export const ADOPTED = 'adopted';
export const BORN = 'born';
export const DIED = 'died';
export const ACTIVE = 'active';
export const SPECIES = 'species';

/** In all. */
export const RESURRECTED = 'resurrected';
export const WITH_ITEM = 'with_item';

/** One for each word of a closed list. */
export const CARE = 'care/';
export const TIMING = 'timing/';
export const STATUS = 'status/';
export const STAGE = 'stage/';
export const FAMILY = 'family/';
export const PATH = 'path/';
export const CAUSE = 'cause/';
export const STAGE_AT_DEATH = 'died_as/';
export const SPECIES_OF = 'species_of/';
export const FUNNEL = 'agents/';

/** By the day they are counted from: those who live. */
export const ALIVE = 'alive';

/** Lives by how old they were when they ended, or went on: in whole days. */
export type LifeEnd = 'died' | 'released' | 'returned';

/** Money by whether it was real, who brought it and what it bought; and credits that moved otherwise, by why. */
export const SALES = 'sales/';
export const CREDITS = 'credits/';
export const CENTS = 'cents/';
export const MOVED = 'moved/';
export const LIVE = 'live';
export const PLAY = 'play';

/** Those who live here, of one family at one stage. */
export const LIVING = 'living/';

export function livingTallyName(family: Family, stage: Stage): string {
  return [LIVING + family, stage].join('/');
}

export const FUNNEL_STEPS = ['adopted', 'cared', 'child', 'adult', 'species'] as const;
/** What an agent does for the first time. */
export type FunnelStep = (typeof FUNNEL_STEPS)[number];
