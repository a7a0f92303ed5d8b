import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { overdueAt } from '../../rules/care/feeding.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import type { LastDays } from '../../rules/lives/death.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { isEstablished } from '../../rules/lives/rhythm.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Milestone, Path, Stage } from '../../rules/vocabulary.ts';
import {
  archivedLogsOfMany,
  type CareCounts,
  type CareLogEntry,
  careLogOf,
  countCare,
} from '../care/care-log.store.ts';
import { type LetterPage, readLetters } from '../heart/read-heart.ts';
import { type HeartView, viewHeart } from '../heart/view-heart.ts';
import type { House } from '../house.ts';
import { type CreatureState, stateOf, type StoredCreature } from '../lives/creatures.store.ts';
import { type Gravestone, gravestonesOfCreature } from '../lives/gravestones.store.ts';
import { type MilestoneRecord, milestonesOf } from '../lives/life-log.store.ts';
import { type CareTotals, totalsOf } from '../lives/read-history.ts';
import { type HiddenContent, readHiddenContent } from '../moderation/hidden-content.ts';
import { redactGravestone } from '../moderation/redact.ts';
import { type Portrait, portraitsOf } from '../pictures/pictures.store.ts';
import { findVisibleCreature, type PublicCreature, toPublic } from './public-creature.ts';

/** One act of care, as others may see it: what was brought is between the two of them. */
export interface CareDeed extends Pick<CareLogEntry, 'at' | 'action' | 'category' | 'timing' | 'granted'> {
  readonly entryId: string;
  /** A stranger's words, where they were written for others to read. */
  readonly note: string | undefined;
}

/** The stone it lies under, and until when it could come back. */
export type Grave = NonNullable<ReturnType<typeof graveOf>>;

export interface CreatureView extends PublicCreature {
  readonly now: Instant;
  readonly state: CreatureState;
  /** Lived time only; 0 for an egg. */
  readonly ageHours: number;
  readonly totals: CareTotals;
  /** In the order it happened. */
  readonly timeline: readonly LifeEvent[];
  /** Its last days, day by day. */
  readonly care: ReturnType<typeof careDays>;
  /** The newest first. */
  readonly recent: readonly CareDeed[];
  /** The oldest first. */
  readonly portraits: readonly Portrait[];
  readonly grave: Grave | undefined;
  /** Of one that has hatched. */
  readonly heart: HeartView | undefined;
}

/** One creature, whatever became of it, for anybody: looking at it neither hatches an egg nor is noticed. */
export async function viewCreature(
  house: House,
  id: string,
  now: Instant,
): Promise<CreatureView | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const shown = await toPublic(house, found, now);
  const { store } = house;
  const hidden = await readHiddenContent(house);
  const { creature, species } = shown;
  const reached = await milestonesOf(store, id);
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  const first = firstDayShown(end);
  const [stones, care, recent, portraits, heart] = await Promise.all([
    stonesOf(house, hidden, id),
    countKnownCare(house, id, { days: first * DAY, parts: ageCuts(reached) }),
    recentCare(house, hidden, id),
    portraitsFor(house, found.stored),
    viewHeart(house, creature, species, now),
  ]);
  return {
    ...shown,
    now,
    state: stateOf(creature),
    ageHours: ageOf(creature, now),
    totals: totalsOf(creature, species, now),
    timeline: lifeEvents({ creature, reached, stones, care }),
    care: careDays(care, first),
    recent,
    portraits,
    grave: graveOf(creature, species, stones),
    heart,
  };
}

export interface CreatureGlance extends PublicCreature {
  readonly state: CreatureState;
}

/** The same in a glance: who it is, and how it is. */
export async function glanceAt(house: House, id: string, now: Instant): Promise<CreatureGlance | undefined> {
  const found = await findVisibleCreature(house, id, now);
  return found && { ...(await toPublic(house, found, now)), state: stateOf(found.stored.creature) };
}

export interface LifeGlance extends CreatureGlance {
  /** Lived time only; 0 for an egg. */
  readonly ageHours: number;
  /** The one it lies under. */
  readonly stone: Gravestone | undefined;
}

/** The same with what became of it. */
export async function glanceAtLife(house: House, id: string, now: Instant): Promise<LifeGlance | undefined> {
  const glance = await glanceAt(house, id, now);
  if (!glance) return undefined;
  const { creature, species, state } = glance;
  const stones = state === 'dead' ? await stonesOf(house, await readHiddenContent(house), id) : [];
  return { ...glance, ageHours: ageOf(creature, now), stone: graveOf(creature, species, stones)?.stone };
}

function ageOf(creature: Creature, now: Instant): number {
  return ageHours(creature, creature.releasedAt ?? now);
}

async function stonesOf({ store }: House, hidden: HiddenContent, id: string): Promise<readonly Gravestone[]> {
  return (await gravestonesOfCreature(store, id)).map((stone) => redactGravestone(hidden, stone));
}

const DAYS_SHOWN = 14;

/** Of the last fourteen days of the world (UTC) that it was there for, the first. */
function firstDayShown(end: Instant): number {
  return Math.floor(end / DAY) - DAYS_SHOWN + 1;
}

/** What its log tells; entries that 1.0.0 has archived are unknown. */
async function countKnownCare(
  { store }: House,
  id: string,
  cuts: Parameters<typeof countCare>[2],
): Promise<CareCounts> {
  const [counted, [archived]] = await Promise.all([
    countCare(store, id, cuts),
    archivedLogsOfMany(store, [id]),
  ]);
  return { ...counted, unknownUntil: counted.unknownUntil ?? archived?.lastAt };
}

/** The oldest day first; `whole` is false when more was done than is looked through. */
function careDays({ counts, unknownUntil }: CareCounts, first: number) {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const days = Array.from({ length: DAYS_SHOWN }, (_, at) => ({
    startsAt: (first + at) * DAY,
    counts: countsByAction(byDay.get(first + at) ?? []),
  }));
  return { days, whole: unknownUntil === undefined || unknownUntil < first * DAY };
}

function countsByAction(done: CareCounts['counts']): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {};
  for (const { action, n } of done) counts[action] = (counts[action] ?? 0) + n;
  return counts;
}

const DEEDS_SHOWN = 12;
// A shy creature may refuse any number of times in a row.
const LOOKED_THROUGH = 50;

async function recentCare({ store }: House, hidden: HiddenContent, id: string): Promise<readonly CareDeed[]> {
  const entries = await careLogOf(store, id, { limit: LOOKED_THROUGH, offset: 0 });
  return entries
    .filter(({ refused }) => refused === undefined)
    .slice(0, DEEDS_SHOWN)
    .map((entry) => deedOf(hidden, entry));
}

function deedOf(hidden: HiddenContent, { id, notes, ...entry }: CareLogEntry): CareDeed {
  const { at, action, category, timing, granted } = entry;
  const told = action === 'reflect' ? notes : undefined;
  const words = told === undefined ? undefined : hidden.visibleText('note', id, told);
  const note = words === undefined ? undefined : shortenForDisplay(words);
  return { entryId: id, at, action, category, timing, granted, note };
}

async function portraitsFor(
  { store }: House,
  { portraits, creature }: StoredCreature,
): Promise<readonly Portrait[]> {
  return portraits === 0 ? [] : portraitsOf(store, creature.id);
}

function graveOf(creature: Creature, species: Species, stones: readonly Gravestone[]) {
  const stone = stones.at(-1);
  const lastDays = lastDaysOf(creature, species, stones);
  if (!stone || !lastDays || creature.releasedAt !== undefined) return undefined;
  return { stone, lastDays, returnsUntil: resurrectionClosesAt(lastDays.diedAt) };
}

/** Something in a life that others may know, at its own moment. */
export type LifeEvent = LifeMoment &
  (
    | { readonly kind: 'adopted' | 'first_meal' | 'released' }
    | { readonly kind: 'hatched'; readonly waitedMs: number }
    | { readonly kind: 'returned'; readonly awayMs: number }
    | GrowthEvent
    | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number }
    | { readonly kind: 'died'; readonly stone: Gravestone }
  );

interface LifeMoment {
  readonly at: Instant;
  /** How long it had lived by then, its time in the graveyard left out; undefined before it hatched. */
  readonly livedMs: number | undefined;
}

interface GrowthEvent {
  readonly kind: 'grew';
  readonly to: GrownStage;
  readonly path: Path | undefined;
  /** What was done for it in the age that ended; undefined where not all of that is known any more. */
  readonly care: AgeCare | undefined;
}

/** What was done for a creature in one of its ages. */
interface AgeCare {
  readonly meals: number;
  /** Those among them that came after their window. */
  readonly lateMeals: number;
  readonly lessons: number;
  readonly games: number;
}

/** All that is stored of a life and may be told. */
interface KnownLife {
  readonly creature: Creature;
  /** In the order they were reached. */
  readonly reached: readonly MilestoneRecord[];
  readonly stones: readonly Gravestone[];
  readonly care: CareCounts;
}

/** A life in the order it happened. What was reached in a stat that was hidden then is left out for ever. */
export function lifeEvents(records: KnownLife): readonly LifeEvent[] {
  const { creature, reached, stones, care } = records;
  const shown = reached.filter((each) => each.shown);
  const events = [
    { kind: 'adopted', at: creature.adoptedAt },
    ...shown.filter(isStage).map((stage) => growthOf(stage, records)),
    ...firstMealIn(care),
    ...shown.filter(isThreshold).map((milestone) => ({ kind: 'milestone', ...milestone }) as const),
    ...stones.flatMap(endingsOf),
    ...(creature.releasedAt === undefined ? [] : [{ kind: 'released', at: creature.releasedAt } as const]),
  ] as const;
  return events
    .map((event) => ({ ...event, livedMs: livedUntil(event.at, creature, stones) }))
    .toSorted((one, other) => one.at - other.at);
}

type StageRecord = MilestoneRecord & { readonly threshold: Stage };
type ThresholdRecord = MilestoneRecord & { readonly threshold: number };

function isStage(record: MilestoneRecord): record is StageRecord {
  return typeof record.threshold === 'string';
}

function isThreshold(record: MilestoneRecord): record is ThresholdRecord {
  return typeof record.threshold === 'number';
}

/** The stages it grows into by itself, in their order. */
const GROWN_STAGES = ['child', 'teen', 'adult'] as const satisfies Stage[];
type GrownStage = (typeof GROWN_STAGES)[number];

/** The moments at which a life is cut into its ages; an age that was not reached ends after everything. */
export function ageCuts(reached: readonly MilestoneRecord[]): readonly [Instant, Instant, Instant] {
  const cut = (stage: GrownStage) => reachedAt(reached, stage) ?? Number.MAX_SAFE_INTEGER;
  return [cut('child'), cut('teen'), cut('adult')];
}

function reachedAt(reached: readonly MilestoneRecord[], stage: Stage): Instant | undefined {
  return reached.find(({ threshold }) => threshold === stage)?.at;
}

const STAGE_BEFORE: Record<GrownStage, Stage> = { child: 'baby', teen: 'child', adult: 'teen' };

function growthOf({ threshold, at }: StageRecord, { creature, reached, care }: KnownLife) {
  const to = GROWN_STAGES.find((stage) => stage === threshold);
  if (!to) return { kind: 'hatched', at, waitedMs: at - creature.adoptedAt } as const;
  const path = to === 'adult' ? creature.path : undefined;
  const from = reachedAt(reached, STAGE_BEFORE[to]) ?? at;
  return { kind: 'grew', at, to, path, care: careInPart(care, GROWN_STAGES.indexOf(to), from) } as const;
}

function careInPart({ counts, unknownUntil }: CareCounts, part: number, from: Instant): AgeCare | undefined {
  if (unknownUntil !== undefined && unknownUntil >= from) return undefined;
  const done = counts.filter((each) => each.part === part);
  const sum = (fits: (each: (typeof done)[number]) => boolean) =>
    done.filter(fits).reduce((total, { n }) => total + n, 0);
  return {
    meals: sum(({ action }) => action === 'feed'),
    lateMeals: sum(({ timing }) => timing === 'late' || timing === 'missed_window'),
    lessons: sum(({ action }) => action === 'discipline'),
    games: sum(({ action }) => action === 'play'),
  };
}

function firstMealIn({ counts, unknownUntil }: CareCounts) {
  const meals = counts.filter(({ action }) => action === 'feed');
  if (unknownUntil !== undefined || meals.length === 0) return [];
  return [{ kind: 'first_meal', at: Math.min(...meals.map(({ firstAt }) => firstAt)) } as const];
}

function endingsOf(stone: Gravestone) {
  const { diedAt, resurrectedAt } = stone;
  const death = { kind: 'died', at: diedAt, stone } as const;
  if (resurrectedAt === undefined) return [death];
  return [death, { kind: 'returned', at: resurrectedAt, awayMs: resurrectedAt - diedAt } as const];
}

function livedUntil(at: Instant, { life }: Creature, stones: readonly Gravestone[]): number | undefined {
  if (!life || at < life.hatchedAt) return undefined;
  const dead = stones.map(({ diedAt, resurrectedAt = Infinity }) =>
    Math.max(0, Math.min(at, resurrectedAt) - diedAt),
  );
  return at - life.hatchedAt - dead.reduce((sum, ms) => sum + ms, 0);
}

/** The last days of one that lies under the last of these stones. */
export function lastDaysOf(
  creature: Creature,
  species: Species,
  stones: readonly Gravestone[],
): LastDays | undefined {
  const [stone, before] = stones.toReversed();
  if (!stone || !hasHatched(creature) || !creature.died) return undefined;
  const { life } = creature;
  const { diedAt, lastCareAction } = stone;
  // The counts on a stone are of a whole life, those of the lives before this one included.
  const wasFed = stone.feedings > (before?.feedings ?? 0);
  const wasCaredFor = stone.careActions > (before?.careActions ?? 0);
  const closedAt = Math.floor(overdueAt(creature, species));
  const expectedAt = Math.floor(life.lastCareAt + life.rhythm.averageHours * HOUR);
  const hadRhythm = wasCaredFor && isEstablished(life.rhythm) && expectedAt < diedAt;
  return {
    diedAt,
    beganAt: before?.resurrectedAt ?? life.hatchedAt,
    broughtBack: stone.deathNumber - 1,
    lastMealAt: wasFed ? life.lastFedAt : undefined,
    windowMissedAt: closedAt < diedAt ? closedAt : undefined,
    lastCare: wasCaredFor && lastCareAction ? { at: life.lastCareAt, action: lastCareAction } : undefined,
    expected: hadRhythm ? { at: expectedAt, everyHours: life.rhythm.averageHours } : undefined,
  };
}

/** Letters of a creature, and whose they are. */
export interface LettersView extends LetterPage {
  readonly glance: LifeGlance;
  readonly page: number;
  readonly pages: number;
}

const LETTERS_PER_PAGE = 5;

/** A page of what a creature has written, for anybody; one after the last is the last. */
export async function viewLetters(
  house: House,
  { id, page: asked }: { readonly id: string; readonly page: number },
  now: Instant,
): Promise<LettersView | undefined> {
  const glance = await glanceAtLife(house, id, now);
  if (!glance) return undefined;
  const { creature, species } = glance;
  const read = (page: number) =>
    readLetters(house, creature, species, now, {
      limit: LETTERS_PER_PAGE,
      offset: (page - 1) * LETTERS_PER_PAGE,
    });
  const found = await read(asked);
  const pages = Math.max(1, Math.ceil(found.total / LETTERS_PER_PAGE));
  if (asked <= pages) return { ...found, glance, page: asked, pages };
  return { ...(await read(pages)), glance, page: pages, pages };
}
