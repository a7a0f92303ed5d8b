import { allReadable } from '../../../packages/database/table.ts';
import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { missedWindows, overdueAt } from '../../rules/care/feeding.ts';
import type { Pack } from '../../rules/credits.ts';
import type { ReadLetter } from '../../rules/heart/heart.ts';
import { KEEPSAKE_OF_FIRST_MEAL } from '../../rules/heart/keepsakes.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import { isEstablished } from '../../rules/lives/rhythm.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Path, Milestone, CreatureState, Stage } from '../../rules/vocabulary.ts';
import { type Gravestone, gravestonesOfCreature, returnsOfMany } from '../creatures/gravestones.store.ts';
import { readLog } from '../creatures/long-documents.ts';
import { settle } from '../creatures/settle.ts';
import { readLetters, type LetterPage } from '../heart/letters.ts';
import { viewHeart, type HeartView } from '../heart/read-heart.ts';
import {
  type HiddenHouse,
  readHiddenContent,
  redactGravestone,
  visibleCreatureName,
} from '../hidden/hidden-content.ts';
import { giftPackFor } from '../lives/gifts.ts';
import { totalsOf, type CareTotals } from '../lives/read-history.ts';
import { portraitsOf, type Portrait } from '../pictures/pictures.store.ts';
import {
  archivedLogsOfMany,
  type CareCounts,
  countCare,
  type PublicDeed,
  publicDeedsOf,
} from '../records/care-log.store.ts';
import { stateOf, type StoredCreature } from '../records/creatures.store.ts';
import { keptByMany } from '../records/heart.store.ts';
import { type MilestoneRecord, milestonesOf, milestonesOfMany } from '../records/life-log.store.ts';
import { speciesOf } from '../species/species-registry.ts';
import { findManyWithKeepers } from './lists.store.ts';
import { findVisibleCreature, toPublic, type PublicCreature } from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

/** An act of care as others may see it: without the item. */
export interface CareDeed extends Pick<PublicDeed, 'at' | 'action' | 'category' | 'timing' | 'granted'> {
  readonly entryId: string;
  readonly note: string | undefined;
}

/** The gravestone of a dead creature, until when it can be resurrected, and for how many credits. */
export interface Grave {
  readonly stone: Gravestone;
  readonly lastDays: EndOfLife;
  readonly cost: number;
  readonly returnsUntil: Instant;
}

export interface CreatureView extends PublicCreature {
  readonly now: Instant;
  readonly version: number;
  readonly state: CreatureState;
  /** Age in lived hours, without time spent dead; 0 for an egg. */
  readonly ageHours: number;
  readonly totals: CareTotals;
  readonly timeline: readonly LifeEvent[];
  readonly care: CareChart;
  readonly recent: readonly CareDeed[];
  readonly portraits: readonly Portrait[];
  readonly grave: Grave | undefined;
  readonly giftPack: Pack | undefined;
  readonly heart: HeartView | undefined;
}

/** The public view of a creature in any state; it hatches no egg and counts as no visit. */
export async function viewCreature(
  house: PublicHouse,
  id: string,
  now: Instant,
): Promise<CreatureView | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const shown = await toPublic(house, found, now);
  const { store } = house;
  const { creature, species } = shown;
  const reached = await milestonesOf(store, id);
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  const firstDay = Math.floor(end / DAY) - DAYS_SHOWN + 1;
  const [stones, counted, [archived], recent, portraits, heart] = await Promise.all([
    readStones(house, id),
    readCounts(house, creature, { days: firstDay * DAY, parts: ageCuts(reached) }),
    archivedLogsOfMany(store, [id]),
    readRecentCare(house, id),
    found.stored.portraits === 0 ? [] : portraitsOf(store, id),
    viewHeart(house, creature, species, now),
  ]);
  const care = { ...counted, unknownUntil: counted.unknownUntil ?? archived?.lastAt };
  return {
    ...shown,
    now,
    version: found.stored.version,
    state: stateOf(creature),
    ageHours: ageOf(creature, now),
    totals: totalsOf(creature, species, now),
    timeline: lifeEvents({ creature, species, reached, stones, care }),
    care: careDays(care, firstDay),
    recent,
    portraits,
    grave: graveOf(creature, species, stones),
    giftPack: await giftPackFor(house, creature, now),
    heart,
  };
}

function readCounts(
  house: PublicHouse,
  creature: Creature,
  asked: Parameters<typeof countCare>[2],
): Promise<CareCounts> {
  const order = { kind: 'counts', creatureId: creature.id, ...asked } as const;
  return readLog(house, creature, order, () => countCare(house.store, creature.id, asked));
}

export interface CreatureGlance extends PublicCreature {
  readonly state: CreatureState;
}

export async function glanceAt(
  house: PublicHouse,
  id: string,
  now: Instant,
): Promise<CreatureGlance | undefined> {
  const found = await findVisibleCreature(house, id, now);
  return found && { ...(await toPublic(house, found, now)), state: stateOf(found.stored.creature) };
}

export interface LifeGlance extends CreatureGlance {
  readonly ageHours: number;
  /** Of a dead creature. */
  readonly stone: Gravestone | undefined;
}

export async function glanceAtLife(
  house: PublicHouse,
  id: string,
  now: Instant,
): Promise<LifeGlance | undefined> {
  const glance = await glanceAt(house, id, now);
  if (!glance) return undefined;
  const { creature, species, state } = glance;
  const stones = state === 'dead' ? await readStones(house, id) : [];
  return { ...glance, ageHours: ageOf(creature, now), stone: graveOf(creature, species, stones)?.stone };
}

const ageOf = (creature: Creature, now: Instant) => ageHours(creature, creature.releasedAt ?? now);

async function readStones(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  id: string,
): Promise<readonly Gravestone[]> {
  const hidden = await readHiddenContent(house);
  return (await gravestonesOfCreature(house.store, id)).map((stone) => redactGravestone(hidden, stone));
}

/** Number of days in the chart of care: UTC days, up to the last one of the life. */
const DAYS_SHOWN = 14;

/** Care per day, the oldest day first. */
interface CareChart {
  readonly days: readonly CareDay[];
  /** False if the entries read do not cover all days. */
  readonly whole: boolean;
}

interface CareDay {
  readonly startsAt: Instant;
  readonly counts: Readonly<Partial<Record<Action, number>>>;
}

/** Care per day, oldest day first; `whole` is false when the entries read do not cover all days. */
function careDays({ counts, unknownUntil }: CareCounts, firstDay: number): CareChart {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const days = Array.from({ length: DAYS_SHOWN }, (_, at) => ({
    startsAt: (firstDay + at) * DAY,
    counts: countsByAction(byDay.get(firstDay + at) ?? []),
  }));
  return { days, whole: unknownUntil === undefined || unknownUntil < firstDay * DAY };
}

function countsByAction(done: CareCounts['counts']): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {};
  for (const { action, n } of done) counts[action] = (counts[action] ?? 0) + n;
  return counts;
}

/** A creature with the events of its life and its newest letter. */
export interface EventMention {
  readonly id: string;
  readonly name: string;
  readonly events: readonly MentionedEvent[];
  readonly letter: ReadLetter | undefined;
}

type MentionedEvent = { readonly at: Instant } & (
  | { readonly kind: 'grew'; readonly to: GrownStage }
  | { readonly kind: 'returned'; readonly awayMs: number }
  | { readonly kind: 'hatched' | 'first_meal' | 'died' | 'released' }
);

/** The events of some lives and their newest letters, from what is stored about them: no care log is read. */
export async function eventsOfMany(
  house: PublicHouse,
  ids: readonly string[],
  now: Instant,
): Promise<EventMention[]> {
  const { store } = house;
  const [hidden, found] = await Promise.all([readHiddenContent(house), findManyWithKeepers(store, ids)]);
  const visible = found.filter(({ stored }) => !hidden.hidesAgent(stored.creature.keeperId));
  const current = await allReadable(visible.map(({ stored }) => settle(house, stored, now)));
  const known = current.map(({ creature }) => creature.id);
  const [reached, meals, deaths] = await Promise.all([
    milestonesOfMany(store, known),
    keptByMany(store, known, KEEPSAKE_OF_FIRST_MEAL),
    returnsOfMany(store, known),
  ]);
  const letters = await allReadable(current.map((stored) => newestLetter(house, stored, now)));
  return current.map(({ creature }) => {
    const isOwn = (row: { readonly creatureId: string }) => row.creatureId === creature.id;
    const events = [
      ...reached.filter(isOwn).flatMap(({ type, threshold, reachedAt: at }) => {
        if (type !== 'stage_transition') return [];
        const to = GROWN_STAGES.find((stage) => stage === threshold);
        return [to ? ({ kind: 'grew', at, to } as const) : ({ kind: 'hatched', at } as const)];
      }),
      ...meals.filter(isOwn).map(({ keptAt: at }) => ({ kind: 'first_meal', at }) as const),
      ...deaths.filter(isOwn).flatMap(({ diedAt, resurrectedAt: at }) => {
        const died = { kind: 'died', at: diedAt } as const;
        return at === undefined ? [died] : [died, { kind: 'returned', at, awayMs: at - diedAt } as const];
      }),
      ...(creature.releasedAt === undefined ? [] : [{ kind: 'released', at: creature.releasedAt } as const]),
    ];
    const letter = letters.find(isOwn)?.letter;
    return { id: creature.id, name: visibleCreatureName(hidden, creature), events, letter };
  });
}

async function newestLetter(house: PublicHouse, { creature }: StoredCreature, now: Instant) {
  const name = visibleCreatureName(await readHiddenContent(house), creature);
  const species = await speciesOf(house, creature.species);
  const { letters } = await readLetters(house, { ...creature, name }, species, now, { limit: 1, offset: 0 });
  return { creatureId: creature.id, letter: letters[0] };
}

const DEEDS_SHOWN = 12;

async function readRecentCare(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  id: string,
): Promise<CareDeed[]> {
  const hidden = await readHiddenContent(house);
  const deeds = await publicDeedsOf(house.store, id, DEEDS_SHOWN);
  return deeds.map(({ id: entryId, at, action, category, timing, granted, notes }) => {
    const words = notes === undefined ? undefined : hidden.visibleText('note', entryId, notes);
    const note = words === undefined ? undefined : shortenForDisplay(words);
    return { entryId, at, action, category, timing, granted, note };
  });
}

function graveOf(creature: Creature, species: Species, stones: readonly Gravestone[]): Grave | undefined {
  const stone = stones.at(-1);
  const lastDays = lastDaysOf(creature, species, stones);
  if (!stone || !lastDays || creature.releasedAt !== undefined) return undefined;
  const { diedAt } = lastDays;
  const cost = resurrectionCost(creature, diedAt);
  return { stone, lastDays, cost, returnsUntil: resurrectionClosesAt(diedAt) };
}

/** An event of a life; `livedMs` is the lived time until then, without time spent dead, and undefined before hatching. */
export type LifeEvent = { readonly at: Instant; readonly livedMs: number | undefined } & (
  | { readonly kind: 'adopted' | 'first_meal' | 'released' }
  | { readonly kind: 'hatched'; readonly waitedMs: number }
  | {
      readonly kind: 'grew';
      readonly to: GrownStage;
      readonly path: Path | undefined;
      readonly care: StageCare | undefined;
    }
  | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number }
  | { readonly kind: 'died'; readonly stone: Gravestone }
  | { readonly kind: 'returned'; readonly awayMs: number }
);

interface KnownLife {
  readonly creature: Creature;
  readonly species: Species;
  readonly reached: readonly MilestoneRecord[];
  readonly stones: readonly Gravestone[];
  readonly care: CareCounts;
}

/** The events of a life, oldest first. Milestones of a stat that was hidden at the time are left out for good. */
export function lifeEvents(known: KnownLife): LifeEvent[] {
  const { creature, reached, stones, care } = known;
  const shown = reached.filter((each) => each.shown);
  const events = [
    { kind: 'adopted', at: creature.adoptedAt } as const,
    ...shown.flatMap(({ threshold, at }) =>
      typeof threshold === 'number' ? [] : [growthTo(threshold, at, known)],
    ),
    ...firstMealIn(care),
    ...shown.flatMap(({ type, threshold, at }) =>
      typeof threshold === 'number' ? [{ kind: 'milestone', type, threshold, at } as const] : [],
    ),
    ...stones.flatMap(endingsOf),
    ...(creature.releasedAt === undefined ? [] : [{ kind: 'released', at: creature.releasedAt } as const]),
  ];
  return events
    .map((event) => ({ ...event, livedMs: livedUntil(event.at, creature, stones) }))
    .toSorted((one, other) => one.at - other.at);
}

const GROWN_STAGES = ['child', 'teen', 'adult'] as const satisfies Stage[];
type GrownStage = (typeof GROWN_STAGES)[number];
const STAGE_BEFORE: Record<GrownStage, Stage> = { child: 'baby', teen: 'child', adult: 'teen' };

/** When each stage began; for a stage that was not reached, the largest possible moment. */
export function ageCuts(reached: readonly MilestoneRecord[]): readonly [Instant, Instant, Instant] {
  const cut = (stage: GrownStage) => reachedAt(reached, stage) ?? Number.MAX_SAFE_INTEGER;
  return [cut('child'), cut('teen'), cut('adult')];
}

function reachedAt(reached: readonly MilestoneRecord[], stage: Stage): Instant | undefined {
  return reached.find(({ threshold }) => threshold === stage)?.at;
}

function growthTo(reachedStage: Stage, at: Instant, known: KnownLife) {
  const to = GROWN_STAGES.find((stage) => stage === reachedStage);
  if (!to) return { kind: 'hatched', at, waitedMs: at - known.creature.adoptedAt } as const;
  const path = to === 'adult' ? known.creature.path : undefined;
  const from = reachedAt(known.reached, STAGE_BEFORE[to]) ?? at;
  return { kind: 'grew', at, to, path, care: careDuring(known, GROWN_STAGES.indexOf(to), from, at) } as const;
}

/** Care during a stage that ended. */
interface StageCare {
  readonly meals: number;
  readonly lateMeals: number;
  /** Meals missed when the stage ended. */
  readonly missedAtEnd: number;
  readonly lessons: number;
  readonly games: number;
}

/** Care during a stage that ended; undefined where the log is incomplete. */
function careDuring(
  { species, care, stones }: KnownLife,
  part: number,
  from: Instant,
  until: Instant,
): StageCare | undefined {
  if (care.unknownUntil !== undefined && care.unknownUntil >= from) return undefined;
  const done = care.counts.filter((each) => each.part === part);
  const sum = (fits: (each: (typeof done)[number]) => boolean) =>
    done.filter(fits).reduce((total, { n }) => total + n, 0);
  const meals = done.filter(({ action }) => action === 'feed').map(({ lastAt }) => lastAt);
  // A resurrection restarts the feeding window, so time spent dead does not count as hunger.
  const returns = stones.map(({ resurrectedAt = from }) => resurrectedAt).filter((at) => at < until);
  const hungryHours = (until - Math.max(from, ...meals, ...returns)) / HOUR;
  return {
    meals: sum(({ action }) => action === 'feed'),
    lateMeals: sum(({ timing }) => timing === 'late' || timing === 'missed_window'),
    missedAtEnd: missedWindows(hungryHours / species.feedingWindowHours),
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

/** How a life ended. */
export interface EndOfLife {
  readonly diedAt: Instant;
  /** When this life began: at hatching, or at the last resurrection. */
  readonly beganAt: Instant;
  readonly broughtBack: number;
  readonly lastMealAt: Instant | undefined;
  readonly windowMissedAt: Instant | undefined;
  readonly lastCare: { readonly at: Instant; readonly action: Action } | undefined;
  /** The next care by the creature's rhythm. */
  readonly expected: { readonly at: Instant; readonly everyHours: number } | undefined;
}

export function lastDaysOf(
  creature: Creature,
  species: Species,
  stones: readonly Gravestone[],
): EndOfLife | undefined {
  const [stone, before] = stones.toReversed();
  if (!stone || !hasHatched(creature) || !creature.died) return undefined;
  const { life } = creature;
  const { diedAt, lastCareAction } = stone;
  // The counts on a gravestone include the creature's earlier lives.
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

export interface LettersView extends LetterPage {
  readonly glance: LifeGlance;
  readonly page: number;
  readonly pages: number;
}

const LETTERS_PER_PAGE = 5;

/** A page of a creature's letters; a number beyond the last page gives the last page. */
export async function viewLetters(
  house: PublicHouse,
  { id, page: asked }: { id: string; page: number },
  now: Instant,
): Promise<LettersView | undefined> {
  const glance = await glanceAtLife(house, id, now);
  if (!glance) return undefined;
  const { creature, species } = glance;
  const read = (page: number) => {
    const range = { limit: LETTERS_PER_PAGE, offset: (page - 1) * LETTERS_PER_PAGE };
    return readLetters(house, creature, species, now, range);
  };
  const found = await read(asked);
  const pages = Math.max(1, Math.ceil(found.total / LETTERS_PER_PAGE));
  if (asked <= pages) return { ...found, glance, page: asked, pages };
  return { ...(await read(pages)), glance, page: pages, pages };
}
