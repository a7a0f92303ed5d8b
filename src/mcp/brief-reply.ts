import { MOST_ENTRIES } from '../contract/lives/history.ts';
import type { ToolArguments } from './json-schema.ts';
import type { ToolRoute } from './tools.ts';

/** A reply whose fields are looked into by name. */
export type ReplyFields = Readonly<Record<string, unknown>>;

/** What an answer can do without, unless `view: "full"` is asked for. */
const LEFT_OUT: Partial<Record<ToolRoute, readonly string[]>> = {
  adoptCreature: ['soul_prompt'],
  careForCreature: ['soul_prompt', 'house_activity', 'your_recent', 'others'],
  getCareHistory: ['milestones'],
};

/** What is told of each entry of a list. */
const ENTRY_FIELDS: Partial<Record<ToolRoute, Readonly<Record<string, readonly string[]>>>> = {
  getCareHistory: {
    care_log: ['timestamp', 'action', 'timing', 'notes', 'granted_wish'],
    keepsakes: ['name', 'kept_at'],
  },
  listGraveyard: {
    gravestones: ['id', 'name', 'species', 'stage_reached', 'lived', 'cause', 'died_at', 'resurrected'],
  },
  listSpecies: {
    built_in: ['slug', 'family', 'tier', 'feeding_window_hours'],
    species: ['slug', 'name', 'family', 'adoption_count'],
  },
};

export function leaveOut<Fields extends ReplyFields>(route: ToolRoute, reply: Fields): Fields {
  const left = Object.entries(reply).filter(([name]) => LEFT_OUT[route]?.includes(name) !== true);
  return Object.fromEntries(left) as Fields;
}

/** The data of a list in few words: one page of it, and of each entry what one chooses by. */
export function shortenLists(route: ToolRoute, reply: ReplyFields, query: ToolArguments): ReplyFields {
  const lists = Object.entries(ENTRY_FIELDS[route] ?? {}).map(([list, fields]) => {
    const entries = onPage(route, list, reply[list] as readonly ReplyFields[], query);
    return [list, entries.map((entry) => pickFields(entry, fields))] as const;
  });
  return { ...reply, ...Object.fromEntries(lists) };
}

/** The house lists all of its own species at once; here they come page by page, like everything. */
function onPage<Entry>(
  route: ToolRoute,
  list: string,
  entries: readonly Entry[],
  query: ToolArguments,
): readonly Entry[] {
  if (route !== 'listSpecies' || list !== 'built_in') return entries;
  const { page, perPage } = pageAsked(query);
  return entries.slice((page - 1) * perPage, page * perPage);
}

function pickFields(entry: ReplyFields, fields: readonly string[]): ReplyFields {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => fields.includes(name)));
}

function pageAsked(query: ToolArguments): { readonly page: number; readonly perPage: number } {
  return { page: atLeastOne(query['page'] ?? 1), perPage: atLeastOne(query['per_page']) };
}

/** The house takes what is no number for none, and so do we. */
function atLeastOne(given: unknown): number {
  return Math.max(1, Math.trunc(Number(given)) || 1);
}

/** How to get more of a list than this; undefined where this is all of it. */
export function moreLine(route: ToolRoute, reply: ReplyFields, query: ToolArguments): string | undefined {
  const { perPage } = pageAsked(query);
  switch (route) {
    case 'getCareHistory': {
      const shown = lengthOf(reply['care_log']);
      const next = Number(query['offset'] ?? 0) + shown;
      return shown < Math.min(Number(query['limit']), MOST_ENTRIES)
        ? undefined
        : `For older entries ask with offset: ${next}, for more at once with a larger limit.`;
    }
    case 'listLetters': {
      const next = Number(query['offset'] ?? 0) + lengthOf(reply['letters']);
      return next < Number(reply['total']) ? `For older letters ask with offset: ${next}.` : undefined;
    }
    case 'listHall':
      return nextPage(reply);
    case 'listGraveyard':
      return nextPage(reply['pagination'] as ReplyFields);
    case 'listSpecies':
      return `The data has ${perPage} at a time: page, per_page and family bring others, get_species all about one.`;
    default:
      return undefined;
  }
}

function nextPage({ next_cursor: cursor }: ReplyFields): string | undefined {
  return typeof cursor === 'string'
    ? `For the next ones ask with cursor: ${cursor}, for more at once with a larger per_page.`
    : undefined;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
