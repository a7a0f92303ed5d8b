import { isTestAccount } from '../core/agent.ts';
import { MINUTE, type Instant } from '../core/clock.ts';
import { approvedItem } from '../core/species/approved-items.ts';
import { findBuiltIn } from '../core/species/catalog.ts';
import type { Action, Cause, Family, ItemCategory, Path, Stage, Timing } from '../core/vocabulary.ts';
import type { Db, Transaction } from '../store/db.ts';
import { countProvider } from '../store/providers.ts';
import { bucketOf, inAll, KEPT_FOR, totals } from '../store/tallies.ts';
import * as NAME from '../store/tally-names.ts';
import { countByHour, countByMinute, countInAll, type Counted } from './tally.ts';

// One function for each thing that happens.

export async function countRegistration(
  db: Transaction,
  agent: { readonly username: string; readonly modelProvider?: string | undefined },
  now: Instant,
): Promise<void> {
  const keeper = { counts: !isTestAccount(agent.username) };
  countByHour(db, keeper, NAME.REGISTERED, now);
  countInAll(db, keeper, NAME.REGISTERED);
  if (keeper.counts) await countProvider(db, agent.modelProvider);
}

export interface Adoption {
  readonly family: Family;
  readonly slug: string;
  /** Is it this agent's first? */
  readonly first: boolean;
}

/** Community species count their own adoptions. */
export function countAdoption(db: Transaction, keeper: Counted, adoption: Adoption, now: Instant): void {
  const { family, slug, first } = adoption;
  countByHour(db, keeper, NAME.ADOPTED, now);
  countInAll(db, keeper, NAME.STATUS + 'egg');
  countInAll(db, keeper, NAME.STAGE + 'egg');
  countInAll(db, keeper, NAME.FAMILY + family);
  countLiving(db, keeper, { family, stage: 'egg' }, 1);
  if (findBuiltIn(slug)) db.count(inAll('adopted', slug));
  if (!keeper.counts) db.count(inAll('adopted', NAME.TEST + slug));
  if (first) countStep(db, keeper, 'adopted');
}

/** How often each built-in species was adopted; those that never were are missing. */
export function adoptionCounts(db: Db): Promise<ReadonlyMap<string, number>> {
  return totals(db, 'adopted');
}

export function countHatching(db: Transaction, keeper: Counted, family: Family, now: Instant): void {
  countByMinute(db, keeper, NAME.BORN, now);
  moveStatus(db, keeper, 'egg', 'alive');
  moveStage(db, keeper, { family, from: 'egg', to: 'baby' });
}

/** From one stage to the next. */
interface Step {
  readonly family: Family;
  readonly from: Stage;
  readonly to: Stage;
}

export interface Growth extends Step {
  /** Of one that grew up. */
  readonly path: Path | undefined;
  /** The first of its keeper's creatures to come this far? */
  readonly firstChild: boolean;
  readonly firstAdult: boolean;
}

export function countGrowth(db: Transaction, keeper: Counted, growth: Growth): void {
  moveStage(db, keeper, growth);
  if (growth.path !== undefined) countInAll(db, keeper, NAME.PATH + growth.path);
  if (growth.firstChild) countStep(db, keeper, 'child');
  if (growth.firstAdult) countStep(db, keeper, 'adult');
}

/** What the living are counted by. */
export interface Kind {
  readonly family: Family;
  readonly stage: Stage;
}

/** Counts at the moment it died, whenever that was noticed. */
export function countDeath(
  db: Transaction,
  keeper: Counted,
  death: Kind & { readonly cause: Cause; readonly at: Instant },
): void {
  countByMinute(db, keeper, NAME.DIED, death.at);
  moveStatus(db, keeper, 'alive', 'dead');
  countLiving(db, keeper, death, -1);
  countInAll(db, keeper, NAME.CAUSE + death.cause);
  countInAll(db, keeper, NAME.STAGE_AT_DEATH + death.stage);
}

export function countRelease(db: Transaction, keeper: Counted, kind: Kind): void {
  moveStatus(db, keeper, kind.stage === 'egg' ? 'egg' : 'alive', 'released');
  countLiving(db, keeper, kind, -1);
}

export function countResurrection(db: Transaction, keeper: Counted, kind: Kind): void {
  moveStatus(db, keeper, 'dead', 'alive');
  countLiving(db, keeper, kind, 1);
  countInAll(db, keeper, NAME.RESURRECTED);
}

export interface CountedCare {
  readonly action: Action;
  readonly timing: Timing | undefined;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  /** Is it this agent's first? */
  readonly first: boolean;
}

/** Care that was refused is not counted. */
export function countCare(db: Transaction, keeper: Counted, care: CountedCare, now: Instant): void {
  const { action, timing, item, first } = care;
  countByMinute(db, keeper, NAME.CARE + action, now);
  countInAll(db, keeper, NAME.CARE + action);
  if (timing !== undefined) countInAll(db, keeper, NAME.TIMING + timing);
  if (item) countItem(db, keeper, item.name);
  if (first) countStep(db, keeper, 'cared');
}

/** Only items the house knows by name: of strangers' words there may be any number. */
function countItem(db: Transaction, keeper: Counted, name: string): void {
  countInAll(db, keeper, NAME.WITH_ITEM);
  const item = approvedItem(name);
  if (item !== undefined) countInAll(db, keeper, item, 1, 'used');
}

/**
 * Moves an agent from the minute and hour of its last activity to those of this one, so that every agent stands in one
 * of each and a sum over a while is the agents that were active in it. Tells which moment counts as its last: that of
 * another node's clock may be the later one.
 */
export function countActive(
  db: Transaction,
  keeper: Counted,
  { before = 0, now }: { readonly before: Instant | undefined; readonly now: Instant },
): Instant {
  for (const { span, age } of KEPT_FOR) {
    const from = bucketOf(span, before);
    const to = bucketOf(span, now);
    if (to <= from) continue;
    const isKept = from >= bucketOf(span, now - age);
    for (const what of countedAs(keeper, span)) {
      if (isKept) db.count({ what, span, bucket: from, n: -1 });
      db.count({ what, span, bucket: to, n: 1 });
    }
  }
  return Math.max(before, now);
}

function countedAs({ counts }: Counted, span: number): readonly string[] {
  return counts || span === MINUTE ? [NAME.ACTIVE] : [NAME.ACTIVE, NAME.TEST + NAME.ACTIVE];
}

export function countSpecies(
  db: Transaction,
  keeper: Counted,
  { family, first }: { readonly family: Family; readonly first: boolean },
  now: Instant,
): void {
  countByHour(db, keeper, NAME.SPECIES, now);
  countInAll(db, keeper, NAME.SPECIES_OF + family);
  if (first) countStep(db, keeper, 'species');
}

function moveStatus(db: Transaction, keeper: Counted, from: NAME.Status, to: NAME.Status): void {
  countInAll(db, keeper, NAME.STATUS + from, -1);
  countInAll(db, keeper, NAME.STATUS + to);
}

function moveStage(db: Transaction, keeper: Counted, { family, from, to }: Step): void {
  countInAll(db, keeper, NAME.STAGE + from, -1);
  countInAll(db, keeper, NAME.STAGE + to);
  countLiving(db, keeper, { family, stage: from }, -1);
  countLiving(db, keeper, { family, stage: to }, 1);
}

function countLiving(db: Transaction, keeper: Counted, { family, stage }: Kind, n: 1 | -1): void {
  countInAll(db, keeper, NAME.living(family, stage), n);
}

function countStep(db: Transaction, keeper: Counted, step: NAME.FunnelStep): void {
  countInAll(db, keeper, NAME.FUNNEL + step);
}
