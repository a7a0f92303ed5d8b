import { type FileHandle, open } from 'node:fs/promises';

import diaryWords from '#content/agent/diary.json' with { type: 'json' };
import type { ProblemBody } from '../api/problems.ts';
import { type Instant, iso } from '../rules/base/clock.ts';
import type { Action, Cause, Effectiveness, ItemCategory, Stage, Stat, Timing } from '../rules/vocabulary.ts';

export interface DiarySettings {
  /** A file that gets every line as well. */
  readonly file?: string | undefined;
  readonly format: 'words' | 'json';
  readonly print: (line: string, entry: DatedDiaryEntry) => Promise<void>;
}

/** What was done, one line each: for whoever watches, and in a file that is on the disk before the next deed begins. */
export interface KeeperDiary {
  /** The moment of the last line. */
  readonly latest: Instant;
  write(at: Instant, entry: DiaryEntry): Promise<void>;
  /** How long the file is, to find out later what was written after this. */
  length(): Promise<number>;
  /** Writes a line unless it stands there already, after this length. */
  writeOnce(since: number, at: Instant, entry: DiaryEntry): Promise<void>;
}

export function openDiary({ file, format, print }: DiarySettings): KeeperDiary {
  const lineFor = (entry: DatedDiaryEntry) => (format === 'json' ? JSON.stringify(entry) : diaryLine(entry));
  let latest: Instant = 0;
  const diary: KeeperDiary = {
    get latest() {
      return latest;
    },
    async write(at, entry) {
      latest = Math.max(latest, at);
      const dated: DatedDiaryEntry = { at: iso(at), ...entry };
      const line = lineFor(dated);
      if (file !== undefined) await appendLine(file, line);
      await print(line, dated);
    },
    length: async () => (file === undefined ? 0 : lengthOf(file)),
    async writeOnce(since, at, entry) {
      const line = lineFor({ at: iso(at), ...entry });
      const stands = file !== undefined && (await linesAfter(file, since)).includes(line);
      if (!stands) await diary.write(at, entry);
    },
  };
  return diary;
}

/** Others may read a diary: it holds no secret. */
const READABLE = 0o644;

async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', READABLE);
  try {
    await handle.appendFile((await endsInALine(handle)) ? `${line}\n` : `\n${line}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Where somebody else wrote last, or a keeper was killed, the last line may be half a line. */
async function endsInALine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  return size === 0 || (await readFrom(handle, size - 1, size))[0] === NEWLINE;
}

/** The length up to the end of the last whole line; what a killed keeper left of another is cut off. */
async function lengthOf(file: string): Promise<number> {
  const handle = await open(file, 'a+', READABLE);
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - LONGEST_LINE);
    const tail = await readFrom(handle, start, size);
    const whole = start + tail.lastIndexOf(NEWLINE) + 1;
    if (whole === size) return size;
    // Only what a keeper began: what anybody else wrote here is theirs.
    if (!OURS.test(tail.subarray(whole - start).toString())) return size;
    await handle.truncate(whole);
    return whole;
  } finally {
    await handle.close();
  }
}

const NEWLINE = 0x0a;
/** How every line of a diary begins, in either format. */
const OURS = /^(?:\d{4}-\d\d-\d\d \d\d:\d\d {2}|\{"at":")/;
const LONGEST_LINE = 64 * 1024;

async function linesAfter(file: string, since: number): Promise<readonly string[]> {
  const length = await lengthOf(file);
  if (length <= since) return [];
  const handle = await open(file, 'r');
  try {
    return (await readFrom(handle, since, length)).toString().split('\n');
  } finally {
    await handle.close();
  }
}

async function readFrom(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer;
}

/** Of whom a line of the diary is. */
interface DiarySubject {
  readonly creature_id: string;
  readonly name: string;
}

/** A stat before and after, as far as the creature shows it. */
type DiaryStatChanges = Readonly<Partial<Record<Stat, { readonly before: number; readonly after: number }>>>;

/** An act of care, as the house answered it. */
export interface DiaryCareEntry extends DiarySubject {
  readonly kind: 'care';
  readonly action: Action;
  readonly item?: string;
  readonly category?: ItemCategory;
  /** False when the creature would not have it. */
  readonly success: boolean;
  readonly effectiveness: Effectiveness;
  readonly timing: Timing | null;
  readonly changes: DiaryStatChanges;
  /** It was what it wished for: what it keeps of it, or null when it has one already. */
  readonly granted?: string | null;
  readonly care_log_entry_id?: string;
}

/** What a keeper writes down. The names of fields are those of the API, for programs that read both. */
export type DiaryEntry =
  | { readonly kind: 'moved_in'; readonly username: string; readonly key_file: string }
  | ({ readonly kind: 'adopted' | 'found' | 'hatched' | 'gone' | 'asleep' } & DiarySubject)
  | ({ readonly kind: 'grew'; readonly stage: Stage; readonly form?: string } & DiarySubject)
  | DiaryCareEntry
  /** Done before the keeper was cut off for long; the history of the house says so. */
  | ({ readonly kind: 'recalled'; readonly action: Action; readonly done_at: string } & DiarySubject)
  | ({ readonly kind: 'died'; readonly cause: Cause; readonly died_at: string } & DiarySubject)
  | { readonly kind: 'resting'; readonly until: string }
  | { readonly kind: 'away' | 'back' | 'empty' | 'goodbye' }
  | { readonly kind: 'trouble'; readonly code: string };

/** An entry and its moment, by the house's clock. */
export type DatedDiaryEntry = DiaryEntry & { readonly at: string };

const WORDS = diaryWords as {
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
