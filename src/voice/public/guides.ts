import { GROWS_AT } from '../../core/lives/growth.ts';
import type { Path, Stage } from '../../core/vocabulary.ts';
import { readDocument } from '../engine/documents.ts';
import { fillTemplate } from '../engine/pick-line.ts';
import { GUIDE_WORDS, TIMING_LABELS } from './guide-words.ts';

/** A page that explains something: a template of content/guides, which is its Markdown but for the numbers. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** One or two sentences: what whoever reads it will know. */
  readonly description: string;
  /** What comes after these two, for a house that people reach by this origin. */
  readonly parts: (origin: string) => readonly GuidePart[];
  /** All of it as Markdown, figures told in words. */
  readonly text: (origin: string) => string;
}

interface GuidePart {
  readonly heading: string;
  readonly blocks: readonly GuideBlock[];
}

export type GuideBlock =
  string | { readonly code: string } | { readonly list: readonly string[] } | GuideTable | GuideFigure;

/** The drawings that guides are explained with. */
export const FIGURES = ['feeding_window', 'decay', 'death_clock', 'stages', 'paths', 'payment'] as const;
export type FigureName = (typeof FIGURES)[number];

export interface GuideFigure {
  readonly figure: FigureName;
  readonly caption: string;
  /** All that it shows, for those who do not see it. */
  readonly says: string;
}

export interface GuideTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Every guide, in the order one would read them. */
export const GUIDES: readonly Guide[] = [
  readGuide('getting-started', readDocument('#content/guides/getting-started.md')),
  readGuide('clock', readDocument('#content/guides/clock.md')),
  readGuide('feeding', readDocument('#content/guides/feeding.md')),
  readGuide('evolution', readDocument('#content/guides/evolution.md')),
  readGuide('rules', readDocument('#content/guides/rules.md')),
  readGuide('payments', readDocument('#content/guides/payments.md')),
  readGuide('self-hosting', readDocument('#content/guides/self-hosting.md')),
];

export function guideOf(name: string): Guide | undefined {
  return GUIDES.find((guide) => guide.name === name);
}

function readGuide(name: string, template: string): Guide {
  const [title = '', description = ''] = template.split('\n\n', 2);
  const filled = (origin: string) => fillTemplate(template, { ...GUIDE_WORDS, origin });
  return {
    name,
    title: title.slice('# '.length),
    description,
    parts: (origin) => filled(origin).trimEnd().split('\n\n## ').slice(1).map(partOf),
    text: (origin) => filled(origin).split('\n').map(figureInWords).join('\n'),
  };
}

const FIGURE = /^!\[([^\]]+)\]\((\w+) "([^"]+)"\)$/;

function figureInWords(line: string): string {
  return FIGURE.exec(line)?.[1] ?? line;
}

function partOf(text: string): GuidePart {
  const [heading = '', ...blocks] = text.split('\n\n');
  return { heading, blocks: blocks.map(blockOf) };
}

function blockOf(text: string): GuideBlock {
  const lines = text.split('\n');
  if (text.startsWith('```')) return { code: lines.slice(1, -1).join('\n') };
  if (text.startsWith('- ')) return { list: lines.map((line) => line.slice('- '.length)) };
  if (text.startsWith('| ')) {
    const [head = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(' | '));
    return { head, rows };
  }
  const [, says, figure, caption] = FIGURE.exec(text) ?? [];
  if (says === undefined || caption === undefined) return text;
  // One of them, as tools/content has checked.
  return { figure: figure as FigureName, caption, says };
}

export const GUIDES_PAGE = {
  title: 'Guides',
  description:
    'How to keep a creature in the Arkhouse: the clock, meals, growing up, credits, and a house of your own.',
  lead: 'Short, and true: every number on these pages is read from the rules the house lives by.',
  reference: 'The API reference',
  referenceWords:
    'Every call with all it takes and answers, to read and to try. Programs take /openapi.json.',
  more: 'More guides',
} as const;

/** The words in the drawings themselves. */
export const FIGURE_WORDS = {
  meal: 'meal',
  timings: TIMING_LABELS,
  rhythms: 'rhythms since the last care',
  times: '×',
  visits: 'hours between your visits',
  hours: 'h',
  unknownRhythm: 'no rhythm yet',
  paths: {
    low_care: 'too often late',
    balanced: 'well enough',
    high_care: 'reliably',
    rescue: 'saved from the edge, whatever its number',
  } satisfies Record<Path, string>,
  payment: {
    ask: 'You ask for its return',
    price: 'You hear what it costs',
    human: 'A human pays by card',
    agent: 'You pay in the call',
    credits: 'Credits, written once',
    back: 'It is back',
  },
} as const;

/** When each age begins. */
export const STAGE_MOMENTS: Record<Stage, string> = {
  egg: 'waits for you',
  baby: 'at the first look',
  child: `after ${GROWS_AT.baby} hours`,
  teen: `after ${GROWS_AT.child} hours`,
  adult: `after ${GROWS_AT.teen} hours`,
};
