import type { CallToolResult } from '@modelcontextprotocol/server';
import texts from '#content/agent/mcp.json' with { type: 'json' };

import { HOUR } from '../rules/base/clock.ts';
import { formatTimeUntil } from '../rules/format-numbers.ts';
import { isUrgent, lackOf } from '../rules/situation.ts';
import {
  FAMILIES,
  type FeedingStatus,
  type Mood,
  type Stat,
  STATS,
  TIERS,
  type Urgency,
} from '../rules/vocabulary.ts';
import { textOf } from '../api/call.ts';
import type { NextStep } from '../api/fields.ts';
import type { ProblemBody } from '../api/problems.ts';
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { LACK_WORDS } from '../text/pages/appearance-words.ts';
import type { KeyFault, KeyPolicy, ToolProblem } from './connection.ts';
import type { ToolArguments } from './tool-input.ts';
import { type ToolRoute, TOOLS } from './tools.ts';

/** The type of a reply without text of other agents: any string may be missing. */
export type TrustedReply<T> = T extends readonly (infer Entry)[]
  ? readonly TrustedReply<Entry>[]
  : T extends object
    ? { readonly [Field in keyof T]: string extends T[Field] ? T[Field] | undefined : TrustedReply<T[Field]> }
    : T;

export interface SplitReply<T> {
  readonly trusted: TrustedReply<T>;
  /** The removed texts by JSON Pointer. */
  readonly untrusted: Readonly<Record<string, string>>;
}

/** Removes every text that `untrusted_fields` lists by JSON Pointer (against prompt injection). */
export function splitUntrusted<T extends { readonly untrusted_fields?: readonly string[] | undefined }>(
  answer: T,
): SplitReply<T> {
  const { untrusted_fields: pointers = [] } = answer;
  const trusted = pointers.length > 0 ? structuredClone(answer) : answer;
  const found = pointers.map((pointer) => [pointer, takeOut(trusted, pointer)] as const);
  const strings = found.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { trusted: trusted as TrustedReply<T>, untrusted: Object.fromEntries<string>(strings) };
}

function takeOut(from: object, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const field = path.pop() ?? '';
  let place: unknown = from;
  for (const step of path) place = isObject(place) ? place[step] : undefined;
  if (!isObject(place) || !Object.hasOwn(place, field)) return undefined;
  const taken = place[field];
  // List entries keep their index, to which later JSON Pointers refer.
  if (Array.isArray(place)) place[field] = '';
  else delete place[field];
  return taken;
}

const MAX_CHARACTERS = 1500;

/** Joins as many lines as fit into MAX_CHARACTERS; up to half of that is reserved for the ending. */
export function fitText(lines: TextLines, ending: TextLines = []): string {
  const end = takeLines(ending, MAX_CHARACTERS / 2);
  return [takeLines(lines, MAX_CHARACTERS - end.length - 1), end].filter((part) => part !== '').join('\n');
}

export function stepLines(steps: readonly ToolStep[]): TextLines {
  return steps.length === 0 ? [] : ['Next:', ...steps.slice(0, 3).map(stepLine)];
}

export function warningLines({ warnings = [] }: TrustedReply<Pick<ProblemBody, 'warnings'>>): TextLines {
  return warnings.slice(0, 3).map(({ field, message }) => `About ${JSON.stringify(field)}: ${message}`);
}

export function joinLines(lines: TextLines): string {
  return cleanLines(lines).join('\n');
}

export function stepLine({ url, description, instead, ...step }: ToolStep): string {
  const call = step.tool === undefined ? url : callWords(step);
  const spared = instead ? ` At that time, not sooner, ${callWords(instead)} spares this look.` : '';
  return `- ${call}: ${description}${spared}`;
}

function callWords({ tool, arguments: given = {} }: ToolCall): string {
  return `${tool} ${JSON.stringify(given)}`;
}

function takeLines(lines: TextLines, most: number): string {
  let text = '';
  for (const line of cleanLines(lines)) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}

function cleanLines(lines: TextLines): string[] {
  return lines.flatMap((line) => line?.split('\n') ?? []).filter((line) => line !== '');
}

interface ToolCall {
  readonly tool?: string;
  readonly arguments?: ToolArguments;
}

export interface ToolStep extends ToolCall {
  readonly action: string;
  readonly url?: string;
  readonly description: string;
  readonly instead?: ToolCall;
}

/** Placeholder of the API key in suggested calls; replies never contain the key itself. */
const KEY_PLACEHOLDER = '<your key>';

/** Turns next steps into tool calls. Steps without tool or URL, and steps with untrusted text, are left out. */
export function toToolSteps(
  steps: readonly NextStep[] = [],
  needsKey = false,
  untrustedTexts: readonly string[] = [],
): ToolStep[] {
  return steps
    .flatMap(({ action, description, url, instead: spared, ...step }): ToolStep[] => {
      const call = url === undefined ? toolCallFor(step, needsKey) : URL.canParse(url) && { url };
      const instead = spared && toolCallFor(spared, needsKey);
      return call
        ? [{ action, description: nameTools(description), ...call, ...(instead && { instead }) }]
        : [];
    })
    .filter(
      (step) => !Object.values(step.arguments ?? {}).some((value) => untrustedTexts.includes(textOf(value))),
    );
}

function toolCallFor(
  { method = 'GET', endpoint = '', body }: Pick<NextStep, 'method' | 'endpoint' | 'body'>,
  needsKey: boolean,
): ToolCall | undefined {
  const [path = '', search = ''] = endpoint.split('?');
  const found = findTool(method, path);
  if (!found) return undefined;
  const { tool, params } = found;
  const query = [...new URLSearchParams(search)]
    // Tools are brief by default.
    .filter(([name]) => name !== 'view' || 'view' in tool.input.schema.properties)
    .map(([name, text]) => [
      name,
      NUMBERS.has(tool.input.schema.properties[name]?.['type']) ? Number(text) : text,
    ]);
  const key = needsKey && tool.row.auth === 'required' && { api_key: KEY_PLACEHOLDER };
  const asked = Object.fromEntries(query) as ToolArguments;
  return { tool: tool.name, arguments: { ...params, ...asked, ...body, ...key } };
}

const NUMBERS: ReadonlySet<unknown> = new Set(['integer', 'number']);

/** Reply fields with our own sentences; all others are data or the caller's text. */
const SENTENCES = new Set(
  fieldsIn('error message details description soul_prompt reason hint suggestion important tip note'),
);

export function speakOfTools<Spoken>(reply: Spoken): Spoken {
  return speak(reply, '') as Spoken;
}

function speak(value: unknown, field: string): unknown {
  if (typeof value === 'string') {
    return SENTENCES.has(field) ? nameTools(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => speak(each, field));
  if (typeof value !== 'object' || value === null) return value;
  // A loop instead of Object.fromEntries, for speed: replies may be long lists.
  const spoken: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) spoken[name] = speak(inner, name);
  return spoken;
}

const CALL = /\b(GET|POST|PATCH|DELETE) (\/api(?:\/[\w{}-]+)*)/g;

function nameTools(words: string): string {
  return words
    .replace(CALL, (spelled, method: string, path: string) => findTool(method, path)?.tool.name ?? spelled)
    .replaceAll('Idempotency-Key', 'idempotency_key');
}

function findTool(method: string, path: string) {
  for (const { tool, pattern } of PATTERNS) {
    const match = tool.row.method === method ? pattern.exec(path) : null;
    if (match) return { tool, params: { ...match.groups } };
  }
  return undefined;
}

const PATTERNS = TOOLS.map((tool) => ({
  tool,
  pattern: new RegExp(`^${tool.row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

const KEY_FAULTS: Readonly<Partial<Record<string, KeyFault>>> = {
  missing_key: 'missing',
  unknown_key: 'wrong',
  damaged_key: 'wrong',
  placeholder_key: 'wrong',
  two_keys: 'wrong',
};

export async function refusalResult(problem: ToolProblem, keys: KeyPolicy): Promise<CallToolResult> {
  const data = await refusalData(problem, keys);
  const lines = refusalLines(data);
  const text = fitText(lines, [...stepLines(data.next_steps), ...warningLines(data)]);
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { problem: data } };
}

export async function refusalText(problem: ToolProblem, keys: KeyPolicy): Promise<string> {
  return joinLines(refusalLines(await refusalData(problem, keys)));
}

/** A problem as a tool reports it: without texts of other agents, its steps are tools. */
export type RefusalData = Omit<
  TrustedReply<Omit<ToolProblem, 'mpp' | 'x402' | 'x402Version' | 'accepts'>>,
  'next_steps'
> & {
  readonly next_steps: readonly ToolStep[];
};

/** A problem in terms of tools, without the offers of inline payments, which no tool can make. */
export async function refusalData(refused: ToolProblem, keys: KeyPolicy): Promise<RefusalData> {
  const { mpp: _, x402: __, x402Version: ___, accepts: ____, ...problem } = refused;
  const { trusted, untrusted } = splitUntrusted(speakOfTools<ToolProblem>(problem));
  const next_steps = toToolSteps(problem.next_steps, keys.stepsNeedKey === true, Object.values(untrusted));
  // The API's suggestion names HTTP headers; MCP clients pass the key differently.
  const fault = KEY_FAULTS[problem.code ?? ''];
  return { ...trusted, ...(fault && { suggestion: await keys.advice(fault) }), next_steps };
}

const TOLD_OF_PROBLEMS: ToldFields<Omit<ToolProblem, 'next_steps'>> = {
  your_creatures: ['name', 'stage', 'alive', 'id'],
  more_creatures: true,
  resurrection: true,
  deaths: deathLines,
  more_deaths: true,
  cost: true,
  credits: true,
  shortfall: true,
  checkout_url: true,
};

function refusalLines(problem: RefusalData): TextLines {
  const { error, message, details, suggestion, retry_after_seconds: wait } = problem;
  return [
    error === undefined ? undefined : `${error.replace(/\.$/, '')}.`,
    message,
    details,
    suggestion,
    wait === undefined || suggestion?.includes(`${wait} s`) === true
      ? undefined
      : `Wait ${wait} s before the next try.`,
    ...describeFields(TOLD_OF_PROBLEMS, problem),
  ];
}

export type TextLines = readonly (string | undefined)[];

/** The reply fields that a tool's text contains, in order: whole, as selected parts, or by a function. */
type ToldFields<R> = {
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
const WISH = ['until', 'text', 'hint'] as const;
const AMBITION = ['text', 'progress', 'expected', 'hint'] as const;

function fieldsIn(words: string): readonly string[] {
  return words.split(' ');
}

/** Tools whose text is not simply every field of the reply. */
const TOLD_FIELDS: { readonly [Name in ToolRoute]?: ToldFields<Reply<Routes[Name]>> } = {
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
  getWeek: { text: true },
  createOwnerLink: { message: true, url: true, calendar_url: true, due_url: true, important: true },
  revokeOwnerLink: { message: true },
  createSitter: { message: true, key: true, important: true },
  listSitters: { sitters: ['name', 'expires_at', 'id'] },
  revokeSitter: { message: true },
  getCreditBalance: {
    credits: true,
    debt: true,
    packs: (packs) => [
      `Packs: ${packs.map(({ id, credits, price }) => `"${id}" is ${credits} credits for ${price}`).join('; ')}.`,
    ],
    mpp_enabled: (mpp, { x402_enabled: x402 }) => [
      mpp || x402
        ? 'An agent that can pay by itself does so without these tools; through them a human pays at a link.'
        : 'Where payments are on, buy_credits gives a link at which a human pays.',
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
    tell_your_human: true,
    resurrection: true,
    recommended_checkin: checkinLines,
    wish: WISH,
    ambition: AMBITION,
    moment: ['text'],
    new_letters: true,
    new_keepsakes: true,
    milestone: ['creature_id', 'stage', 'message'],
    milestones: milestoneLines,
    creatures: judged('creatures (yours, neediest first)', IN_A_LIST),
    other_creatures: judged('other_creatures', ['name', 'species', 'stage', 'mood', 'feeding_status', 'id']),
    more_creatures: true,
    deaths: deathLines,
    more_deaths: true,
    soul_prompt: true,
  },
  careForCreature: {
    message: true,
    tell_your_human: true,
    action_result: ['success', 'effectiveness', 'timing', 'changes', 'item_result', 'tip'],
    creature: ['name', 'species', 'stage', 'alive', ...STATS, 'hidden_stats', 'id'],
    recommended_checkin: checkinLines,
    // `wish_granted` comes after the stats and the check-in: ten keepsakes would leave no room for them.
    wish_granted: ['text', 'keepsake'],
    deaths: deathLines,
    more_deaths: true,
    keepsakes: ['name', 'text'],
    ambition: AMBITION,
    wish: WISH,
    new_letters: true,
    new_keepsakes: true,
    milestones: milestoneLines,
    soul_prompt: true,
  },
  getCareHistory: {
    creature: ['name', 'species', 'stage', 'age_hours', 'alive', 'id'],
    stats: true,
    evolution_history: ['evolution_path', 'trending_toward'],
    manner: ['name', 'reason'],
    keepsakes: (kept) => {
      const newest = kept.slice(0, 3).map(({ name }) => name);
      return kept.length === 0 ? [] : [`keepsakes: ${kept.length}, the newest: ${newest.join(', ')}`];
    },
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
    message: true,
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

const LABELS: Readonly<Record<string, string>> = texts.labels;
const UNLABELLED: ReadonlySet<string> = new Set(fieldsIn('name species stage mood timestamp action'));

export function describeReply(route: ToolRoute, reply: unknown): TextLines {
  // The cast holds: the reply came from the route of this name.
  const told = TOLD_FIELDS[route] as ToldFields<Fields> | undefined;
  return describeFields(told ?? everyField(reply as Fields), reply as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that the connection writes by itself or that are no news. */
const NOT_TOLD: ReadonlySet<string> = new Set(fieldsIn('next_steps server_time untrusted_fields warnings'));

function everyField(reply: Fields): ToldFields<Fields> {
  const told = Object.keys(reply).filter((field) => !NOT_TOLD.has(field));
  return Object.fromEntries(told.map((field) => [field, true]));
}

function describeFields<R extends object>(told: ToldFields<R>, reply: TrustedReply<R>): TextLines {
  return Object.entries(told as ToldFields<Fields>).flatMap(([field, how]) => {
    const value = (reply as Fields)[field];
    if (value === undefined || value === null) return [];
    if (typeof how === 'function') return how(value, reply as Fields);
    return fieldLines(field, value, how === true ? undefined : how);
  });
}

/** A sentence unchanged, other values after their label; an object in one line, a list with a line per entry. */
function fieldLines(field: string, value: unknown, parts?: readonly string[]): TextLines {
  const label = LABELS[field] ?? field;
  if (typeof value === 'string') return [value.includes(' ') ? value : `${label}: ${value}`];
  if (!isObject(value)) return [`${label}: ${String(value)}`];
  if (!Array.isArray(value)) return [labelled(label, factsOf(value, parts))];
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
      const inner = factsOf(told);
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
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

function isSentence(words: string): boolean {
  return words.includes('\n') || (words.includes(' ') && /[.!?]["”’)]*$/.test(words));
}

function isObject(value: unknown): value is Record<string, unknown> {
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

function judged(field: string, parts: readonly string[]) {
  return (
    value: Judged | readonly Judged[],
    { server_time }: { readonly server_time?: string | undefined },
  ) => {
    const told = [value].flat().map((each) => withSituation(each, server_time));
    return fieldLines(field, Array.isArray(value) ? told : told[0], parts);
  };
}

/** Adds to the mood of a creature in danger how long it has and what it needs. */
function withSituation(one: Judged, serverTime: string | undefined): object {
  const { mood = 'content', feeding_status: status, urgency, dies_at } = { ...one, ...one.death_clock };
  if (one.stage === 'egg') return { ...one, mood: 'hatches when looked at' };
  if (!urgency || !status || !isUrgent(urgency)) return one;
  const at = serverTime ? Date.parse(serverTime) : 0;
  const diesAt = serverTime && dies_at ? Date.parse(dies_at) : undefined;
  const lack = LACK_WORDS[lackOf(status, one.health ?? undefined, urgency)];
  const end = diesAt === undefined ? 'soon' : formatTimeUntil((diesAt - at) / HOUR);
  return { ...one, mood: `${mood}, dies ${end}, needs ${lack}` };
}

type TrustedDeath = TrustedReply<NonNullable<Reply<Routes['whoAmI']>['deaths']>>[number];

function deathLines(deaths: readonly TrustedDeath[]): TextLines {
  return deaths.map(({ name, cause, died_at, cost, closes_at, creature_id }) => {
    const back =
      cost === undefined
        ? 'it can no longer be brought back'
        : `bringing it back costs ${cost} credits, until ${closes_at}`;
    const when = died_at === undefined ? '' : ` at ${died_at}`;
    return `${name} died${when}, of ${cause}; ${back}; creature_id: ${creature_id}`;
  });
}

interface ToldMilestone {
  readonly type: string;
  readonly threshold: string | number;
  readonly message?: string | undefined;
}

function milestoneLines(milestones: readonly ToldMilestone[]): TextLines {
  return milestones.map(({ type, threshold, message }) => message ?? `${type}: ${threshold}`);
}

function changesIn(entry: TrustedReply<Reply<Routes['getCareHistory']>>['care_log'][number]): Fields {
  const moved = (['hunger', 'happiness', 'health'] as const).flatMap((stat) => {
    const [before, after] = [entry[`${stat}_before`], entry[`${stat}_after`]];
    return typeof before === 'number' && before !== after ? [[stat, { before, after }] as const] : [];
  });
  return { ...entry, ...Object.fromEntries(moved) };
}

type ToldSpecies = TrustedReply<Reply<Routes['listSpecies']>>['built_in'][number];

function slugsLine(kin: readonly ToldSpecies[]): string | undefined {
  const tiers = TIERS.flatMap((tier) => {
    const members = kin.filter((each) => each.tier === tier);
    const told = members.map(({ slug, feeding_window_hours: hours }) => `${slug} ${hours}`);
    return told.length === 0 ? [] : `${tier} ${told.join(', ')}`;
  });
  return tiers.length === 0 ? undefined : `${kin[0]?.family}: ${tiers.join('; ')}`;
}
