import lifeEvents from '#content/voice/public/life-events.json' with { type: 'json' };
import { FARTHEST_OFFSET } from '../../api/subjects/heart.ts';
import { type Instant, iso } from '../../rules/base/clock.ts';
import type { Milestone, Stage } from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';

export const LIFE_FEED = {
  subtitle: 'What happened to it, as it was written down, and what its keeper wrote for others to read.',
  author: 'Arkhouse',
} as const;

/** Over words that are its keeper's, and not ours. */
export const REFLECTION_TITLE = 'Its keeper wrote';

type LifeEventKind =
  | { readonly kind: 'adopted' | 'hatched' | 'first_meal' | 'died' | 'returned' | 'released' }
  | { readonly kind: 'grew'; readonly to: Exclude<Stage, 'egg' | 'baby'> }
  | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number };

/** An event of a life in a line: a headline, or a date in a calendar. */
export function lifeEventTitle(event: LifeEventKind, name: string): string {
  if (event.kind === 'grew') return `${name} ${EVENTS.grew[event.to]}`;
  if (event.kind === 'milestone') return `${name} came further: ${EVENTS.milestones[event.type]}`;
  return `${name} ${EVENTS.happened[event.kind]}`;
}

const EVENTS = lifeEvents as {
  readonly happened: Readonly<
    Record<'adopted' | 'hatched' | 'first_meal' | 'died' | 'returned' | 'released', string>
  >;
  readonly grew: Record<Exclude<Stage, 'egg' | 'baby'>, string>;
  readonly milestones: Record<Milestone, string>;
  readonly coming: Record<ComingDateKind, DateText>;
  readonly stages: Record<Stage, string>;
};

/** What a calendar of one creature is called. */
export function lifeCalendarName(name: string): string {
  return `Arkhouse: the days of ${name}`;
}

/** Days that are still to come. */
export type ComingDateKind = 'birthday' | 'growth' | 'deadline' | 'resurrection';

interface DateText {
  readonly summary: string;
  readonly description: string;
}

export function comingDateText(
  kind: ComingDateKind,
  { name, stage }: { readonly name: string; readonly stage: Stage },
): DateText {
  const words = { name, stage: EVENTS.stages[stage] };
  const { summary, description } = EVENTS.coming[kind];
  return { summary: fillTemplate(summary, words), description: fillTemplate(description, words) };
}

/** A part of a care log: its first entry by number, from the newest on, and whether nothing older is left. */
interface CareLogPart {
  readonly first: number;
  readonly count: number;
  readonly isEnd: boolean;
}

/** Where a part of a care log stops, under its table. */
export function whereLogStops({ first, count, isEnd }: CareLogPart): string {
  if (count === 0) return 'There is no entry so far back.';
  const last = first + count - 1;
  const shown = count === 1 ? `This is entry ${first}` : `These are entries ${first} to ${last}`;
  if (isEnd) return `${shown}, counted from the newest. The log ends here.`;
  const rest =
    last <= FARTHEST_OFFSET
      ? `the next are at offset=${last}`
      : 'leave out limit and offset for the whole log';
  return `${shown}, counted from the newest. There are older ones: ${rest}.`;
}

/** Of a log whose beginning is no longer in the house. */
export function whatIsArchived(until: Instant): string {
  return `What happened up to ${iso(until)} is in the archive of whoever runs this house.`;
}
