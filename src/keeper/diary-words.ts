import diary from '#content/agent/diary.json' with { type: 'json' };

import type { ProblemBody } from '../contract/server/problem-body.ts';
import type { Action, Cause, ItemCategory, Stage, Stat, Timing } from '../core/vocabulary.ts';
import type { DiaryCareEntry, DatedDiaryEntry, DiaryEntry } from './diary-entry.ts';

const WORDS = diary as {
  readonly deeds: Record<Action, Record<'alone' | 'using', string>>;
  readonly refused: Record<Action, string>;
  readonly timings: Record<Timing, string>;
  readonly likings: Record<ItemCategory, string>;
  readonly stages: Record<Stage, string>;
  readonly causes: Record<Cause, string>;
};

/** A line of the diary: the moment, in UTC to the minute, and a sentence. */
export function diaryLine(entry: DatedDiaryEntry): string {
  return `${entry.at.slice(0, 16).replace('T', ' ')}  ${sentenceOf(entry)}`;
}

type DiaryWriters = {
  readonly [Kind in DiaryEntry['kind']]: (entry: Extract<DiaryEntry, { readonly kind: Kind }>) => string;
};

const WRITERS: DiaryWriters = {
  moved_in: ({ username, key_file }) =>
    `Moved in as ${terminalSafe(username)}. The key is kept in ${key_file}.`,
  adopted: ({ name }) => `Adopted ${terminalSafe(name)}, an egg for now.`,
  found: ({ name }) => `Found ${terminalSafe(name)} here, and will look after it.`,
  hatched: ({ name }) => `${terminalSafe(name)} has hatched.`,
  gone: ({ name }) => `${terminalSafe(name)} has left the house. Farewell.`,
  asleep: ({ name }) => `${terminalSafe(name)} is asleep. Tiptoed out again.`,
  grew: ({ name, stage, form }) => {
    const became = form === undefined ? '' : `: ${terminalSafe(form)}`;
    return `${terminalSafe(name)} ${WORDS.stages[stage]}${became}.`;
  },
  care: (entry) =>
    entry.success ? careSentence(entry) : `${terminalSafe(entry.name)} ${WORDS.refused[entry.action]}.`,
  recalled: ({ name, action }) =>
    `${deedWords(action, name, undefined)} before being cut off; the house remembers it.`,
  died: ({ name, cause, died_at }) =>
    `${terminalSafe(name)} died at ${died_at.slice(0, 16).replace('T', ' ')}, ${WORDS.causes[cause]}. It will be missed.`,
  resting: ({ until }) => `Back at ${until.slice(0, 16).replace('T', ' ')}.`,
  away: () => 'The house does not answer. Waiting on the doorstep.',
  back: () => 'The house answers again.',
  empty: () => 'Nobody lives here any more. With --again, another is adopted.',
  goodbye: () => 'Asked to leave. Everything is written down; goodbye.',
  trouble: ({ code }) => `The house had trouble (${terminalSafe(code)}). Trying again soon.`,
};

function sentenceOf(entry: DiaryEntry): string {
  // Each writer stands under the kind it writes about.
  const write = WRITERS[entry.kind] as (entry: DiaryEntry) => string;
  return write(entry);
}

function careSentence(entry: DiaryCareEntry): string {
  const { action, name, item, category, timing, changes, granted } = entry;
  const when = timing === null ? '' : `, ${WORDS.timings[timing]}`;
  const liking = category === undefined ? '' : ` ${WORDS.likings[category]}`;
  return `${deedWords(action, name, item)}${when}.${liking}${grantedWords(granted)}${changesText(changes)}`;
}

function grantedWords(keepsake: string | null | undefined): string {
  if (keepsake === undefined) return '';
  return keepsake === null
    ? ' It had wished for that.'
    : ` It had wished for that, and keeps ${terminalSafe(keepsake)}.`;
}

/** What was done, to whom and with what. */
function deedWords(action: Action, name: string, item: string | undefined): string {
  const { alone, using } = WORDS.deeds[action];
  return (item === undefined ? alone : using).replace(/\{(name|item)\}/g, (_, gap: string) =>
    terminalSafe(gap === 'name' ? name : (item ?? '')),
  );
}

const STATS_IN_ORDER: readonly Stat[] = ['hunger', 'happiness', 'health', 'trust', 'discipline'];

function changesText(changes: DiaryCareEntry['changes']): string {
  const parts = STATS_IN_ORDER.flatMap((stat) => {
    const { before = 0, after = 0 } = changes[stat] ?? {};
    const [from, to] = [Math.round(before), Math.round(after)];
    return from === to ? [] : [`${stat} ${from} to ${to}`];
  });
  const text = parts.join(', ');
  return text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const NAMES = ['Pebble', 'Clover', 'Juniper', 'Biscuit', 'Maple', 'Poppy', 'Fern', 'Hazel'] as const;

/** A name for an egg, by the first two hexadecimal digits of a word that nobody chose. */
export function nameFor(word: string): string {
  return NAMES[Number.parseInt(word.slice(0, 2), 16) % NAMES.length] ?? NAMES[0];
}

const LONGEST_NAME = 60;

/** What came over the network, made fit for a terminal: one short line without any control character. */
function terminalSafe(text: string, longest = LONGEST_NAME): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').slice(0, longest);
}

const LONGEST_REFUSAL = 500;

/** Why the house would not, in its own words. */
export function refusalSentence({ error, details, suggestion }: ProblemBody): string {
  const parts = [/[.!?]$/.test(error) ? error : `${error}.`, details, suggestion];
  return terminalSafe(parts.filter((part) => part !== undefined && part !== '').join(' '), LONGEST_REFUSAL);
}
