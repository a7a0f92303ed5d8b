import type { Stage } from '../../../core/vocabulary.ts';
import { fillTemplate } from '../../engine/pick-line.ts';

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

const COMING: Record<ComingDateKind, DateText> = {
  birthday: { summary: 'The birthday of {name}', description: 'On this day {name} hatched.' },
  growth: {
    summary: '{name} becomes {stage}',
    description: 'If it is alive then. How it is kept until that day decides when the last step comes.',
  },
  deadline: {
    summary: 'The latest moment to come to {name}',
    description: 'If nobody cares for it before, {name} dies at this moment. Every act of care moves it.',
  },
  resurrection: {
    summary: '{name} can no longer be brought back',
    description: 'Until this moment its keeper can bring it back. After it, nobody can.',
  },
};

const STAGE_WORDS: Record<Stage, string> = {
  egg: 'an egg',
  baby: 'a baby',
  child: 'a child',
  teen: 'a teen',
  adult: 'an adult',
};

export function comingDateText(
  kind: ComingDateKind,
  { name, stage }: { readonly name: string; readonly stage: Stage },
): DateText {
  const words = { name, stage: STAGE_WORDS[stage] };
  const { summary, description } = COMING[kind];
  return { summary: fillTemplate(summary, words), description: fillTemplate(description, words) };
}
