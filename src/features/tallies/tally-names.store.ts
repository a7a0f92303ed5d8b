import type { Family, Stage } from '../../rules/vocabulary.ts';

// The names of counters, and prefixes of counters that exist per word of a closed list.

/** Prefix of the part of a counter that test accounts added. The operator's figures subtract it. */
export const TEST = 'test/';

/** Prefix of the part of a counter that blocked agents added. Public lists subtract it. */
export const OUT = 'out/';

/** Counters by the hour; births, deaths and activity also by the minute. */
export const REGISTERED = 'registered';
export const ADOPTED = 'adopted';
export const BORN = 'born';
export const DIED = 'died';
export const ACTIVE = 'active';
export const SPECIES = 'species';

/** Counters by the hour that no table could be recounted for, or that only the operator's lines of thirty days need. */
export const CALLS = 'calls';
export const ERRORS = 'errors';
export const LEFT = 'left';
export const BACK = 'back';
export const NOT_RECOUNTED = [CALLS, ERRORS, LEFT, BACK].flatMap((name) => [name, TEST + name]);

/** Counters since the start: this one and all below except ALIVE. */
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

/** Counter of living creatures by the day from which their age is counted. */
export const ALIVE = 'alive';

export type LifeEnd = 'died' | 'released' | 'returned';

/** Prefix of sales by LIVE or PLAY money, provider and pack; other movements of credits are counted by reason. */
export const SALES = 'sales/';
export const CREDITS = 'credits/';
export const CENTS = 'cents/';
export const MOVED = 'moved/';
export const LIVE = 'live';
export const PLAY = 'play';

export const LIVING = 'living/';

export function livingTallyName(family: Family, stage: Stage): string {
  return `${LIVING}${family}/${stage}`;
}

/** Steps of the funnel; each is counted when an agent reaches it for the first time. */
export const FUNNEL_STEPS = ['adopted', 'cared', 'child', 'adult', 'species'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];
