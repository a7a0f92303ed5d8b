import texts from '#content/agent/mcp.json' with { type: 'json' };
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { HOUR } from '../rules/base/clock.ts';
import { formatTimeLeft } from '../rules/format-numbers.ts';
import { situationOf } from '../rules/situation.ts';
import {
  FAMILIES,
  type FeedingStatus,
  type Mood,
  type Stat,
  STATS,
  TIERS,
  type Urgency,
} from '../rules/vocabulary.ts';
import { APPEARANCE_WORDS, LACK_WORDS } from '../text/pages/appearance-words.ts';
import type { ToolRoute } from './tools.ts';
import type { TrustedReply } from './tool-text.ts';

export type TextLines = readonly (string | undefined)[];

/** The reply fields that a tool's text contains, in order: whole, as selected parts, or by a function. */
export type ToldFields<R> = {
  readonly [Field in keyof R]?:
    | true
    | readonly KeyOf<EntryOf<R[Field]>>[]
    | ((value: NonNullable<TrustedReply<R[Field]>>, reply: TrustedReply<R>) => TextLines);
};
type EntryOf<T> = NonNullable<T> extends readonly (infer Entry)[] ? Entry : NonNullable<T>;
type KeyOf<T> = T extends unknown ? keyof T & string : never;

const LIVING = [
  ...fieldsIn('name species stage mood hunger happiness health trust discipline hidden_stats'),
  ...fieldsIn('feeding_status hours_since_fed next_feeding_window death_clock id'),
];
const DEAD = fieldsIn('name species stage died_at cause age_hours id');
const IN_A_LIST = fieldsIn('name stage mood hunger health feeding_status urgency checkin_at id');
const LOGGED = fieldsIn('timestamp action timing granted_wish hunger happiness health');
const NAMED_KEEPSAKES = 3;
const WISH = ['until', 'text', 'hint'] as const;

function fieldsIn(words: string): readonly string[] {
  return words.split(' ');
}

const TOLD_FIELDS: { readonly [Name in ToolRoute]: ToldFields<Reply<Routes[Name]>> } = {
  registerAgent: { message: true, your_token: true, important: true, avatar_note: true },
  rotateApiKey: { message: true, your_token: true, important: true },
  whoAmI: {
    agent: ({ username, timezone }) => [`You are ${username}; your time zone is ${timezone ?? 'UTC'}.`],
    credits: true,
    creatures: ['name', 'stage', 'feeding_status', 'checkin_at', 'id'],
    more_creatures: true,
    deaths: deathLines,
    more_deaths: true,
    keepsakes: ['kinds'],
    limits: (limits) => [
      `Left of your limits: ${limits.map(({ name, remaining, limit }) => `${name} ${remaining}/${limit}`).join(', ')}.`,
    ],
  },
  updateProfile: { message: true },
  exportMyData: {
    exported_at: (at, { creatures, species, ledger }) => [
      `All the house keeps of you, as of ${at}, is in the data: ${creatures.length} creatures, ${species.length} species, ${ledger.length} movements of credits.`,
    ],
  },
  deleteMyAccount: { message: true },
  createCalendarFeed: { message: true, feed_url: true, important: true },
  revokeCalendarFeed: { message: true },
  getCreditBalance: {
    credits: true,
    debt: true,
    packs: (packs) => [
      `Packs: ${packs.map(({ id, credits, price }) => `"${id}" is ${credits} credits for ${price}`).join('; ')}.`,
    ],
    mpp_enabled: (mpp, { x402_enabled: x402 }) => [
      mpp || x402
        ? 'An agent that can pay by itself does so without these tools; through them a human pays at a link.'
        : 'A human pays at a link.',
    ],
  },
  buyCredits: { message: true, pack: true, checkout_url: true, sandbox: true, credits: true },
  adoptCreature: {
    message: true,
    creature: ['name', 'species', 'stage', 'tier', 'family', 'feeding_window_hours', 'id'],
    milestones: ['message'],
    soul_prompt: true,
  },
  getCreatureStatus: {
    message: true,
    creature: (creature, reply) => judged('creature', 'cause' in creature ? DEAD : LIVING)(creature, reply),
    resurrection: true,
    recommended_checkin: checkinLines,
    wish: WISH,
    new_letters: true,
    new_keepsakes: true,
    milestone: ['creature_id', 'message'],
    milestones: ['message'],
    creatures: judged('creatures (yours, neediest first)', IN_A_LIST),
    other_creatures: judged('other_creatures', ['name', 'species', 'stage', 'mood', 'feeding_status', 'id']),
    more_creatures: true,
    deaths: deathLines,
    more_deaths: true,
    soul_prompt: true,
  },
  careForCreature: {
    message: true,
    action_result: ['success', 'effectiveness', 'timing', 'changes', 'item_result', 'tip'],
    creature: ['name', 'species', 'stage', 'alive', ...STATS, 'hidden_stats', 'id'],
    recommended_checkin: checkinLines,
    // `wish_granted` comes after the stats and the check-in: ten keepsakes would leave no room for them.
    wish_granted: ['text', 'keepsake'],
    keepsakes: ['name', 'text'],
    wish: WISH,
    new_letters: true,
    new_keepsakes: true,
    milestones: ['message'],
    soul_prompt: true,
  },
  getCareHistory: {
    creature: ['name', 'species', 'stage', 'age_hours', 'alive', 'id'],
    stats: true,
    evolution_history: ['evolution_path', 'trending_toward'],
    manner: ['name', 'reason'],
    keepsakes: (kept) => [
      kept.length === 0
        ? undefined
        : `keepsakes: ${kept.length}, the newest: ${kept
            .slice(0, NAMED_KEEPSAKES)
            .map(({ name }) => name)
            .join(', ')}`,
    ],
    care_log: (log) => fieldLines('care_log', log.map(changesIn), LOGGED),
    archived_until: true,
  },
  listLetters: {
    creature: ['name', 'species', 'stage', 'id'],
    total: (total) => [`letters in all: ${total}`],
    letters: ['number', 'occasion', 'written_at', 'subject', 'text'],
  },
  getCreaturePreferences: { creature: ['name', 'species', 'id'], preferences: true, note: true },
  releaseCreature: { message: true },
  resurrectCreature: {
    message: true,
    creature: ['name', 'species', 'stage', 'resurrection_number', 'stats', 'hidden_stats'],
    credits_spent: true,
    credits_remaining: true,
    next_resurrection_cost: true,
  },
  listGraveyard: {
    message: true,
    pagination: ['page', 'pages', 'total'],
    gravestones: ['name', 'species', 'stage_reached', 'lived', 'cause', 'died_at', 'resurrected', 'epitaph'],
  },
  listHall: { category: true, leaderboard: true, house_stats: true },
  createSpecies: { message: true },
  listSpecies: {
    pagination: ({ total }) => [
      `Slugs by family and tier, with the hours from meal to meal; agents have designed ${total} more:`,
    ],
    built_in: (species) =>
      FAMILIES.map((family) => slugsLine(species.filter((each) => each.family === family))),
  },
  getSpecies: { species: true },
  getHouseStats: {
    creatures_alive: true,
    eggs_unhatched: true,
    gravestones: true,
    agents: true,
    activity_24h: true,
  },
};

/** Labels of fields whose name does not explain itself. */
const LABELS: Readonly<Record<string, string>> = texts.labels;
const UNLABELLED: ReadonlySet<string> = new Set(fieldsIn('name species stage mood timestamp action'));

/** A reply as text, without text of other agents. */
export function describeReply(route: ToolRoute, reply: unknown): TextLines {
  // The cast holds: the reply came from the route of this name.
  return describeFields(TOLD_FIELDS[route] as ToldFields<Fields>, reply as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

export function describeFields<R extends object>(told: ToldFields<R>, reply: TrustedReply<R>): TextLines {
  return Object.entries(told as ToldFields<Fields>).flatMap(([field, how]) => {
    const value = (reply as Fields)[field];
    if (value === undefined || value === null) return [];
    if (typeof how === 'function') return how(value, reply as Fields);
    return fieldLines(field, value, how === true ? undefined : how);
  });
}

/**
 * Lines for one field: a sentence unchanged, other values after their label; an object in one line, a list
 * with a line per entry.
 */
function fieldLines(field: string, value: unknown, parts?: readonly string[]): TextLines {
  const label = LABELS[field] ?? field;
  if (typeof value === 'string') return [value.includes(' ') ? value : `${label}: ${value}`];
  if (!isObject(value)) return [`${label}: ${String(value)}`];
  if (!Array.isArray(value)) return [labelled(label, factsOf(value as Fields, parts))];
  const entries = value.map((each) => factsOf(each as Fields, parts));
  if (entries.every(({ facts }) => facts.length === 0))
    return [labelled(label, { facts: [], sentences: entries.flatMap(({ sentences }) => sentences) })];
  return [`${label}:`, ...entries.map((each) => `- ${inWords(each)}`)];
}

/** The facts of an object with their labels, and its sentences, which need none. */
interface Facts {
  readonly facts: readonly string[];
  readonly sentences: readonly string[];
}

/** Fields that only the structured content has, not the text. */
const DETAILS = new Set(
  fieldsIn('hours_without_care threshold_hours item score kind kept_at creator built_in'),
);

function factsOf(value: Fields, chosen?: readonly string[]): Facts {
  const parts = chosen ?? Object.keys(value).filter((field) => !DETAILS.has(field));
  const facts: string[] = [];
  const sentences: string[] = [];
  for (const field of parts) {
    const told = value[field];
    if (typeof told === 'string' && field !== 'name' && isSentence(told)) sentences.push(told);
    else if (isObject(told) && !Array.isArray(told) && !('before' in told)) {
      const inner = factsOf(told as Fields);
      sentences.push(...inner.sentences);
      if (inner.facts.length > 0) facts.push(named(field, inner.facts.join(', ')));
    } else {
      const words = wordsOf(told);
      if (words !== '') facts.push(named(field, words));
    }
  }
  return { facts, sentences };
}

function named(field: string, words: string): string {
  return UNLABELLED.has(field) ? words : `${LABELS[field] ?? field} ${words}`;
}

function labelled(label: string, facts: Facts): string | undefined {
  const words = inWords(facts);
  return words === '' ? undefined : `${label}: ${words}`;
}

function inWords({ facts, sentences }: Facts): string {
  return [facts.join('; '), sentences.join(' ')].filter((part) => part !== '').join(': ');
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => each !== '').join(', ');
  if (isObject(value)) return Object.values(value).join(' → ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function isSentence(words: string): boolean {
  return words.includes('\n') || (words.includes(' ') && /[.!?]["”’)]*$/.test(words));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface Judged extends Partial<Record<Stat, number | null | undefined>> {
  readonly stage?: string | undefined;
  readonly mood?: Mood | undefined;
  readonly feeding_status?: FeedingStatus | undefined;
  readonly urgency?: Urgency | null;
  readonly dies_at?: string | null | undefined;
  readonly death_clock?: Pick<Judged, 'urgency' | 'dies_at'> | null | undefined;
}

type ToldCheckin = TrustedReply<NonNullable<Reply<Routes['careForCreature']>['recommended_checkin']>>;

function checkinLines(
  checkin: ToldCheckin,
  { creature }: { readonly creature: { readonly id?: string | undefined } },
): TextLines {
  const isOther = checkin.creature_id !== creature.id;
  const label = isOther ? 'recommended_checkin (for another of yours)' : 'recommended_checkin';
  return fieldLines(label, checkin, [...(isOther ? ['creature_id'] : []), 'at', 'hours_from_now', 'reason']);
}

/** Describes one creature or several, each with its situation. */
function judged(field: string, parts: readonly string[]) {
  return (
    value: Judged | readonly Judged[],
    { server_time }: { readonly server_time?: string | undefined },
  ) =>
    fieldLines(
      field,
      Array.isArray(value)
        ? value.map((each: Judged) => withSituation(each, server_time))
        : withSituation(value as Judged, server_time),
      parts,
    );
}

/** Adds a creature's mood in the words of its page; in danger, also how long it has and what it needs. */
function withSituation(one: Judged, serverTime: string | undefined): object {
  const { mood = 'content', feeding_status: status, urgency, dies_at } = { ...one, ...one.death_clock };
  if (one.stage === 'egg') return { ...one, mood: 'hatches when looked at' };
  if (!urgency || !status) return one;
  const at = serverTime ? Date.parse(serverTime) : 0;
  const diesAt = serverTime && dies_at ? Date.parse(dies_at) : undefined;
  const shown = Object.fromEntries(STATS.map((stat) => [stat, one[stat] ?? undefined]));
  const hidden = STATS.filter((stat) => one[stat] === null);
  const facts = { at, shown, hidden, seemingMood: mood, feeding: { status } };
  const { appearance, urgent, lack } = situationOf(facts, { urgency, diesAt });
  if (!urgent) return { ...one, mood: APPEARANCE_WORDS[appearance] };
  const end = diesAt === undefined ? 'soon' : formatTimeLeft((diesAt - at) / HOUR);
  return { ...one, mood: `${APPEARANCE_WORDS[appearance]}, dies ${end}, needs ${LACK_WORDS[lack]}` };
}

type TrustedDeath = TrustedReply<NonNullable<Reply<Routes['whoAmI']>['deaths']>>[number];

/** Lines about recent deaths, each with the price of a resurrection. */
export function deathLines(
  deaths: readonly TrustedDeath[],
  { server_time: now = '' }: { readonly deaths?: unknown; readonly server_time?: string | undefined },
): TextLines {
  return deaths.map(({ name, cause, died_at, cost, closes_at, creature_id }) => {
    const back =
      now > `${closes_at}`
        ? 'it can no longer be brought back'
        : `bringing it back costs ${cost} credits, until ${closes_at}`;
    return `${name} died at ${died_at}, of ${cause}; ${back}; creature_id: ${creature_id}`;
  });
}

/** A log entry with the stats that changed, each before and after. */
function changesIn(entry: TrustedReply<Reply<Routes['getCareHistory']>>['care_log'][number]): Fields {
  const moved = (['hunger', 'happiness', 'health'] as const).flatMap((stat) => {
    const [before, after] = [entry[`${stat}_before`], entry[`${stat}_after`]];
    return typeof before === 'number' && before !== after ? [[stat, { before, after }] as const] : [];
  });
  return { ...entry, ...Object.fromEntries(moved) };
}

type ToldSpecies = TrustedReply<Reply<Routes['listSpecies']>>['built_in'][number];

function slugsLine(kin: readonly ToldSpecies[]): string | undefined {
  const tiers = TIERS.map((tier) => ({ tier, members: kin.filter((each) => each.tier === tier) }))
    .filter(({ members }) => members.length > 0)
    .map(
      ({ tier, members }) =>
        `${tier} ${members.map(({ slug, feeding_window_hours: hours }) => `${slug} ${hours}`).join(', ')}`,
    );
  return tiers.length === 0 ? undefined : `${kin[0]?.family}: ${tiers.join('; ')}`;
}
