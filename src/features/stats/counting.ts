import { DAY, HOUR, MINUTE, type Instant } from '../../rules/base/clock.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { isTestAccount } from '../../rules/agents.ts';
import { packMatching, type Price } from '../../rules/credits.ts';
import { approvedItem, findBuiltIn } from '../../rules/species/catalog.ts';
import type { Action, Cause, Family, ItemCategory, Path, Stage, Timing } from '../../rules/vocabulary.ts';
import type { Db, Increment, Transaction } from '../../db/db.ts';
import { countModelProvider } from './model-providers.store.ts';
import {
  bucketOf,
  incrementDuring,
  incrementTotal,
  RETENTION,
  totals,
  type TallyList,
} from './tallies.store.ts';
import * as NAME from './tally-names.store.ts';
import type { CreatureState } from '../lives/creatures.store.ts';
import { usernameOf } from '../agents/agents.store.ts';
import type { InlinePayment } from '../money/inline-payments.store.ts';
import type { Purchase } from '../money/purchases.store.ts';

// Figures of the house count everybody; for those of the operator, what test accounts do is counted a second time, to be
// taken off, and for public lists what blocked agents do.

/** Whose doing it is. */
interface TallyOwner {
  /** False for accounts made for testing. */
  readonly counts: boolean;
  readonly blocked?: boolean;
}

// One function for each thing that happens.

export function countRegistration(
  db: Transaction,
  agent: { readonly username: string; readonly modelProvider?: string | undefined },
  now: Instant,
): void {
  const keeper = { counts: !isTestAccount(agent.username) };
  countByHour(db, keeper, NAME.REGISTERED, now);
  countInAll(db, keeper, NAME.REGISTERED);
  if (keeper.counts) countModelProvider(db, agent.modelProvider);
}

interface AdoptionTally {
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
  countAlive(db, keeper, now, 1);
}

/** From one stage to the next. */
interface StageMove {
  readonly family: Family;
  readonly from: Stage;
  readonly to: Stage;
}

interface GrowthTally extends StageMove {
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
interface LivingKind {
  readonly family: Family;
  readonly stage: Stage;
}

/** The moment its age is counted from, and how long it has lived: all that a survival curve is made of. */
interface Lifespan {
  readonly ageFrom: Instant;
  readonly livedMs: number;
}

interface DeathTally extends LivingKind, Lifespan {
  readonly cause: Cause;
  readonly at: Instant;
}

/** Counts at the moment it died, whenever that was noticed. */
export function countDeath(db: Transaction, keeper: TallyOwner, death: DeathTally): void {
  countByMinute(db, keeper, NAME.DIED, death.at);
  moveStatus(db, keeper, 'alive', 'dead');
  countLiving(db, keeper, death, -1);
  countInAll(db, keeper, NAME.CAUSE + death.cause);
  countInAll(db, keeper, NAME.STAGE_AT_DEATH + death.stage);
  countAlive(db, keeper, death.ageFrom, -1);
  countAge(db, keeper, 'died', death.livedMs);
}

/** An egg has no life to count. */
export function countRelease(
  db: Transaction,
  keeper: TallyOwner,
  kind: LivingKind,
  life: Lifespan | undefined,
): void {
  moveStatus(db, keeper, kind.stage === 'egg' ? 'egg' : 'alive', 'released');
  countLiving(db, keeper, kind, -1);
  if (!life) return;
  countAlive(db, keeper, life.ageFrom, -1);
  countAge(db, keeper, 'released', life.livedMs);
}

/** One that came back goes on as old as it was. */
export function countResurrection(
  db: Transaction,
  keeper: TallyOwner,
  { ageFrom, livedMs, ...kind }: LivingKind & Lifespan,
): void {
  moveStatus(db, keeper, 'dead', 'alive');
  countLiving(db, keeper, kind, 1);
  countInAll(db, keeper, NAME.RESURRECTED);
  countAlive(db, keeper, ageFrom, 1);
  countAge(db, keeper, 'returned', livedMs);
}

interface CareTally {
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

export function countKeepsakes(db: Transaction, keeper: TallyOwner, kinds: readonly KeepsakeKind[]): void {
  for (const kind of kinds) countInAll(db, keeper, kind, 1, 'kept');
}

/** How many creatures keep each kind. */
export function readKeepsakeCounts(db: Db): Promise<ReadonlyMap<string, number>> {
  return totals(db, 'kept');
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
  await countMoney(db, { ...sale, what: `${provider}/${pack}` }, now);
}

export async function countInlineSale(
  db: Transaction,
  { method, ...sale }: Pick<InlinePayment, 'agentId' | 'live' | 'method' | keyof Price>,
  now: Instant,
): Promise<void> {
  await countMoney(db, { ...sale, what: `${method}/${packMatching(sale)}` }, now);
}

async function countMoney(
  db: Transaction,
  { agentId, live, what, credits, cents }: Sale,
  now: Instant,
): Promise<void> {
  const payer = { counts: !isTestAccount((await usernameOf(db, agentId)) ?? '') };
  const money = live ? NAME.LIVE : NAME.PLAY;
  const name = `${money}/${what}`;
  countInAll(db, payer, NAME.SALES + name, 1, 'money');
  countInAll(db, payer, NAME.CREDITS + name, credits, 'money');
  countInAll(db, payer, NAME.CENTS + name, cents, 'money');
  countByHour(db, payer, NAME.CENTS + money, now, cents);
}

function moveStatus(db: Transaction, keeper: TallyOwner, from: CreatureState, to: CreatureState): void {
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

/** How many of the living are counted from the same day. */
function countAlive(db: Transaction, keeper: TallyOwner, ageFrom: Instant, n: 1 | -1): void {
  countDuring(db, keeper, incrementDuring(DAY, ageFrom, NAME.ALIVE, n));
}

function countAge(db: Transaction, keeper: TallyOwner, end: NAME.LifeEnd, livedMs: number): void {
  countInAll(db, keeper, `${end}/${Math.trunc(livedMs / DAY)}`, 1, 'lives');
}

function countInAll(
  db: Transaction,
  { counts, blocked = false }: TallyOwner,
  what: string,
  n = 1,
  list: TallyList = 'house',
): void {
  db.count(incrementTotal(list, what, n));
  if (!counts) db.count(incrementTotal(list, NAME.TEST + what, n));
  if (blocked && IN_PUBLIC_LISTS.some((prefix) => what.startsWith(prefix))) {
    db.count(incrementTotal(list, NAME.OUT + what, n));
  }
}

// What moderation/moderation.store.ts reads of an agent when it is blocked.
const IN_PUBLIC_LISTS = [NAME.CAUSE, NAME.LIVING, NAME.SPECIES_OF] as const;

function countByMinute(db: Transaction, keeper: TallyOwner, what: string, at: Instant): void {
  db.count(incrementDuring(MINUTE, at, what));
  countByHour(db, keeper, what, at);
}

function countByHour(db: Transaction, keeper: TallyOwner, what: string, at: Instant, n = 1): void {
  countDuring(db, keeper, incrementDuring(HOUR, at, what, n));
}

function countDuring(db: Transaction, { counts }: TallyOwner, increment: Increment): void {
  db.count(increment);
  if (!counts) db.count({ ...increment, what: NAME.TEST + increment.what });
}
