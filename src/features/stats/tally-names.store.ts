import type { Family, Stage } from '../../rules/vocabulary.ts';

// The names of counts, and the prefixes of those with one count per word of a closed list.

/** Prefix of the part of a count that test accounts added. The operator's figures subtract it. */
export const TEST = 'test/';

/** Prefix of the part that blocked agents added. Public lists subtract it. */
export const OUT = 'out/';

/** By the hour; births, deaths and activity also by the minute. */
export const REGISTERED = 'registered';
export const ADOPTED = 'adopted';
export const BORN = 'born';
export const DIED = 'died';
export const ACTIVE = 'active';
export const SPECIES = 'species';

/** Since the start, as all below except ALIVE. */
export const RESURRECTED = 'resurrected';
export const WITH_ITEM = 'with_item';

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

/** Living creatures, by the day their age is counted from. */
export const ALIVE = 'alive';

/** Counted by age in whole days. */
export type LifeEnd = 'died' | 'released' | 'returned';

/** Sales by LIVE or PLAY money, provider and pack; other movements of credits by reason. */
export const SALES = 'sales/';
export const CREDITS = 'credits/';
export const CENTS = 'cents/';
export const MOVED = 'moved/';
export const LIVE = 'live';
export const PLAY = 'play';

/** Living creatures by family and stage. */
export const LIVING = 'living/';

export function livingTallyName(family: Family, stage: Stage): string {
  return `${LIVING}${family}/${stage}`;
}

/** Each is counted when an agent reaches it for the first time. */
export const FUNNEL_STEPS = ['adopted', 'cared', 'child', 'adult', 'species'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];
