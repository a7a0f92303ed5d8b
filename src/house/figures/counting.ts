import { MINUTE, type Instant, DAY } from '../../core/engine/clock.ts';
import { isTestAccount } from '../../core/keepers/agent.ts';
import { PACKS, type Price } from '../../core/money/credits.ts';
import { approvedItem } from '../../core/species/approved-items.ts';
import { findBuiltIn } from '../../core/species/catalog.ts';
import type { Action, Cause, Family, ItemCategory, Path, Stage, Timing } from '../../core/vocabulary.ts';
import type { Db, Transaction } from '../../store/engine/db.ts';
import { countModelProvider } from '../../store/figures/model-providers.ts';
import { bucketOf, incrementTotal, RETENTION, totals } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';
import { ALIVE, type LifeEnd, CENTS, CREDITS, LIVE, PLAY, SALES } from '../../store/figures/tally-names.ts';
import { usernameOf } from '../../store/keepers/agents.ts';
import type { InlinePayment } from '../../store/money/inline-payments.ts';
import type { Purchase } from '../../store/money/purchases.ts';
import { countByHour, countByMinute, countInAll, type TallyOwner, countByDay } from './tally.ts';

// One function for each thing that happens.

export async function countRegistration(
  db: Transaction,
  agent: { readonly username: string; readonly modelProvider?: string | undefined },
  now: Instant,
): Promise<void> {
  const keeper = { counts: !isTestAccount(agent.username) };
  countByHour(db, keeper, NAME.REGISTERED, now);
  countInAll(db, keeper, NAME.REGISTERED);
  if (keeper.counts) await countModelProvider(db, agent.modelProvider);
}

export interface AdoptionTally {
  readonly family: Family;
  readonly slug: string;
  /** Is it this agent's first? */
  readonly first: boolean;
}

/** Community species count their own adoptions. */
export function countAdoption(
  db: Transaction,
  keeper: TallyOwner,
  adoption: AdoptionTally,
  now: Instant,
): void {
  const { family, slug, first } = adoption;
  countByHour(db, keeper, NAME.ADOPTED, now);
  countInAll(db, keeper, NAME.STATUS + 'egg');
  countInAll(db, keeper, NAME.STAGE + 'egg');
  countInAll(db, keeper, NAME.FAMILY + family);
  countLiving(db, keeper, { family, stage: 'egg' }, 1);
  if (findBuiltIn(slug)) db.count(incrementTotal('adopted', slug));
  if (!keeper.counts) db.count(incrementTotal('adopted', NAME.TEST + slug));
  if (first) countStep(db, keeper, 'adopted');
}

/** How often each built-in species was adopted; those that never were are missing. */
export function readAdoptionCounts(db: Db): Promise<ReadonlyMap<string, number>> {
  return totals(db, 'adopted');
}

export function countHatching(db: Transaction, keeper: TallyOwner, family: Family, now: Instant): void {
  countByMinute(db, keeper, NAME.BORN, now);
  moveStatus(db, keeper, 'egg', 'alive');
  moveStage(db, keeper, { family, from: 'egg', to: 'baby' });
}

/** From one stage to the next. */
interface StageMove {
  readonly family: Family;
  readonly from: Stage;
  readonly to: Stage;
}

export interface GrowthTally extends StageMove {
  /** Of one that grew up. */
  readonly path: Path | undefined;
  /** The first of its keeper's creatures to come this far? */
  readonly firstChild: boolean;
  readonly firstAdult: boolean;
}

export function countGrowth(db: Transaction, keeper: TallyOwner, growth: GrowthTally): void {
  moveStage(db, keeper, growth);
  if (growth.path !== undefined) countInAll(db, keeper, NAME.PATH + growth.path);
  if (growth.firstChild) countStep(db, keeper, 'child');
  if (growth.firstAdult) countStep(db, keeper, 'adult');
}

/** What the living are counted by. */
export interface LivingKind {
  readonly family: Family;
  readonly stage: Stage;
}

/** Counts at the moment it died, whenever that was noticed. */
export function countDeath(
  db: Transaction,
  keeper: TallyOwner,
  death: LivingKind & { readonly cause: Cause; readonly at: Instant },
): void {
  countByMinute(db, keeper, NAME.DIED, death.at);
  moveStatus(db, keeper, 'alive', 'dead');
  countLiving(db, keeper, death, -1);
  countInAll(db, keeper, NAME.CAUSE + death.cause);
  countInAll(db, keeper, NAME.STAGE_AT_DEATH + death.stage);
}

export function countRelease(db: Transaction, keeper: TallyOwner, kind: LivingKind): void {
  moveStatus(db, keeper, kind.stage === 'egg' ? 'egg' : 'alive', 'released');
  countLiving(db, keeper, kind, -1);
}

export function countResurrection(db: Transaction, keeper: TallyOwner, kind: LivingKind): void {
  moveStatus(db, keeper, 'dead', 'alive');
  countLiving(db, keeper, kind, 1);
  countInAll(db, keeper, NAME.RESURRECTED);
}

export interface CareTally {
  readonly action: Action;
  readonly timing: Timing | undefined;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  /** Is it this agent's first? */
  readonly first: boolean;
}

/** Care that was refused is not counted. */
export function countCare(db: Transaction, keeper: TallyOwner, care: CareTally, now: Instant): void {
  const { action, timing, item, first } = care;
  countByMinute(db, keeper, NAME.CARE + action, now);
  countInAll(db, keeper, NAME.CARE + action);
  if (timing !== undefined) countInAll(db, keeper, NAME.TIMING + timing);
  if (item) countItem(db, keeper, item.name);
  if (first) countStep(db, keeper, 'cared');
}

/** Only items the house knows by name: of strangers' words there may be any number. */
function countItem(db: Transaction, keeper: TallyOwner, name: string): void {
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
  keeper: TallyOwner,
  { before = 0, now }: { readonly before: Instant | undefined; readonly now: Instant },
): Instant {
  for (const { span, age } of RETENTION) {
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

function countedAs({ counts }: TallyOwner, span: number): readonly string[] {
  return counts || span === MINUTE ? [NAME.ACTIVE] : [NAME.ACTIVE, NAME.TEST + NAME.ACTIVE];
}

export function countSpecies(
  db: Transaction,
  keeper: TallyOwner,
  { family, first }: { readonly family: Family; readonly first: boolean },
  now: Instant,
): void {
  countByHour(db, keeper, NAME.SPECIES, now);
  countInAll(db, keeper, NAME.SPECIES_OF + family);
  if (first) countStep(db, keeper, 'species');
}

function moveStatus(
  db: Transaction,
  keeper: TallyOwner,
  from: NAME.CountedStatus,
  to: NAME.CountedStatus,
): void {
  countInAll(db, keeper, NAME.STATUS + from, -1);
  countInAll(db, keeper, NAME.STATUS + to);
}

function moveStage(db: Transaction, keeper: TallyOwner, { family, from, to }: StageMove): void {
  countInAll(db, keeper, NAME.STAGE + from, -1);
  countInAll(db, keeper, NAME.STAGE + to);
  countLiving(db, keeper, { family, stage: from }, -1);
  countLiving(db, keeper, { family, stage: to }, 1);
}

function countLiving(db: Transaction, keeper: TallyOwner, { family, stage }: LivingKind, n: 1 | -1): void {
  countInAll(db, keeper, NAME.livingTallyName(family, stage), n);
}

function countStep(db: Transaction, keeper: TallyOwner, step: NAME.FunnelStep): void {
  countInAll(db, keeper, NAME.FUNNEL + step);
}

// How old the living are, and how old those were who died, went or came back: all that a survival curve is made of.

/** The moment its age is counted from, and how long it has lived. */
export interface Lifespan {
  readonly ageFrom: Instant;
  readonly livedMs: number;
}

export function countBeginning(db: Transaction, keeper: TallyOwner, ageFrom: Instant): void {
  countByDay(db, keeper, ALIVE, ageFrom, 1);
}

export function countEnd(
  db: Transaction,
  keeper: TallyOwner,
  end: Exclude<LifeEnd, 'returned'>,
  { ageFrom, livedMs }: Lifespan,
): void {
  countByDay(db, keeper, ALIVE, ageFrom, -1);
  countAge(db, keeper, end, livedMs);
}

/** One that came back goes on as old as it was. */
export function countReturn(db: Transaction, keeper: TallyOwner, { ageFrom, livedMs }: Lifespan): void {
  countByDay(db, keeper, ALIVE, ageFrom, 1);
  countAge(db, keeper, 'returned', livedMs);
}

function countAge(db: Transaction, keeper: TallyOwner, end: LifeEnd, livedMs: number): void {
  countInAll(db, keeper, `${end}/${Math.trunc(livedMs / DAY)}`, 1, 'lives');
}

// Play money and real money are counted apart. Credits do not tell where they came from: what is spent is one sum, and the
// ledger counts it.

interface Sale extends Price {
  readonly agentId: string;
  readonly live: boolean;
  /** Who brought the money, and what it bought. */
  readonly what: string;
}

export async function countSale(
  db: Transaction,
  { provider, pack, ...sale }: Pick<Purchase, 'agentId' | 'live' | 'provider' | 'pack' | keyof Price>,
  now: Instant,
): Promise<void> {
  await count(db, { ...sale, what: `${provider}/${pack}` }, now);
}

export async function countInlineSale(
  db: Transaction,
  { method, ...sale }: Pick<InlinePayment, 'agentId' | 'live' | 'method' | keyof Price>,
  now: Instant,
): Promise<void> {
  await count(db, { ...sale, what: `${method}/${packBought(sale)}` }, now);
}

async function count(
  db: Transaction,
  { agentId, live, what, credits, cents }: Sale,
  now: Instant,
): Promise<void> {
  const holder = { counts: !isTestAccount((await usernameOf(db, agentId)) ?? '') };
  const money = live ? LIVE : PLAY;
  const name = `${money}/${what}`;
  countInAll(db, holder, SALES + name, 1, 'money');
  countInAll(db, holder, CREDITS + name, credits, 'money');
  countInAll(db, holder, CENTS + name, cents, 'money');
  countByHour(db, holder, CENTS + money, now, cents);
}

function packBought({ credits, cents }: Price): string {
  return PACKS.find((pack) => pack.credits === credits && pack.cents === cents)?.id ?? 'bundle';
}
