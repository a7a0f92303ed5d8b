import { DAY, type Instant } from '../../core/engine/clock.ts';
import { shortenForDisplay } from '../../core/engine/text.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { ageHours } from '../../core/lives/growth.ts';
import { resurrectionClosesAt } from '../../core/lives/resurrection.ts';
import type { Action, Milestone, Path, Stage } from '../../core/vocabulary.ts';
import { careByDay, careLogOf, type CareLogEntry } from '../../store/care/care-log.ts';
import { stateOf, type CreatureState, type StoredCreature } from '../../store/lives/creatures.ts';
import { gravestonesOfCreature, type Gravestone } from '../../store/lives/gravestones.ts';
import { milestonesOf, type MilestoneRecord } from '../../store/lives/milestones.ts';
import { portraitsOf, type Portrait } from '../../store/pictures/portraits.ts';
import type { House } from '../house.ts';
import { totalsOf, type CareTotals } from '../lives/read-history.ts';
import { readHiddenContent, type HiddenContent } from '../moderation/hidden-content.ts';
import { redactGravestone } from '../moderation/redact.ts';
import { findVisibleCreature, toPublic, type PublicCreature } from './public-creature.ts';

/** Something in a life that others may know, at its own moment. */
export type LifeEvent =
  | { readonly kind: 'adopted' | 'released' | 'returned'; readonly at: Instant }
  | { readonly kind: 'grew'; readonly at: Instant; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'milestone'; readonly at: Instant; readonly type: Milestone; readonly threshold: number }
  | { readonly kind: 'died'; readonly at: Instant; readonly stone: Gravestone };

/** One act of care, as others may see it: what was brought is between the two of them. */
export interface CareDeed extends Pick<CareLogEntry, 'at' | 'action' | 'category' | 'timing'> {
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
  readonly care: Awaited<ReturnType<typeof careDays>>;
  /** The newest first. */
  readonly recent: readonly CareDeed[];
  /** The oldest first. */
  readonly portraits: readonly Portrait[];
  readonly grave: Grave | undefined;
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
  const [reached, stones, care, recent, portraits] = await Promise.all([
    milestonesOf(store, id),
    stonesOf(house, hidden, id),
    careDays(house, id, now),
    recentCare(house, hidden, id),
    portraitsFor(house, found.stored),
  ]);
  const { creature, species } = shown;
  return {
    ...shown,
    now,
    state: stateOf(creature),
    ageHours: ageHours(creature, creature.releasedAt ?? now),
    totals: totalsOf(creature, species, now),
    timeline: timelineOf(creature, reached, stones),
    care,
    recent,
    portraits,
    grave: graveOf(creature, stones),
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

/** A life in the order it happened. What was reached in a stat that was hidden then is left out for ever. */
function timelineOf(
  { adoptedAt, releasedAt, path }: Creature,
  reached: readonly MilestoneRecord[],
  stones: readonly Gravestone[],
): readonly LifeEvent[] {
  const events: LifeEvent[] = [
    { kind: 'adopted', at: adoptedAt },
    ...reached.filter(({ shown }) => shown).map((milestone) => eventOf(milestone, path)),
    ...stones.flatMap(endings),
    ...(releasedAt === undefined ? [] : [{ kind: 'released', at: releasedAt } as const]),
  ];
  return events.toSorted((one, other) => one.at - other.at);
}

function eventOf({ type, threshold, at }: MilestoneRecord, path: Path | undefined): LifeEvent {
  if (typeof threshold === 'number') return { kind: 'milestone', at, type, threshold };
  return { kind: 'grew', at, to: threshold, path: threshold === 'adult' ? path : undefined };
}

function endings(stone: Gravestone): readonly LifeEvent[] {
  const { diedAt, resurrectedAt } = stone;
  const death: LifeEvent = { kind: 'died', at: diedAt, stone };
  return resurrectedAt === undefined ? [death] : [death, { kind: 'returned', at: resurrectedAt }];
}

async function stonesOf({ store }: House, hidden: HiddenContent, id: string): Promise<readonly Gravestone[]> {
  return (await gravestonesOfCreature(store, id)).map((stone) => redactGravestone(hidden, stone));
}

const DAYS_SHOWN = 14;

/** The last fourteen days of the world (UTC), the oldest first; `whole` is false when more was done than is looked through. */
async function careDays({ store }: House, id: string, now: Instant) {
  const today = Math.floor(now / DAY);
  const first = today - DAYS_SHOWN + 1;
  const { counts, whole } = await careByDay(store, id, first * DAY);
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const days = Array.from({ length: DAYS_SHOWN }, (_, at) => {
    const done = byDay.get(first + at) ?? [];
    const counted: Partial<Record<Action, number>> = Object.fromEntries(
      done.map(({ action, n }) => [action, n]),
    );
    return { startsAt: (first + at) * DAY, counts: counted };
  });
  return { days, whole };
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

function deedOf(hidden: HiddenContent, { id, at, action, category, timing, notes }: CareLogEntry): CareDeed {
  const told = action === 'reflect' ? notes : undefined;
  const words = told === undefined ? undefined : hidden.visibleText('note', id, told);
  const note = words === undefined ? undefined : shortenForDisplay(words);
  return { entryId: id, at, action, category, timing, note };
}

async function portraitsFor(
  { store }: House,
  { portraits, creature }: StoredCreature,
): Promise<readonly Portrait[]> {
  return portraits === 0 ? [] : portraitsOf(store, creature.id);
}

function graveOf({ died, releasedAt }: Creature, stones: readonly Gravestone[]) {
  const stone = stones.at(-1);
  if (!died || releasedAt !== undefined || !stone) return undefined;
  return { stone, returnsUntil: resurrectionClosesAt(died.at) };
}
