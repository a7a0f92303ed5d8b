import lifeEvents from '#content/voice/public/life-events.json' with { type: 'json' };

import { type Instant, iso } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Milestone, Stage } from '../../rules/vocabulary.ts';
import { FARTHEST_OFFSET } from '../../api/subjects/heart.ts';
import { fillTemplate } from '../pick-line.ts';

export const LIFE_FEED = {
  subtitle: 'What happened to it, as it was written down, and what its keeper wrote for others to read.',
  author: 'Arkhouse',
} as const;

export const REFLECTION_TITLE = 'Its keeper wrote';

type LifeEventKind =
  | { readonly kind: keyof typeof lifeEvents.happened }
  | { readonly kind: 'grew'; readonly to: Exclude<Stage, 'egg' | 'baby'> }
  | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number };

export function lifeEventTitle(event: LifeEventKind, name: string): string {
  if (event.kind === 'grew') return `${name} ${lifeEvents.grew[event.to]}`;
  if (event.kind === 'milestone') return `${name} came further: ${lifeEvents.milestones[event.type]}`;
  return `${name} ${lifeEvents.happened[event.kind]}`;
}

export function lifeCalendarName(name: string): string {
  return `Arkhouse: the days of ${name}`;
}

export type ComingDateKind = keyof typeof lifeEvents.coming;

export interface DateText {
  readonly summary: string;
  readonly description: string;
}

export function comingDateText(
  kind: ComingDateKind,
  { name, stage }: Pick<Creature, 'name' | 'stage'>,
): DateText {
  const words = { name, stage: lifeEvents.stages[stage] };
  const { summary, description } = lifeEvents.coming[kind];
  return { summary: fillTemplate(summary, words), description: fillTemplate(description, words) };
}

export function whereLogStops(log: { first: number; count: number; isEnd: boolean }): string {
  const { first, count, isEnd } = log;
  if (count === 0) return 'There is no entry so far back.';
  const last = first + count - 1;
  const shown = count === 1 ? `This is entry ${first}` : `These are entries ${first} to ${last}`;
  if (isEnd) return `${shown}, counted from the newest. The log ends here.`;
  const next = `the next are at offset=${last}`;
  const rest = last <= FARTHEST_OFFSET ? next : 'leave out limit and offset for the whole log';
  return `${shown}, counted from the newest. There are older ones: ${rest}.`;
}

export function whatIsArchived(until: Instant): string {
  return `What happened up to ${iso(until)} is in the archive of whoever runs this house.`;
}
