import type { CareOutcome, AskedCare } from '../../src/rules/care/care.ts';
import type { Instant } from '../../src/rules/base/clock.ts';
import type { HatchedCreature } from '../../src/rules/lives/creature.ts';
import type { Observation } from '../../src/rules/lives/observe.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Action } from '../../src/rules/vocabulary.ts';

export const KEEPER_KINDS = [
  'diligent',
  'erratic',
  'bursty',
  'neglectful',
  'night_owl',
  'boundary',
  'once_a_day',
  'steady',
] as const;
export type NamedKeeper = (typeof KEEPER_KINDS)[number];
/** One of those, or one that comes at fixed hours. */
export type KeeperKind = NamedKeeper | `every_${number}_hours`;

/** An act of care, with its message. */
export interface SimulatedCare extends AskedCare {
  readonly notes?: string | undefined;
}

/** A keeper at a creature's door. Everything it does is a call to the house: the creature is settled first. */
export interface SimulatedVisit {
  readonly now: Instant;
  readonly species: Species;
  /** The creature as stored, for keepers that know more than the API shows. */
  readonly creature: HatchedCreature;
  /** Asks how it is; undefined when it is dead. */
  readonly look: () => Observation | undefined;
  /** Does something, and takes a few seconds for it; undefined when it is dead. */
  readonly care: (wish: SimulatedCare) => CareOutcome | undefined;
  /** Was it given this before, with the same action? */
  readonly hasTried: (action: Action, item: string) => boolean;
  /** A number from 0 up to 1, a new one each time. */
  readonly roll: () => number;
}

/** A way of keeping a creature. */
export interface KeeperBehaviour {
  readonly onVisit: (visit: SimulatedVisit) => void;
  /** When it comes again. */
  readonly nextVisitAt: (visit: SimulatedVisit) => Instant;
}
