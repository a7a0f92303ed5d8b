import type { Instant } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Milestone, Path, Stage } from '../../core/vocabulary.ts';
import type { Gravestone } from '../../store/lives/gravestones.ts';
import type { MilestoneRecord } from '../../store/lives/milestones.ts';

/** Something in a life that others may know, at its own moment. */
export type LifeEvent =
  | { readonly kind: 'adopted' | 'released' | 'returned'; readonly at: Instant }
  | { readonly kind: 'grew'; readonly at: Instant; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'milestone'; readonly at: Instant; readonly type: Milestone; readonly threshold: number }
  | { readonly kind: 'died'; readonly at: Instant; readonly stone: Gravestone };

/** A life in the order it happened. What was reached in a stat that was hidden then is left out for ever. */
export function timelineOf(
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
