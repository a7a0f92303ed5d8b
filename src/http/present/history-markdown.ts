import { iso, type Instant } from '../../core/clock.ts';
import { isAlive } from '../../core/creature.ts';
import { FORMS } from '../../core/stages.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { History, LogEntry } from '../../house/read-history.ts';
import { table } from '../../papers/layout.ts';
import { ageIn } from './history.ts';
import { asWords } from './markdown.ts';
import { tenths } from './numbers.ts';

/** A life so far, as a page to keep. */
export function writeHistory(history: History): string {
  return (
    [
      `# ${asWords(history.creature.name)}`,
      identity(history),
      '## Timeline',
      timeline(history),
      '## Care summary',
      summary(history),
      '## Care log',
      careLog(history),
    ].join('\n\n') + '\n'
  );
}

function identity(history: History): string {
  const { creature, species } = history;
  const form = creature.path && `${FORMS[species.family][creature.path]} (${creature.path})`;
  return list([
    ['Species', `${asWords(species.name)} (${species.tier}, ${species.family})`],
    ['Stage', creature.stage],
    ...(form ? ([['Form', form]] as const) : []),
    ['Alive', isAlive(creature) ? 'yes' : 'no'],
    ['Age', `${ageIn(history)} hours`],
    ['Character', asWords(creature.personality.join(', '))],
    ['Id', creature.id],
  ]);
}

type Line = readonly [what: string, value: string];

function list(lines: readonly Line[]): string {
  return lines.map(([what, value]) => `- ${what}: ${value}`).join('\n');
}

interface Turn {
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

/** Every turn its life took, in order. */
function timeline(history: History): string {
  const { creature } = history;
  const stages = history.milestones.flatMap(({ threshold, at }) =>
    typeof threshold === 'string' && threshold !== 'baby' ? [{ at, what: STAGE_WORDS[threshold] }] : [],
  );
  const turns: readonly Turn[] = [
    { at: creature.adoptedAt, what: 'Adopted' },
    ...(creature.life ? [{ at: creature.life.hatchedAt, what: STAGE_WORDS.baby }] : []),
    ...stages,
    ...deathsIn(history),
    ...(creature.releasedAt === undefined ? [] : [{ at: creature.releasedAt, what: 'Released' }]),
  ];
  return list(turns.toSorted((one, other) => one.at - other.at).map(({ at, what }) => [iso(at), what]));
}

function deathsIn({ creature, deaths }: History): readonly Turn[] {
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
      ['Consistency', String(tenths(totals.consistency))],
      ['Variety', String(tenths(totals.variety))],
    ],
  );
}

const LOG_HEAD = ['When', 'Action', 'Item', 'Timing', 'Hunger', 'Happiness', 'Health', 'Notes'];

function careLog({ log }: History): string {
  return log.length === 0 ? 'Nothing yet.' : table(LOG_HEAD, log.map(logRow));
}

function logRow({ at, action, item, timing, refused, before, after, notes }: LogEntry): string[] {
  return [
    iso(at),
    refused === undefined ? action : `${action} (refused)`,
    item === undefined ? '' : asWords(item),
    timing ?? '',
    fromTo(before.hunger, after.hunger),
    fromTo(before.happiness, after.happiness),
    fromTo(before.health, after.health),
    notes === undefined ? '' : asWords(notes),
  ];
}

function fromTo(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return 'hidden';
  return `${tenths(before)} → ${tenths(after)}`;
}
