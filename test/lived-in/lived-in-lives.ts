import { seedOf } from '../../packages/base/hash.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { dice, pick } from '../../src/rules/base/dice.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../src/rules/species/species.ts';
import { KEEPER_KINDS, type KeeperKind } from '../../tools/sim/keepers.ts';
import { simulate, type CareEvent } from '../../tools/sim/simulate.ts';
import { surely } from './lived-in-one.ts';
import { DESIGNS, PERSONAS } from './lived-in-people.ts';

export interface Lives {
  readonly creatures: number;
  readonly days: number;
  readonly seed: number;
}

/** A life computed by the simulator; its care is then replayed against a running service. */
export interface PlannedLife {
  readonly nth: number;
  /** Index of its keeper in PERSONAS. */
  readonly agent: number;
  readonly species: Species;
  /** Seed of the simulated creature, so that the real one sleeps in the same hours. */
  readonly creatureSeed: number;
  readonly adoptedAt: Instant;
  /** Undefined for an egg that never hatches. */
  readonly hatchesAt: Instant | undefined;
  readonly cares: readonly Pick<CareEvent, 'at' | 'action' | 'item'>[];
  readonly endsAt: Instant | undefined;
  readonly ending: 'lives on' | 'released' | 'brought back';
}

/** Community species exist from this time on. */
export const SPECIES_OPEN_AFTER = 10 * DAY;
const ONE_EGG_IN = 24;
const HOW_OFTEN: Readonly<Record<KeeperKind, number>> = {
  diligent: 24,
  once_a_day: 26,
  erratic: 14,
  bursty: 8,
  neglectful: 10,
  night_owl: 6,
  boundary: 5,
  steady: 7,
};

const KINDS = KEEPER_KINDS.flatMap((kind) => Array.from({ length: HOW_OFTEN[kind] }, () => kind)) as [
  KeeperKind,
  ...KeeperKind[],
];

/** The same seed plans the same lives. */
export function planLives({ creatures, days, seed }: Lives, from: Instant): readonly PlannedLife[] {
  const until = from + days * DAY;
  return Array.from({ length: creatures }, (_, nth) => plan({ nth, creatures, days, seed, from, until }));
}

interface Planning extends Lives {
  readonly nth: number;
  readonly from: Instant;
  readonly until: Instant;
}

function plan({ nth, creatures, days, seed, from, until }: Planning): PlannedLife {
  const roll = (purpose: string) => dice(seedOf(`${purpose} ${seed}`), 'words', nth);
  const designer = nth < DESIGNS.length ? DESIGNS[nth] : undefined;
  const agent = designer
    ? PERSONAS.findIndex(({ username }) => username === designer.by)
    : nth % PERSONAS.length;
  // Designers begin at once: they must have raised a creature before they may design.
  const begins = designer ? from + nth * HOUR : from + ((nth + roll('begins')) / creatures) * days * DAY;
  const adoptedAt = Math.round(begins);
  const species = designer ? surely(CATALOG[nth]) : speciesFor(nth, adoptedAt - from, roll('species'));
  const keeper = designer ? 'diligent' : pick(KINDS, roll('keeper'));
  const base = { nth, agent, species, adoptedAt, creatureSeed: seedOf(`creature ${seed + nth}`) };
  if (nth % ONE_EGG_IN === ONE_EGG_IN - 1)
    return { ...base, hatchesAt: undefined, cares: [], endsAt: undefined, ending: 'lives on' };
  const hatchesAt = adoptedAt + Math.ceil(roll('hatches') * 20) * MINUTE;
  const zone = PERSONAS[agent]?.timezone ?? 'UTC';
  const time = { zone, startAt: hatchesAt, days: Math.max(0, (until - hatchesAt) / DAY) };
  const story = simulate({ species, keeper, seed: seed + nth, ...time });
  const ending = endingFor(roll('ending'), story.creature.died !== undefined, designer !== undefined);
  const cares = story.events.filter((event) => event.kind === 'cared');
  return { ...base, hatchesAt, cares, endsAt: story.endedAt, ending };
}

/** Built-in species in turn, later also community species. */
function speciesFor(nth: number, after: number, roll: number): Species {
  if (after > SPECIES_OPEN_AFTER && roll < 0.16) {
    const design = DESIGNS[Math.floor((roll / 0.16) * DESIGNS.length)]?.design;
    if (design) return communitySpecies(design);
  }
  // Neighbours in the catalog are of one family; a step coprime to its length visits all species.
  return surely(CATALOG[(nth * 37) % CATALOG.length]);
}

function endingFor(roll: number, dies: boolean, mustStay: boolean): PlannedLife['ending'] {
  if (mustStay) return 'lives on';
  if (dies) return roll < 0.3 ? 'brought back' : 'lives on';
  return roll < 0.07 ? 'released' : 'lives on';
}
