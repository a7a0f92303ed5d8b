import { overdueAt } from '../../core/care/feeding.ts';
import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { hasHatched, type Creature } from '../../core/lives/creature.ts';
import { isEstablished } from '../../core/lives/rhythm.ts';
import type { Species } from '../../core/species/species.ts';
import type { LastDays } from '../../core/public/last-days.ts';
import type { Milestone, Path, Stage } from '../../core/vocabulary.ts';
import type { CareCounts } from '../../store/care/care-log.ts';
import type { Gravestone } from '../../store/lives/gravestones.ts';
import type { MilestoneRecord } from '../../store/lives/milestones.ts';

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
