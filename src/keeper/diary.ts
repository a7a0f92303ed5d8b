import { type FileHandle, open } from 'node:fs/promises';
import diaryWords from '#content/agent/diary.json' with { type: 'json' };

import { type Instant, iso } from '../rules/base/clock.ts';
import type { Action, Cause, Effectiveness, ItemCategory, Stage, Stat, Timing } from '../rules/vocabulary.ts';
import type { ProblemBody } from '../api/problems.ts';
import { withFile } from '../client/private-file.ts';

export interface DiarySettings {
  readonly file?: string | undefined;
  readonly format: 'words' | 'json';
  readonly print: (line: string, entry: DatedDiaryEntry) => Promise<void>;
}

/** The keeper program's log: one line per event, printed and flushed to the file before the next request is sent. */
export interface KeeperDiary {
  readonly latest: Instant;
  write(at: Instant, entry: DiaryEntry): Promise<void>;
  /** Length of the diary file in bytes; `writeOnce` takes it as `since`. */
  length(): Promise<number>;
  /** Writes a line unless the diary file has it after `since`. */
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
      const isWritten = file !== undefined && (await linesAfter(file, since)).includes(line);
      if (!isWritten) await diary.write(at, entry);
    },
  };
  return diary;
}

/** File mode of the diary: readable by other users, since it holds no secret. */
const READABLE = 0o644;

function appendLine(file: string, line: string): Promise<void> {
  return withFile(open(file, 'a+', READABLE), async (handle) => {
    const { size } = await handle.stat();
    // After a crash, or a write by another program, the last line of the diary may be incomplete.
    const isComplete = size === 0 || (await readFrom(handle, size - 1, size))[0] === NEWLINE;
    await handle.appendFile(isComplete ? `${line}\n` : `\n${line}\n`);
    await handle.datasync();
  });
}

/** Length of the diary file up to its last complete line; an incomplete line of a killed keeper is truncated. */
function lengthOf(file: string): Promise<number> {
  return withFile(open(file, 'a+', READABLE), async (handle) => {
    const { size } = await handle.stat();
    const start = Math.max(0, size - LONGEST_LINE);
    const tail = await readFrom(handle, start, size);
    const whole = start + tail.lastIndexOf(NEWLINE) + 1;
    // An incomplete line that another program wrote is left alone.
    if (whole === size || !OURS.test(tail.subarray(whole - start).toString())) return size;
    await handle.truncate(whole);
    return whole;
  });
}

const NEWLINE = 0x0a;
/** Matches the start of every line of a diary, in either format. */
const OURS = /^(?:\d{4}-\d\d-\d\d \d\d:\d\d {2}|\{"at":")/;
const LONGEST_LINE = 64 * 1024;

async function linesAfter(file: string, since: number): Promise<readonly string[]> {
  const length = await lengthOf(file);
  if (length <= since) return [];
  const text = await withFile(open(file, 'r'), (handle) => readFrom(handle, since, length));
  return text.toString().split('\n');
}

async function readFrom(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer;
}

type DiarySubject = Readonly<{ creature_id: string; name: string }>;

export interface DiaryCareEntry extends DiarySubject {
  readonly kind: 'care';
  readonly action: Action;
  readonly item?: string;
  readonly category?: ItemCategory;
  readonly success: boolean;
  readonly effectiveness: Effectiveness;
  readonly timing: Timing | null;
  readonly changes: Readonly<Partial<Record<Stat, { readonly before: number; readonly after: number }>>>;
  /** The keepsake of a granted wish; null when the creature has it already. */
  readonly granted?: string | null;
  readonly care_log_entry_id?: string;
}

export type DiaryEntry =
  | { readonly kind: 'moved_in'; readonly username: string; readonly key_file: string }
  | { readonly kind: 'account'; readonly username: string }
  | ({ readonly kind: 'adopted' | 'found' | 'hatched' | 'gone' | 'asleep' } & DiarySubject)
  | ({ readonly kind: 'grew'; readonly stage: Stage; readonly form?: string } & DiarySubject)
  | DiaryCareEntry
  /** An act of care whose reply was lost, found in the care history after an outage. */
  | ({ readonly kind: 'recalled'; readonly action: Action; readonly done_at: string } & DiarySubject)
  | ({ readonly kind: 'died'; readonly cause: Cause; readonly died_at: string } & DiarySubject)
  | { readonly kind: 'resting'; readonly until: string }
  | { readonly kind: 'away'; readonly house: string; readonly waits: boolean }
  | { readonly kind: 'back' | 'empty' | 'goodbye' | 'sitting' | 'unneeded' }
  | { readonly kind: 'trouble'; readonly code: string };

export type DatedDiaryEntry = DiaryEntry & { readonly at: string };

const WORDS = diaryWords as {
  readonly deeds: Record<Action, Record<'alone' | 'using', string>>;
  readonly refused: Record<Action, string>;
  readonly timings: Record<Timing, string>;
  readonly likings: Record<ItemCategory, string>;
  readonly stages: Record<Stage, string>;
  readonly causes: Record<Cause, string>;
};

/** A diary event as a line: the time in UTC to the minute, and a sentence. */
export function diaryLine(entry: DatedDiaryEntry): string {
  const write = WRITERS[entry.kind] as (entry: DiaryEntry) => string;
  return `${toMinute(entry.at)}  ${write(entry)}`;
}

const toMinute = (at: string) => at.slice(0, 16).replace('T', ' ');

type DiaryEntryOf<Kind> = Extract<DiaryEntry, { readonly kind: Kind }>;

const WRITERS: { readonly [Kind in DiaryEntry['kind']]: (entry: DiaryEntryOf<Kind>) => string } = {
  account: ({ username }) =>
    `I keep the creatures of ${terminalSafe(username)}, by the key in ARKHOUSE_API_KEY.`,
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
    `${terminalSafe(name)} died at ${toMinute(died_at)}, ${WORDS.causes[cause]}. It will be missed.`,
  resting: ({ until }) => `Back at ${toMinute(until)}.`,
  away: ({ house, waits }) =>
    `The house at ${house} does not answer.${waits ? ' Waiting on the doorstep.' : ''}`,
  sitting: () => 'I look after the creatures of another keeper, by the key in ARKHOUSE_API_KEY.',
  unneeded: () => 'No creature lives here that I could look after.',
  back: () => 'The house answers again.',
  empty: () => 'Nobody lives here any more. With --again, another is adopted.',
  goodbye: () => 'Asked to leave. Everything is written down; goodbye.',
  trouble: ({ code }) => `The house had trouble (${terminalSafe(code)}). Trying again soon.`,
};

function careSentence(entry: DiaryCareEntry): string {
  const { action, name, item, category, timing, changes, granted } = entry;
  const when = timing === null ? '' : `, ${WORDS.timings[timing]}`;
  const liking = category === undefined ? '' : ` ${WORDS.likings[category]}`;
  return `${deedWords(action, name, item)}${when}.${liking}${grantedWords(granted)}${changesText(changes)}`;
}

function grantedWords(keepsake: string | null | undefined): string {
  if (keepsake === undefined) return '';
  return ` It had wished for that${keepsake === null ? '' : `, and keeps ${terminalSafe(keepsake)}`}.`;
}

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

/** A name for a new creature, chosen by the first two hexadecimal digits of a random id. */
export function nameFor(word: string): string {
  return NAMES[Number.parseInt(word.slice(0, 2), 16) % NAMES.length] ?? NAMES[0];
}

const LONGEST_NAME = 60;

/** Text from the network as one short line without control characters. */
function terminalSafe(text: string, longest = LONGEST_NAME): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').slice(0, longest);
}

const LONGEST_REFUSAL = 500;

export function refusalSentence({ error, details, suggestion }: ProblemBody): string {
  const parts = [error, details, suggestion].flatMap((part) => part?.replace(/[^.!?]$/, '$&.') ?? []);
  return terminalSafe(parts.filter((part) => part !== '').join(' '), LONGEST_REFUSAL);
}
