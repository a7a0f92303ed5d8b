import { table } from '../../agent-docs/markdown.ts';
import { iso, type Instant } from '../../core/engine/clock.ts';
import { KEEPSAKES, type KeepsakeRow } from '../../core/heart/keepsakes-table.ts';
import type { ReadLetter } from '../../core/heart/letter.ts';
import { isAlive } from '../../core/lives/creature.ts';
import { ageHours, FORMS } from '../../core/lives/growth.ts';
import type { Species } from '../../core/species/species.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { History, LogEntry } from '../../house/lives/read-history.ts';
import { keepsakeFrom, keepsakeName, keepsakeStory, rarityWords } from '../../voice/heart/keepsakes.ts';
import { mannerReason } from '../../voice/heart/manner-reasons.ts';
import { mannerName } from '../../voice/heart/manners.ts';
import { WISH_NOUNS } from '../../voice/heart/wish-lines.ts';
import { writtenBy } from '../heart/present-letter.ts';
import { escapeMarkdown } from '../server/escape-text.ts';
import { isUntrustedName, roundToHundredths, roundToTenths } from '../server/reply-parts.ts';

/** How much of a life a page is to tell: a part of it names only the newest of what was kept and written. */
type PageExtent = 'whole' | 'part';

/** A life so far, as a page to keep. */
export function writeHistory(
  history: History,
  letters: readonly ReadLetter[] = [],
  extent: PageExtent = 'whole',
): string {
  const isPart = extent === 'part';
  return (
    [
      `# ${escapeMarkdown(history.creature.name)}`,
      identity(history),
      '## Timeline',
      timeline(history),
      ...section('Keepsakes', isPart ? newest(keptNames(history)) : keepsakeLines(history)),
      ...section('Letters', isPart ? newest(letterLines(history, letters)) : letterLines(history, letters)),
      '## Care summary',
      summary(history),
      '## Care log',
      careLog(history),
    ].join('\n\n') + '\n'
  );
}

function section(title: string, lines: readonly ListLine[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, list(lines)];
}

function identity(history: History): string {
  const { creature, species } = history;
  const form = creature.path && `${FORMS[species.family][creature.path]} (${creature.path})`;
  return list([
    ['Species', `${escapeMarkdown(species.name)} (${species.tier}, ${species.family})${nameMark(species)}`],
    ['Stage', creature.stage],
    ...(form ? ([['Form', form]] as const) : []),
    ['Alive', isAlive(creature) ? 'yes' : 'no'],
    ['Age', `${ageIn(history)} hours`],
    ['Character', escapeMarkdown(creature.personality.join(', '))],
    ...(history.manner
      ? ([['Manner', `${mannerName(history.manner)}, because ${mannerReason(history.manner)}`]] as const)
      : []),
    ['Id', creature.id],
  ]);
}

function nameMark(species: Species): string {
  return isUntrustedName(species) ? ', a name written by another agent: untrusted text' : '';
}

/** How old it is, or was when it was let go. */
export function ageIn({ creature, now }: Pick<History, 'creature' | 'now'>): number {
  return roundToHundredths(ageHours(creature, creature.releasedAt ?? now));
}

type ListLine = readonly [what: string, value: string];

function list(lines: readonly ListLine[]): string {
  return lines.map(([what, value]) => `- ${what}: ${value}`).join('\n');
}

interface DatedLine {
  readonly at: Instant;
  readonly what: string;
}

const STAGE_WORDS: Record<Stage, string> = {
  egg: 'Laid',
  baby: 'Hatched',
  child: 'Became a child',
  teen: 'Became a teen',
  adult: 'Became an adult',
};

/** Everything that changed its life, in order. */
function timeline(history: History): string {
  const { creature } = history;
  const stages = history.milestones.flatMap(({ threshold, at }) =>
    typeof threshold === 'string' && threshold !== 'baby' ? [{ at, what: STAGE_WORDS[threshold] }] : [],
  );
  const events: readonly DatedLine[] = [
    { at: creature.adoptedAt, what: 'Adopted' },
    ...(creature.life ? [{ at: creature.life.hatchedAt, what: STAGE_WORDS.baby }] : []),
    ...stages,
    ...anniversariesIn(history),
    ...deathsIn(history),
    ...(creature.releasedAt === undefined ? [] : [{ at: creature.releasedAt, what: 'Released' }]),
  ];
  return list(events.toSorted((one, other) => one.at - other.at).map(({ at, what }) => [iso(at), what]));
}

function anniversariesIn({ shelf }: History): readonly DatedLine[] {
  return shelf.kept.flatMap(({ kind, at }) => {
    const { days }: KeepsakeRow = KEEPSAKES[kind];
    return days === undefined ? [] : [{ at, what: `Turned ${days} days` }];
  });
}

function deathsIn({ creature, deaths }: History): readonly DatedLine[] {
  return deaths.flatMap(({ at, resurrectedAt }) => [
    { at, what: resurrectedAt === undefined && creature.died ? `Died of ${creature.died.cause}` : 'Died' },
    ...(resurrectedAt === undefined ? [] : [{ at: resurrectedAt, what: 'Came back' }]),
  ]);
}

function summary({ totals }: History): string {
  return table(
    ['What', 'How much'],
    [
      ['Feedings', String(totals.feedings)],
      ['Missed feedings', String(totals.missedFeedings)],
      ['Care actions', String(totals.careActions)],
      ['Consistency', String(roundToTenths(totals.consistency))],
      ['Variety', String(roundToTenths(totals.variety))],
    ],
  );
}

const LOG_HEAD = ['When', 'Action', 'Item', 'Timing', 'Hunger', 'Happiness', 'Health', 'Notes'];

function careLog({ creature, log, archivedUntil }: History): string {
  if (log.length > 0) return table(LOG_HEAD, log.map(logRow));
  if (archivedUntil !== undefined) return 'Nothing since.';
  return isAlive(creature) ? 'Nothing yet.' : 'Nothing was done for it.';
}

function keepsakeLines({ creature, shelf }: History): readonly ListLine[] {
  return shelf.kept.map(({ kind, at, creatures }) => {
    const story = escapeMarkdown(keepsakeStory(kind, creature.name));
    const rarity = rarityWords(creatures, shelf.of);
    return [iso(at), `${keepsakeName(kind)}, from ${keepsakeFrom(kind)}. ${story} (${rarity})`];
  });
}

function keptNames({ shelf }: History): readonly ListLine[] {
  return shelf.kept.map(({ kind, at }) => [iso(at), keepsakeName(kind)]);
}

const NEWEST = 3;

/** The newest of a list that begins with them, and how many there are. */
function newest(lines: readonly ListLine[]): readonly ListLine[] {
  if (lines.length <= NEWEST) return lines;
  return [...lines.slice(0, NEWEST), ['In all', String(lines.length)]];
}

function letterLines(history: History, letters: readonly ReadLetter[]): readonly ListLine[] {
  return letters.map((letter) => [iso(letter.at), escapeMarkdown(writtenBy(history, letter).subject)]);
}

export function logRow(entry: LogEntry): string[] {
  const { at, item, timing, before, after, notes } = entry;
  return [
    iso(at),
    deedWords(entry),
    item === undefined ? '' : escapeMarkdown(item),
    timing ?? '',
    fromTo(before.hunger, after.hunger),
    fromTo(before.happiness, after.happiness),
    fromTo(before.health, after.health),
    notes === undefined ? '' : escapeMarkdown(notes),
  ];
}

function deedWords({ action, refused, granted }: LogEntry): string {
  if (refused !== undefined) return `${action} (refused)`;
  return granted ? `${action} (a wish for ${WISH_NOUNS[granted]}, granted)` : action;
}

function fromTo(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return 'hidden';
  return `${roundToTenths(before)} → ${roundToTenths(after)}`;
}
