import { LruCache, recordOf } from '../../../packages/base/collections.ts';
import type { Database, Db } from '../../../packages/database/db.ts';
import { DAY, HOUR, type Instant, TimeZone } from '../../rules/base/clock.ts';
import { hasHatched, type HatchedCreature } from '../../rules/lives/creature.ts';
import { BEDTIME, MORNING } from '../../rules/lives/rhythm.ts';
import { traceLife, type TracedEvent, type TracePoint, traceUntil } from '../../rules/lives/trace.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Stage, Stat } from '../../rules/vocabulary.ts';
import { type LogOrder, readLog } from '../creatures/long-documents.ts';
import type { BaseHouse } from '../house.ts';
import { tracedCareOf, type TracedCareEntry } from '../records/care-log.store.ts';
import { findCreature } from '../records/creatures.store.ts';
import { lastMovesOf, lastNoticedLooksOf } from '../records/life-log.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import type { PublicHouse } from './replica.ts';
import type { CreatureView, LifeEvent } from './view-creature.ts';

export const CHART_STATS = ['hunger', 'happiness', 'health', 'trust'] as const satisfies Stat[];
export type ChartStat = (typeof CHART_STATS)[number];

/** A stat of a line; undefined from the moment at which it was hidden, or the creature dead. */
interface LinePoint {
  readonly at: Instant;
  readonly value: number | undefined;
}

export interface ChartSpan {
  readonly from: Instant;
  readonly until: Instant;
}

export interface ChartRow extends ChartSpan {
  /** The lowest and the highest value of each stat that was shown. */
  readonly ranges: Readonly<Partial<Record<ChartStat, readonly [number, number]>>>;
  readonly acts: number;
}

export interface Chart extends ChartSpan {
  readonly lines: Readonly<Record<ChartStat, readonly LinePoint[]>>;
  /** Acts by slot, oldest first: several of one kind in one slot are one mark. */
  readonly acts: readonly { readonly at: Instant; readonly action: Action; readonly count: number }[];
  readonly stages: readonly (ChartSpan & { readonly stage: Stage })[];
  readonly nights: readonly ChartSpan[];
  readonly dead: readonly ChartSpan[];
  readonly endsInDeath: boolean;
  readonly rows: readonly ChartRow[];
}

export interface LifeCharts {
  /** The last 48 hours, or those before its end. */
  readonly recent: Chart;
  /** Undefined for a life shorter than that. */
  readonly whole: Chart | undefined;
  /** Lines and acts begin here: what lies before in the log is not read. Undefined if everything is. */
  readonly knownFrom: Instant | undefined;
}

const RECENT: number = 2 * DAY;
/** Points of a line per chart: each slot has its lowest and its highest. */
const LINE_SLOTS = 96;
const ACT_SLOTS = 60;
const ROWS = 8;
/** Nights of a longer life would be narrower than the lines. */
const LONGEST_WITH_NIGHTS = 21 * DAY;

/** The events that charts show; of others only the moment counts. */
type ChartedEvent = { readonly at: Instant } & (
  | { readonly kind: 'grew'; readonly to: Stage }
  | { readonly kind: 'returned'; readonly awayMs: number }
  | { readonly kind: Exclude<LifeEvent['kind'], 'grew' | 'returned'> }
);

interface Charted extends Pick<CreatureView, 'creature' | 'species' | 'version' | 'now'> {
  /** The oldest event first. */
  readonly timeline: readonly ChartedEvent[];
}

/** The charts of a creature that has hatched. */
export async function readLifeCharts(house: PublicHouse, view: Charted): Promise<LifeCharts | undefined> {
  const { creature, species, timeline, now, version } = view;
  if (!hasHatched(creature)) return undefined;
  const until = Math.max(creature.life.settledAt, creature.died?.at ?? creature.releasedAt ?? now);
  const spans = { until, stages: stagesOf(timeline, until), dead: deadSpans(timeline) };
  const order = { kind: 'charts', creatureId: creature.id, ...spans } as const;
  const life = { creature, species, version, ...spans };
  const charts = await readLog<LifeCharts | null>(house, creature, order, () => drawLife(house, life));
  return charts ?? undefined;
}

interface DrawnLife extends Pick<Chart, 'dead' | 'stages' | 'until'> {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly version: number;
}

/** The charts of a life, in the thread that reads its log. */
export async function writeLifeCharts(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  { creatureId, until, stages, dead }: LogOrder & { readonly kind: 'charts' },
): Promise<LifeCharts | undefined> {
  const stored = await findCreature(house.store, creatureId);
  if (!stored || !hasHatched(stored.creature)) return undefined;
  const { creature, version } = stored;
  const species = await speciesOf(house, creature.species);
  return drawLife(house, { creature, species, version, until, stages, dead });
}

async function drawLife(house: Pick<BaseHouse, 'store'>, life: DrawnLife): Promise<LifeCharts> {
  const { creature, species, until, stages, dead } = life;
  const past = await pastOf(house, life);
  const points = [...past.points, ...traceUntil(creature, species, until)];
  const { hatchedAt } = creature.life;
  const endsInDeath = creature.died !== undefined;
  const chartOf = (from: Instant) =>
    chartFrom({ from, until }, { points, acts: past.acts, stages, dead, endsInDeath });
  const knownFrom = points.find(({ shown }) => Object.keys(shown).length > 0)?.at;
  return {
    recent: chartOf(until - RECENT),
    whole: until - hatchedAt > RECENT ? chartOf(hatchedAt) : undefined,
    knownFrom: past.whole ? undefined : knownFrom,
  };
}

interface Past {
  readonly whole: boolean;
  readonly points: readonly TracePoint[];
  readonly acts: readonly { readonly at: Instant; readonly action: Action }[];
}

// Replaying an act takes ten microseconds, and acts change only with the creature's version.
const CACHE_SIZE = 50;
const pasts = new WeakMap<Database, LruCache<Promise<Past>>>();

function pastOf({ store }: Pick<BaseHouse, 'store'>, life: DrawnLife): Promise<Past> {
  const cache = pasts.get(store) ?? new LruCache<Promise<Past>>(CACHE_SIZE);
  pasts.set(store, cache);
  const key = `${life.creature.id} ${life.version}`;
  const known = cache.get(key);
  if (known) return known;
  const reading = readPast(store, life);
  cache.set(key, reading);
  reading.catch(() => cache.deleteIf(key, reading));
  return reading;
}

const MOST_LOOKS = 20_000;

/** A life of more acts is charted from its last ones. Reading so many takes a third of a second of the other thread. */
const MOST_ACTS = 20_000;

/** The visible stats and the acts of a life until its last event, from the last entries of its log. */
export async function readPast(
  store: Db,
  { creature, species, dead }: Pick<DrawnLife, 'creature' | 'dead' | 'species'>,
  mostActs: number = MOST_ACTS,
): Promise<Past> {
  const { id, life, record, zone } = creature;
  const [log, looks, moves] = await Promise.all([
    tracedCareOf(store, id, mostActs),
    lastNoticedLooksOf(store, id, MOST_LOOKS),
    lastMovesOf(store, id, MOST_LOOKS),
  ]);
  const accepted = log.entries.filter(({ refused }) => refused === undefined);
  const isLogRead = log.whole && (accepted.length > 0 || record.careActions === 0);
  const whole = isLogRead && looks.length < MOST_LOOKS && moves.length < MOST_LOOKS;
  const from = whole ? life.hatchedAt : (accepted[0]?.at ?? Infinity);
  const lastMoves = moves.filter(({ at }) => at >= from).toReversed();
  const events: TracedEvent[] = [
    ...accepted.map(tracedCare),
    // The last death is left out: the stored stats lead up to it.
    ...dead.flatMap((span) => [
      { kind: 'died', at: span.from } as const,
      { kind: 'returned', at: span.until } as const,
    ]),
    ...looks.toReversed().map(({ at }) => ({ kind: 'looked', at }) as const),
    ...lastMoves.map(({ at, toZone }) => ({ kind: 'moved', at, zone: toZone }) as const),
  ];
  const inOrder = events.filter(({ at }) => at >= from).toSorted((one, other) => one.at - other.at);
  const start = { ...creature, zone: zoneBefore(lastMoves, zone) };
  return {
    whole,
    points: traceLife(start, species, inOrder, whole),
    acts: accepted.map(({ at, action }) => ({ at, action })),
  };
}

function tracedCare(entry: TracedCareEntry): TracedEvent {
  const { at, action, item, category, after } = entry;
  // A departed keeper's items are erased, but not their categories.
  const care = { action, item: category && { name: item ?? '', category } };
  return { kind: 'care', at, care, logged: after };
}

function zoneBefore(moves: readonly { readonly fromZone: string }[], zone: TimeZone): TimeZone {
  const [first] = moves;
  return first && first.fromZone !== zone.name ? new TimeZone(first.fromZone) : zone;
}

function stagesOf(timeline: Charted['timeline'], until: Instant): Chart['stages'] {
  const begun = timeline.flatMap((event): { readonly stage: Stage; readonly from: Instant }[] => {
    if (event.kind === 'adopted') return [{ stage: 'egg', from: event.at }];
    if (event.kind === 'hatched') return [{ stage: 'baby', from: event.at }];
    return event.kind === 'grew' ? [{ stage: event.to, from: event.at }] : [];
  });
  return begun.map((one, nth) => ({ ...one, until: begun[nth + 1]?.from ?? until }));
}

/** Times between a death and a resurrection. */
export function deadSpans(timeline: Charted['timeline']): readonly ChartSpan[] {
  return timeline.flatMap((event) =>
    event.kind === 'returned' ? [{ from: event.at - event.awayMs, until: event.at }] : [],
  );
}

interface ChartedLife extends Pick<Past, 'points' | 'acts'>, Pick<Chart, 'stages' | 'dead' | 'endsInDeath'> {}

function chartFrom(span: ChartSpan, { points, acts, stages, dead, endsInDeath }: ChartedLife): Chart {
  const isIn = ({ at }: { readonly at: Instant }) => at >= span.from && at <= span.until;
  const done = acts.filter(isIn);
  const shown = [...entryOf(points, span.from), ...points.filter(isIn)];
  const slots = slotsOf(shown, span);
  const lines = recordOf(CHART_STATS, (stat) => lineOf(stat, shown, slots));
  const isShort = span.until - span.from <= LONGEST_WITH_NIGHTS;
  return {
    ...span,
    lines,
    acts: actsBySlot(done, span),
    stages: within(stages, span),
    nights: isShort ? within(nightsOf(span), span) : [],
    dead: within(dead, span),
    endsInDeath,
    rows: rowsOf(lines, done, span),
  };
}

function within<Each extends ChartSpan>(spans: readonly Each[], { from, until }: ChartSpan): readonly Each[] {
  return spans
    .map((each) => ({ ...each, from: Math.max(each.from, from), until: Math.min(each.until, until) }))
    .filter((each) => each.from < each.until);
}

/** Nights by UTC, as all times of the page: the creature's own would reveal the time zone of its keeper. */
function nightsOf({ from, until }: ChartSpan): readonly ChartSpan[] {
  const firstDay = Math.floor(from / DAY) - 1;
  const days = Math.ceil(until / DAY) - firstDay;
  return Array.from({ length: days }, (_, nth) => {
    const midnight = (firstDay + nth + 1) * DAY;
    return { from: midnight - (24 - BEDTIME) * HOUR, until: midnight + MORNING * HOUR };
  });
}

const slotOf = (at: Instant, { from, until }: ChartSpan, slots: number) =>
  Math.min(slots - 1, Math.floor(((at - from) / (until - from)) * slots));

/** Index ranges of the points in each slot. */
function slotsOf(
  points: readonly TracePoint[],
  span: ChartSpan,
): readonly (readonly [from: number, until: number])[] {
  const slots: [number, number][] = [];
  const length = (span.until - span.from) / LINE_SLOTS;
  let ends = -Infinity;
  for (const [nth, { at }] of points.entries()) {
    const slot = slots.at(-1);
    if (slot && at < ends) slot[1] = nth + 1;
    else {
      slots.push([nth, nth + 1]);
      ends = span.from + (slotOf(at, span, LINE_SLOTS) + 1) * length;
    }
  }
  return slots;
}

/** A line with the lowest and the highest point of each slot, and the points at which the stat was hidden or shown again. */
function lineOf(
  stat: ChartStat,
  points: readonly TracePoint[],
  slots: ReturnType<typeof slotsOf>,
): readonly LinePoint[] {
  const line: LinePoint[] = [];
  const add = ({ at, shown }: TracePoint) => {
    const value = roundedOf(shown[stat]);
    if (value !== undefined || line.at(-1)?.value !== undefined) line.push({ at, value });
  };
  for (const [from, until] of slots)
    for (const nth of keptOf(stat, points, from, until)) if (points[nth]) add(points[nth]);
  const last = points.at(-1);
  if (last?.shown[stat] !== undefined && last.at !== line.at(-1)?.at) add(last);
  return line;
}

/** Indices of at most four points of a slot, ascending. */
function keptOf(
  stat: ChartStat,
  points: readonly TracePoint[],
  from: number,
  until: number,
): readonly number[] {
  let [low, high, lowest, highest] = [-1, -1, Infinity, -Infinity];
  for (let nth = from; nth < until; nth += 1) {
    const value = points[nth]?.shown[stat];
    if (value !== undefined && value < lowest) [low, lowest] = [nth, value];
    if (value !== undefined && value > highest) [high, highest] = [nth, value];
  }
  const edges = [from, until - 1].filter((nth) => points[nth]?.shown[stat] === undefined);
  if (edges.length === 0 && low <= high) return low === high ? [low] : [low, high];
  const kept = new Set([low, high, ...edges].filter((nth) => nth >= 0));
  return [...kept].toSorted((one, other) => one - other);
}

const roundedOf = (value: number | undefined) => (value === undefined ? undefined : Math.round(value));

/** The point at which the line enters a span, between the last point before it and the first one in it. */
function entryOf(points: readonly TracePoint[], from: Instant): readonly TracePoint[] {
  const nth = points.findIndex(({ at }) => at >= from);
  const [before, after] = [points[nth - 1], points[nth]];
  if (!before || !after) return [];
  const share = (from - before.at) / (after.at - before.at);
  const shown: Partial<Record<ChartStat, number>> = {};
  for (const stat of CHART_STATS) {
    const [one, other] = [before.shown[stat], after.shown[stat]];
    if (one !== undefined && other !== undefined) shown[stat] = one + share * (other - one);
  }
  return [{ at: from, shown }];
}

function actsBySlot(acts: Past['acts'], span: ChartSpan): Chart['acts'] {
  const marks = Map.groupBy(acts, ({ at, action }) => `${slotOf(at, span, ACT_SLOTS)} ${action}`);
  return [...marks.values()].flatMap((alike) =>
    alike.slice(0, 1).map((act) => ({ ...act, count: alike.length })),
  );
}

/** The lines have the extremes of every slot, and a row has a whole number of slots. */
function rowsOf(lines: Chart['lines'], acts: Past['acts'], span: ChartSpan): readonly ChartRow[] {
  const { from, until } = span;
  const actsInRow = Map.groupBy(acts, ({ at }) => slotOf(at, span, ROWS));
  const rangesInRow = Array.from(
    { length: ROWS },
    (): Partial<Record<ChartStat, readonly [number, number]>> => ({}),
  );
  for (const stat of CHART_STATS)
    for (const { at, value } of lines[stat]) {
      const ranges = rangesInRow[slotOf(at, span, ROWS)];
      if (!ranges || value === undefined) continue;
      const [low, high] = ranges[stat] ?? [value, value];
      ranges[stat] = [Math.min(low, value), Math.max(high, value)];
    }
  return rangesInRow.map((ranges, nth) => ({
    from: from + (nth * (until - from)) / ROWS,
    until: from + ((nth + 1) * (until - from)) / ROWS,
    ranges,
    acts: actsInRow.get(nth)?.length ?? 0,
  }));
}
