import { iso } from '../../rules/base/clock.ts';
import { roundToHundredths } from '../../rules/format-numbers.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import { type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import { isAlive } from '../../rules/lives/creature.ts';
import { ageHours, FORMS } from '../../rules/lives/growth.ts';
import type { HistoryFormat, Stage } from '../../rules/vocabulary.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { whatIsArchived, whereLogStops } from '../../text/creature/life-feed.ts';
import { milestoneMessage } from '../../text/creature/milestones.ts';
import { stepsAfterHistory } from '../../text/creature/steps.ts';
import { keepsakeFrom, keepsakeName, keepsakeStory, rarityWords } from '../../text/heart/keepsakes.ts';
import { mannerName, mannerReason } from '../../text/heart/manners.ts';
import { WISH_NOUNS } from '../../text/heart/wishes.ts';
import { escapeMarkdown } from '../../http/feed-formats.ts';
import type { Handler } from '../../http/handler.ts';
import {
  isUntrustedName,
  pointersIntoList,
  roundToTenths,
  stepsInView,
  tenthsOrNull,
  untrustedFields,
  untrustedSpecies,
  type View,
} from '../../http/reply-parts.ts';
import { MARKDOWN_TYPE } from '../../http/send.ts';
import { table, tableRows } from '../../agent-docs/care-guide.ts';
import {
  presentGoingOn,
  presentIdentity,
  presentKeepsake,
  presentManner,
} from '../creatures/creature.present.ts';
import type { DocumentOrder } from '../creatures/long-documents.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { type LetterPage, readLetters } from '../heart/letters.ts';
import type { BaseHouse } from '../house.ts';
import { findHousehold } from './look-in.ts';
import {
  type History,
  isFollowed,
  LOG_PIECE,
  type LogEntry,
  readHistory,
  readOlder,
} from './read-history.ts';

export function writeHistory(
  history: History,
  { letters, total }: LetterPage = { letters: [], total: 0 },
  extent: 'whole' | 'part' = 'whole',
): string {
  const isPart = extent === 'part';
  const letterLines = letters.map(({ at, subject }): ListLine => [iso(at), escapeMarkdown(subject)]);
  return (
    [
      `# ${escapeMarkdown(history.creature.name)}`,
      identity(history),
      '## Timeline',
      timeline(history),
      ...section('Keepsakes', isPart ? newest(keepsakeNames(history)) : keepsakeLines(history)),
      ...section('Letters', isPart ? newest(letterLines, total) : letterLines),
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
  const { creature, species, manner } = history;
  const mark = isUntrustedName(species) ? ', a name written by another agent: untrusted text' : '';
  const form = creature.path && `${FORMS[species.family][creature.path]} (${creature.path})`;
  return list([
    ['Species', `${escapeMarkdown(species.name)} (${species.tier}, ${species.family})${mark}`],
    ['Stage', creature.stage],
    ...(form ? ([['Form', form]] as const) : []),
    ['Alive', isAlive(creature) ? 'yes' : 'no'],
    ['Age', `${ageIn(history)} hours`],
    ['Character', escapeMarkdown(creature.personality.join(', '))],
    ...(manner ? ([['Manner', `${mannerName(manner)}, because ${mannerReason(manner)}`]] as const) : []),
    ['Id', creature.id],
  ]);
}

function ageIn({ creature, now }: Pick<History, 'creature' | 'now'>): number {
  return roundToHundredths(ageHours(creature, creature.releasedAt ?? now));
}

type ListLine = readonly [what: string, value: string];

function list(lines: readonly ListLine[]): string {
  return lines.map(([what, value]) => `- ${what}: ${value}`).join('\n');
}

const STAGE_WORDS: Record<Stage, string> = {
  egg: 'Laid',
  baby: 'Hatched',
  child: 'Became a child',
  teen: 'Became a teen',
  adult: 'Became an adult',
};

function timeline({ creature, milestones, shelf, deaths }: History): string {
  const { life, died, releasedAt } = creature;
  const events = [
    { at: creature.adoptedAt, what: 'Adopted' },
    ...(life ? [{ at: life.hatchedAt, what: STAGE_WORDS.baby }] : []),
    ...milestones.flatMap(({ threshold, at }) =>
      typeof threshold === 'string' && threshold !== 'baby' ? [{ at, what: STAGE_WORDS[threshold] }] : [],
    ),
    ...shelf.kept.flatMap(({ kind, at }) => {
      const { days }: KeepsakeRow = KEEPSAKES[kind];
      return days === undefined ? [] : [{ at, what: `Turned ${days} days` }];
    }),
    ...deaths.flatMap(({ at, resurrectedAt }) =>
      resurrectedAt === undefined
        ? [{ at, what: died ? `Died of ${died.cause}` : 'Died' }]
        : [
            { at, what: 'Died' },
            { at: resurrectedAt, what: 'Came back' },
          ],
    ),
    ...(releasedAt === undefined ? [] : [{ at: releasedAt, what: 'Released' }]),
  ];
  return list(events.toSorted((one, other) => one.at - other.at).map(({ at, what }) => [iso(at), what]));
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

function keepsakeNames({ shelf }: History): readonly ListLine[] {
  return shelf.kept.map(({ kind, at }) => [iso(at), keepsakeName(kind)]);
}

const NEWEST = 3;

function newest(lines: readonly ListLine[], total: number = lines.length): readonly ListLine[] {
  return total <= NEWEST ? lines : [...lines.slice(0, NEWEST), ['In all', String(total)]];
}

function logRow(entry: LogEntry): string[] {
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

function deedWords({ action, refused, granted, by }: LogEntry): string {
  const deed = by === undefined ? action : `${action} by ${escapeMarkdown(by)}`;
  if (refused !== undefined) return `${deed} (refused)`;
  return granted ? `${deed} (a wish for ${WISH_NOUNS[granted]}, granted)` : deed;
}

function fromTo(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return 'hidden';
  return `${roundToTenths(before)} → ${roundToTenths(after)}`;
}

const USUAL_LIMIT: Record<HistoryFormat, number> = { json: 50, markdown: LOG_PIECE };

export const getCareHistory: Handler<typeof ROUTES.getCareHistory, CreaturesHouse> = async (
  house,
  { agent, query, now },
) => {
  const { format, limit = USUAL_LIMIT[format], offset, creature_id: creatureId = query.id } = query;
  const history = await readHistory(house, agent, { creatureId, limit, offset }, now);
  if (format === 'json') {
    const goesOn = query.view === 'brief' && isAlive(history.creature);
    const body = presentHistory(history, query);
    return { body: goesOn ? presentGoingOn(body, await findHousehold(house, agent, now), now) : body };
  }
  const isWhole = query.limit === undefined && offset === 0;
  return { page: await (isWhole ? wholePage(house, history) : partOfPage(house, history, offset)) };
};

/** Sends the whole history as Markdown. The care log is streamed, since it may be long. */
async function wholePage(
  house: Pick<CreaturesHouse, 'documents' | 'lettersInWriting' | 'species' | 'store'>,
  history: History,
) {
  const text = writeHistory(history, await lettersIn(house, history, MOST_LETTERS));
  if (history.log.length < LOG_PIECE) return { type: MARKDOWN_TYPE, text: `${text}${archiveNote(history)}` };
  const { previousAt, previousId } = history.log.at(-1) ?? {};
  const { archivedUntil } = history;
  const order = { kind: 'log', last: { previousAt, previousId }, archivedUntil } as const;
  return { type: MARKDOWN_TYPE, text, rest: house.documents?.write(order) ?? writeOlderRows(house, order) };
}

export async function* writeOlderRows(
  house: Pick<BaseHouse, 'store'>,
  order: DocumentOrder & { readonly kind: 'log' },
): AsyncGenerator<string> {
  for await (const piece of readOlder(house, order.last)) yield `${tableRows(piece.map(logRow))}\n`;
  yield archiveNote(order);
}

function archiveNote({ archivedUntil }: Pick<History, 'archivedUntil'>): string {
  return archivedUntil === undefined ? '' : `\n${whatIsArchived(archivedUntil)}\n`;
}

async function partOfPage(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  history: History,
  offset: number,
) {
  const { log } = history;
  const isEnd = !(await isFollowed(house, log.at(-1)));
  const stop = whereLogStops({ first: offset + 1, count: log.length, isEnd });
  const note = isEnd ? archiveNote(history) : '';
  const text = writeHistory(history, await lettersIn(house, history, NEWEST), 'part');
  return { type: MARKDOWN_TYPE, text: `${text}\n${stop}\n${note}` };
}

const MOST_LETTERS = 200;

function lettersIn(
  house: Pick<CreaturesHouse, 'lettersInWriting' | 'species' | 'store'>,
  { creature, species, now }: History,
  limit: number,
) {
  return readLetters(house, creature, species, now, { limit, offset: 0 });
}

type HistoryReply = Reply<typeof ROUTES.getCareHistory>;

/** With a limit, milestones and keepsakes are cut like the care log. */
export function presentHistory(
  history: History,
  asked: { readonly limit?: number | undefined; readonly offset?: number; readonly view?: View } = {},
): HistoryReply {
  const { limit = Infinity, offset = 0, view } = asked;
  const { creature, species, totals, milestones } = history;
  const skipped = limit === Infinity ? 0 : offset;
  const reached = milestones
    .toReversed()
    .slice(skipped, skipped + limit)
    .toReversed();
  const kept = history.shelf.kept.slice(skipped, skipped + limit);
  return {
    creature: { ...presentIdentity(creature, species), alive: isAlive(creature), age_hours: ageIn(history) },
    care_log: history.log.map(presentEntry),
    ...(history.archivedUntil !== undefined && { archived_until: iso(history.archivedUntil) }),
    evolution_history: presentEvolution(history),
    milestones: presentReached({ ...history, milestones: reached }),
    more_milestones: milestones.length - reached.length || undefined,
    manner: presentManner(history),
    keepsakes: kept.map(({ kind, at, creatures }) => ({
      ...presentKeepsake(kind, creature.name),
      from: keepsakeFrom(kind),
      kept_at: iso(at),
      rarity: { creatures, of: history.shelf.of },
    })),
    more_keepsakes: history.shelf.kept.length - kept.length || undefined,
    stats: {
      total_feedings: totals.feedings,
      missed_feedings: totals.missedFeedings,
      total_care_actions: totals.careActions,
      consistency_score: roundToTenths(totals.consistency),
      variety_score: roundToTenths(totals.variety),
    },
    untrusted_fields: untrustedFields([
      ...untrustedSpecies(species),
      ...pointersIntoList('care_log', history.log, ['notes'], isNoteOfSitter),
    ]),
    next_steps: stepsInView(
      view,
      stepsAfterHistory({ id: creature.id, name: creature.name, alive: isAlive(creature) }),
    ),
  };
}

function isNoteOfSitter({ by, notes }: LogEntry): boolean {
  return by !== undefined && notes !== undefined;
}

export function presentEntry(entry: LogEntry): HistoryReply['care_log'][number] {
  const { at, action, notes, timing, granted, before, after, by } = entry;
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
    ...(granted && { granted_wish: WISH_NOUNS[granted] }),
    ...(by !== undefined && { by }),
  };
}

function presentEvolution({ creature, milestones, trendingToward }: History) {
  const hatchedAt = creature.life ? iso(creature.life.hatchedAt) : null;
  const reachedAt = (stage: Stage) => {
    const reached = milestones.find(({ threshold }) => threshold === stage);
    return reached ? iso(reached.at) : null;
  };
  return {
    egg_hatched: hatchedAt,
    became_baby: hatchedAt,
    became_child: reachedAt('child'),
    became_teen: reachedAt('teen'),
    became_adult: reachedAt('adult'),
    evolution_path: creature.path ?? null,
    trending_toward: trendingToward ?? null,
  };
}

function presentReached({ creature, species, milestones }: History): HistoryReply['milestones'] {
  const { name, seed, path } = creature;
  const { family, slug } = species;
  const facts = { name, seed, path, family, slug, hidden: [], harmed: isHarmedRepeatedly(creature) };
  return milestones.map(({ type, threshold, at }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, facts),
    reached_at: iso(at),
  }));
}
