import { tableRows } from '../../agent-docs/markdown.ts';
import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso } from '../../core/engine/clock.ts';
import { isHarmedRepeatedly } from '../../core/heart/care-digest.ts';
import type { ReadLetter } from '../../core/heart/letter.ts';
import { isAlive } from '../../core/lives/creature.ts';
import type { HistoryFormat, Stage } from '../../core/vocabulary.ts';
import { readLetters, type ShelvedKeepsake } from '../../house/heart/read-heart.ts';
import type { House } from '../../house/house.ts';
import {
  LOG_PIECE,
  readHistory,
  readOlder,
  type History,
  type LogEntry,
} from '../../house/lives/read-history.ts';
import { keepsakeFrom } from '../../voice/heart/keepsakes.ts';
import { WISH_NOUNS } from '../../voice/heart/wish-lines.ts';
import { whatIsArchived, whereLogStops } from '../../voice/lives/care-log.ts';
import { stepsAfterHistory } from '../../voice/lives/life-steps.ts';
import { milestoneMessage } from '../../voice/lives/milestones.ts';
import { presentKeepsake, presentManner } from '../heart/present-heart.ts';
import type { Handler } from '../server/handler.ts';
import { roundToTenths, tenthsOrNull, untrustedFields, untrustedSpecies } from '../server/reply-parts.ts';
import { MARKDOWN_TYPE } from '../server/send.ts';
import { ageIn, logRow, writeHistory } from './history-page.ts';
import { presentIdentity } from './present-creature.ts';

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
  const text = writeHistory(history, await lettersIn(house, history));
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
  const text = writeHistory(history, await lettersIn(house, history), 'part');
  return { type: MARKDOWN_TYPE, text: `${text}\n${stop}\n${note}` };
}

/** A page names so many of the newest letters. */
const LETTERS_NAMED = 200;

async function lettersIn(house: House, { creature, species, now }: History): Promise<readonly ReadLetter[]> {
  const wish = { limit: LETTERS_NAMED, offset: 0 };
  return (await readLetters(house, creature, species, now, wish)).letters;
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
    manner: presentManner(history),
    keepsakes: history.shelf.kept.map((kept) => presentShelved(kept, history)),
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

/** When it reached a stage, if it did. */
function reachedAt({ milestones }: Pick<History, 'milestones'>, stage: Stage): string | null {
  const reached = milestones.find(({ threshold }) => threshold === stage);
  return reached ? iso(reached.at) : null;
}

export function presentEntry(entry: LogEntry): HistoryReply['care_log'][number] {
  const { at, action, notes, timing, granted, before, after } = entry;
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
  const { family, slug } = species;
  const facts = { name, seed, path, family, slug, hidden: [], harmed: isHarmedRepeatedly(creature) };
  return milestones.map(({ type, threshold, at }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, facts),
    reached_at: iso(at),
  }));
}

function presentShelved(
  { kind, at, creatures }: ShelvedKeepsake,
  { creature, shelf }: History,
): HistoryReply['keepsakes'][number] {
  return {
    ...presentKeepsake(kind, creature.name),
    from: keepsakeFrom(kind),
    kept_at: iso(at),
    rarity: { creatures, of: shelf.of },
  };
}
