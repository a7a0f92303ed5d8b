import type { Instant } from '../../core/engine/clock.ts';
import { FAMILIES, STAGES, type Family, type Stage } from '../../core/vocabulary.ts';
import type { Db } from '../../store/engine/db.ts';
import { livingTallyName } from '../../store/figures/tally-names.ts';
import { listLivingCreatures } from '../../store/public/creatures-with-keepers.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { countVisible } from './house-stats.ts';
import { preparePublicReading } from './public-reading.ts';
import { toPublic, type PublicCreature } from './public-creature.ts';

export interface CreatureQuery {
  readonly family?: Family | undefined;
  /** All that have hatched, when it is missing. */
  readonly stage?: Stage | undefined;
  /** From 1. */
  readonly page: number;
}

/** A page of those who live here, the youngest first. */
export interface CreaturePage extends Settled {
  readonly creatures: readonly PublicCreature[];
  /** As many as there are of the kind. */
  readonly total: number;
  /** The page, brought into range, and how many there are to turn: long lists end somewhere. */
  readonly page: number;
  readonly pages: number;
}

const PER_PAGE = 24;
// What comes before a page is walked through one by one: nobody gets further than this.
const MOST_PAGES = 50;

export async function browseCreatures(
  house: House,
  { family, stage, page: wanted }: CreatureQuery,
  now: Instant,
): Promise<CreaturePage> {
  const { store, asOf, moment } = await preparePublicReading(house, now);
  const total = await countLiving(store, family, stage);
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(total / PER_PAGE)));
  const page = Math.min(pages, Math.max(1, wanted));
  const found = await listLivingCreatures(store, {
    family,
    stage,
    offset: (page - 1) * PER_PAGE,
    limit: PER_PAGE,
  });
  const creatures = await Promise.all(found.map((one) => toPublic(house, one, moment)));
  return { asOf, creatures, total, page, pages };
}

function countLiving(db: Db, family: Family | undefined, stage: Stage | undefined): Promise<number> {
  const families = family === undefined ? FAMILIES : [family];
  const stages = stage === undefined ? STAGES.filter((each) => each !== 'egg') : [stage];
  return countVisible(
    db,
    families.flatMap((each) => stages.map((one) => livingTallyName(each, one))),
  );
}
