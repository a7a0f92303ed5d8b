import type { Instant } from '../core/clock.ts';
import { FAMILIES, STAGES, type Family, type Stage } from '../core/vocabulary.ts';
import type { Db } from '../store/db.ts';
import { livingFaces } from '../store/faces.ts';
import { totals } from '../store/tallies.ts';
import { living } from '../store/tally-names.ts';
import { faceOf, type Face } from './faces.ts';
import { inSight } from './house-totals.ts';
import type { House } from './house.ts';
import { settleDue } from './settle.ts';

export interface CreatureWish {
  readonly family?: Family | undefined;
  /** All that have hatched, when it is missing. */
  readonly stage?: Stage | undefined;
  /** From 1. */
  readonly page: number;
}

/** A page of those who live here, the youngest first. */
export interface CreaturePage {
  readonly now: Instant;
  readonly faces: readonly Face[];
  /** As many as there are of the kind. */
  readonly total: number;
  /** The page, brought into range, and how many there are to turn: long lists end somewhere. */
  readonly page: number;
  readonly pages: number;
}

const PER_PAGE = 24;
// What comes before a page is passed by one by one: nobody leafs further than this.
const MOST_PAGES = 50;

export async function browseCreatures(
  house: House,
  { family, stage, page: wanted }: CreatureWish,
  now: Instant,
): Promise<CreaturePage> {
  await settleDue(house, now);
  const { store } = house;
  const total = await countLiving(store, family, stage);
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(total / PER_PAGE)));
  const page = Math.min(pages, Math.max(1, wanted));
  const found = await livingFaces(store, { family, stage, offset: (page - 1) * PER_PAGE, limit: PER_PAGE });
  const faces = await Promise.all(found.map((one) => faceOf(house, one, now)));
  return { now, faces, total, page, pages };
}

async function countLiving(db: Db, family: Family | undefined, stage: Stage | undefined): Promise<number> {
  const sums = await totals(db, 'house');
  const families = family === undefined ? FAMILIES : [family];
  const stages = stage === undefined ? STAGES.filter((each) => each !== 'egg') : [stage];
  const kinds = families.flatMap((each) => stages.map((one) => living(each, one)));
  return kinds.reduce((sum, what) => sum + inSight(sums, what), 0);
}
