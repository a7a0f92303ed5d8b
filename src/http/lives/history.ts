import { table, tableRows } from '../../agent-docs/markdown.ts';
import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso, type Instant } from '../../core/engine/clock.ts';
import { isAlive } from '../../core/lives/creature.ts';
import { ageHours, FORMS } from '../../core/lives/growth.ts';
import type { HistoryFormat, Stage } from '../../core/vocabulary.ts';
import type { House } from '../../house/house.ts';
import {
  LOG_PIECE,
  readHistory,
  readOlder,
  type History,
  type LogEntry,
} from '../../house/lives/read-history.ts';
import { whatIsArchived, whereLogStops } from '../../voice/lives/care-log.ts';
import { stepsAfterHistory } from '../../voice/lives/life-steps.ts';
import { milestoneMessage } from '../../voice/lives/milestones.ts';
import { escapeMarkdown } from '../server/escape-text.ts';
import type { Handler } from '../server/handler.ts';
import {
  roundToHundredths,
  roundToTenths,
  tenthsOrNull,
  untrustedFields,
  untrustedSpecies,
} from '../server/reply-parts.ts';
import { presentIdentity } from './present-creature.ts';

const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

const USUAL_LIMIT: Record<HistoryFormat, number> = { json: 50, markdown: LOG_PIECE };

export const getCareHistory: Handler<typeof ROUTES.getCareHistory> = {
  async answer(house, { agent, query, now }) {
    const { format, limit = USUAL_LIMIT[format], offset, creature_id: creatureId = query.id } = query;
    const history = await readHistory(house, agent, { creatureId, limit, offset }, now);
    if (format === 'json') return { body: presentHistory(history) };
    const isWhole = query.limit === undefined && offset === 0;
    return { page: await (isWhole ? wholePage(house, history) : partOfPage(house, history, offset)) };
  },
};

/** A page to keep has the whole log, however long it is. */
async function wholePage(house: House, history: History) {
  const text = writeHistory(history);
  if (history.log.length < LOG_PIECE) return { type: MARKDOWN_TYPE, text: `${text}${archiveNote(history)}` };
  return { type: MARKDOWN_TYPE, text, rest: olderRows(house, history) };
}

async function* olderRows(house: House, history: History): AsyncGenerator<string> {
  for await (const piece of readOlder(house, history.log.at(-1))) yield `${tableRows(piece.map(logRow))}\n`;
  yield archiveNote(history);
}

/** Under the end of a log that once was longer. */
function archiveNote({ archivedUntil }: History): string {
  return archivedUntil === undefined ? '' : `\n${whatIsArchived(archivedUntil)}\n`;
}

/** Part of the log, and where it stops. */
async function partOfPage(house: House, history: History, offset: number) {
  const { log } = history;
  const older = await readOlder(house, log.at(-1)).next();
  const isEnd = older.done === true;
  const stop = whereLogStops({ first: offset + 1, count: log.length, isEnd });
  const note = isEnd ? archiveNote(history) : '';
  return { type: MARKDOWN_TYPE, text: `${writeHistory(history)}\n${stop}\n${note}` };
}

type HistoryReply = Reply<typeof ROUTES.getCareHistory>;

/** A life so far, for programs. */
export function presentHistory(history: History): HistoryReply {
  const { creature, species, totals } = history;
  return {
    creature: {
      ...presentIdentity(creature, species),
      alive: isAlive(creature),
      age_hours: ageIn(history),
    },
    care_log: history.log.map(presentEntry),
    ...(history.archivedUntil !== undefined && { archived_until: iso(history.archivedUntil) }),
    evolution_history: presentEvolution(history),
    milestones: presentReached(history),
    stats: {
      total_feedings: totals.feedings,
      missed_feedings: totals.missedFeedings,
      total_care_actions: totals.careActions,
      consistency_score: roundToTenths(totals.consistency),
      variety_score: roundToTenths(totals.variety),
    },
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: [...stepsAfterHistory({ id: creature.id, name: creature.name, alive: isAlive(creature) })],
  };
}

/** How old it is, or was when it was let go. */
function ageIn({ creature, now }: Pick<History, 'creature' | 'now'>): number {
  return roundToHundredths(ageHours(creature, creature.releasedAt ?? now));
}

/** When it reached a stage, if it did. */
function reachedAt({ milestones }: Pick<History, 'milestones'>, stage: Stage): string | null {
  const reached = milestones.find(({ threshold }) => threshold === stage);
  return reached ? iso(reached.at) : null;
}

export function presentEntry(entry: LogEntry): HistoryReply['care_log'][number] {
  const { at, action, notes, timing, before, after } = entry;
  return {
    timestamp: iso(at),
    action,
    notes: notes ?? null,
    hunger_before: tenthsOrNull(before.hunger),
    hunger_after: tenthsOrNull(after.hunger),
    happiness_before: tenthsOrNull(before.happiness),
    happiness_after: tenthsOrNull(after.happiness),
    health_before: tenthsOrNull(before.health),
    health_after: tenthsOrNull(after.health),
    timing: timing ?? null,
  };
}

function presentEvolution(history: History): HistoryReply['evolution_history'] {
  const { creature } = history;
  const hatchedAt = creature.life ? iso(creature.life.hatchedAt) : null;
  return {
    egg_hatched: hatchedAt,
    became_baby: hatchedAt,
    became_child: reachedAt(history, 'child'),
    became_teen: reachedAt(history, 'teen'),
    became_adult: reachedAt(history, 'adult'),
    evolution_path: creature.path ?? null,
    trending_toward: history.trendingToward ?? null,
  };
}

function presentReached({ creature, species, milestones }: History): HistoryReply['milestones'] {
  const { name, seed, path } = creature;
  const facts = { name, seed, path, family: species.family, hidden: [] };
  return milestones.map(({ type, threshold, at }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, facts),
    reached_at: iso(at),
  }));
}

/** A life so far, as a page to keep. */
export function writeHistory(history: History): string {
  return (
    [
      `# ${escapeMarkdown(history.creature.name)}`,
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
    ['Species', `${escapeMarkdown(species.name)} (${species.tier}, ${species.family})`],
    ['Stage', creature.stage],
    ...(form ? ([['Form', form]] as const) : []),
    ['Alive', isAlive(creature) ? 'yes' : 'no'],
    ['Age', `${ageIn(history)} hours`],
    ['Character', escapeMarkdown(creature.personality.join(', '))],
    ['Id', creature.id],
  ]);
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
    ...deathsIn(history),
    ...(creature.releasedAt === undefined ? [] : [{ at: creature.releasedAt, what: 'Released' }]),
  ];
  return list(events.toSorted((one, other) => one.at - other.at).map(({ at, what }) => [iso(at), what]));
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

function careLog({ log, archivedUntil }: History): string {
  if (log.length > 0) return table(LOG_HEAD, log.map(logRow));
  return archivedUntil === undefined ? 'Nothing yet.' : 'Nothing since.';
}

function logRow({ at, action, item, timing, refused, before, after, notes }: LogEntry): string[] {
  return [
    iso(at),
    refused === undefined ? action : `${action} (refused)`,
    item === undefined ? '' : escapeMarkdown(item),
    timing ?? '',
    fromTo(before.hunger, after.hunger),
    fromTo(before.happiness, after.happiness),
    fromTo(before.health, after.health),
    notes === undefined ? '' : escapeMarkdown(notes),
  ];
}

function fromTo(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return 'hidden';
  return `${roundToTenths(before)} → ${roundToTenths(after)}`;
}
