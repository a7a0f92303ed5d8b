import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { missedWindows, overdueAt } from '../../rules/care/feeding.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import { isEstablished } from '../../rules/lives/rhythm.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Stage } from '../../rules/vocabulary.ts';
import { archivedLogsOfMany, type CareCounts, careLogOf, countCare } from '../care/care-log.store.ts';
import { readLetters } from '../heart/letters.ts';
import { viewHeart } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { stateOf } from '../lives/creatures.store.ts';
import { type Gravestone, gravestonesOfCreature } from '../lives/gravestones.store.ts';
import { type MilestoneRecord, milestonesOf } from '../lives/life-log.store.ts';
import { totalsOf } from '../lives/read-history.ts';
import { giftPackFor } from '../lives/gifts.ts';
import { readHiddenContent, redactGravestone } from '../moderation/hidden-content.ts';
import { portraitsOf } from '../pictures/pictures.store.ts';
import { findVisibleCreature, toPublic } from './public-reading.ts';

/** An act of care as others may see it: without the item. */
export type CareDeed = Awaited<ReturnType<typeof readRecentCare>>[number];

/** The gravestone of a dead creature, until when it can be resurrected, and for how many credits. */
export type Grave = NonNullable<ReturnType<typeof graveOf>>;

export type CreatureView = NonNullable<Awaited<ReturnType<typeof viewCreature>>>;

/** The public view of a creature in any state; it hatches no egg and counts as no visit. */
export async function viewCreature(house: House, id: string, now: Instant) {
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
    countCare(store, id, { days: firstDay * DAY, parts: ageCuts(reached) }),
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
    /** Age in lived hours, without time spent dead; 0 for an egg. */
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

export type CreatureGlance = NonNullable<Awaited<ReturnType<typeof glanceAt>>>;

export async function glanceAt(house: House, id: string, now: Instant) {
  const found = await findVisibleCreature(house, id, now);
  return found && { ...(await toPublic(house, found, now)), state: stateOf(found.stored.creature) };
}

export type LifeGlance = NonNullable<Awaited<ReturnType<typeof glanceAtLife>>>;

export async function glanceAtLife(house: House, id: string, now: Instant) {
  const glance = await glanceAt(house, id, now);
  if (!glance) return undefined;
  const { creature, species, state } = glance;
  const stones = state === 'dead' ? await readStones(house, id) : [];
  return { ...glance, ageHours: ageOf(creature, now), stone: graveOf(creature, species, stones)?.stone };
}

const ageOf = (creature: Creature, now: Instant) => ageHours(creature, creature.releasedAt ?? now);

async function readStones(house: House, id: string): Promise<readonly Gravestone[]> {
  const hidden = await readHiddenContent(house);
  return (await gravestonesOfCreature(house.store, id)).map((stone) => redactGravestone(hidden, stone));
}

/** Number of days in the chart of care: UTC days, up to the last one of the life. */
const DAYS_SHOWN = 14;

/** Care per day, oldest day first; `whole` is false when the entries read do not cover all days. */
function careDays({ counts, unknownUntil }: CareCounts, firstDay: number) {
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

const DEEDS_SHOWN = 12;
// More log entries are read than shown: a creature may refuse care many times in a row.
const ENTRIES_READ = 50;

async function readRecentCare(house: House, id: string) {
  const hidden = await readHiddenContent(house);
  const entries = await careLogOf(house.store, id, { limit: ENTRIES_READ, offset: 0 });
  return entries
    .filter(({ refused }) => refused === undefined)
    .slice(0, DEEDS_SHOWN)
    .map(({ id: entryId, at, action, category, timing, granted, notes }) => {
      const isPublic = action === 'reflect' && notes !== undefined;
      const words = isPublic ? hidden.visibleText('note', entryId, notes) : undefined;
      const note = words === undefined ? undefined : shortenForDisplay(words);
      return { entryId, at, action, category, timing, granted, note };
    });
}

function graveOf(creature: Creature, species: Species, stones: readonly Gravestone[]) {
  const stone = stones.at(-1);
  const lastDays = lastDaysOf(creature, species, stones);
  if (!stone || !lastDays || creature.releasedAt !== undefined) return undefined;
  const { diedAt } = lastDays;
  const cost = resurrectionCost(creature, diedAt);
  return { stone, lastDays, cost, returnsUntil: resurrectionClosesAt(diedAt) };
}

/** An event of a life; `livedMs` is the lived time until then, without time spent dead, and undefined before hatching. */
export type LifeEvent = ReturnType<typeof lifeEvents>[number];

interface KnownLife {
  readonly creature: Creature;
  readonly species: Species;
  readonly reached: readonly MilestoneRecord[];
  readonly stones: readonly Gravestone[];
  readonly care: CareCounts;
}

/** The events of a life, oldest first. Milestones of a stat that was hidden at the time are left out for good. */
export function lifeEvents(known: KnownLife) {
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

/** Care during a stage that ended; undefined where the log is incomplete. */
function careDuring({ species, care, stones }: KnownLife, part: number, from: Instant, until: Instant) {
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

export function lastDaysOf(creature: Creature, species: Species, stones: readonly Gravestone[]) {
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

export type LettersView = NonNullable<Awaited<ReturnType<typeof viewLetters>>>;

const LETTERS_PER_PAGE = 5;

/** A page of a creature's letters; a number beyond the last page gives the last page. */
export async function viewLetters(
  house: House,
  { id, page: asked }: { id: string; page: number },
  now: Instant,
) {
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
