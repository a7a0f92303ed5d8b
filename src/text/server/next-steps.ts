import nextSteps from '#content/voice/public/next-steps.json' with { type: 'json' };

import { type Instant, iso } from '../../rules/base/clock.ts';
import { MASKED_KEY } from '../../rules/base/redact.ts';
import { PACKS, smallestPackFor } from '../../rules/credits.ts';
import { longestGapFor } from '../../rules/lives/rhythm.ts';
import type { CreditPayer, OwnCreature, SuggestedCall } from '../../rules/problem.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Action,
  type Family,
  HALL_CATEGORIES,
  type HallCategory,
  type PackId,
  type Tier,
} from '../../rules/vocabulary.ts';
import { link, namesOf, type NextStep, ourNameFor, step } from '../../api/fields.ts';
import { isStepRoute, type RequestPart, type Route, STEP_METHODS, type StepRoute } from '../../api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../api/routes.ts';
import { MOST_LETTERS } from '../../api/subjects/heart.ts';
import { fillTemplate } from '../pick-line.ts';
import { pluralize } from '../times.ts';

const { reasons: REASONS, hall: HALL_REASONS, eggNames: EGG_NAMES } = nextSteps;
export const { about: ABOUT } = nextSteps;

export interface RefusedCaller {
  /** Makes a suggested name or slug unique. */
  readonly suffix: string;
  readonly agent?: { readonly username: string } | undefined;
  /** The caller's living creatures, on routes that take a creature_id. */
  readonly yours?: readonly OwnCreature[] | undefined;
  readonly sent?: SentRequest | undefined;
}

type SentRequest = Readonly<Partial<Record<'params' | 'query' | 'body', unknown>>>;

/** The creature of a next step. Steps always send its id, since a keeper may have several. */
export interface StepTarget {
  readonly id: string;
  readonly name: string;
}

export const lookAround = step('look_around', ROUTES.getApiIndex, REASONS.lookAround);

/** `suffix` makes the suggested name unique, so that the step can be sent unchanged. */
export function register(suffix: string): NextStep {
  return step('register', ROUTES.registerAgent, REASONS.register, { body: { username: `agent-${suffix}` } });
}

/** For a caller without a key in its request, who may have an account. */
export function registerAnew(suffix: string): NextStep {
  return { ...register(suffix), description: REASONS.registerAnew };
}

export const viewSchema = (why = REASONS.viewSchema): NextStep =>
  step('view_schema', ROUTES.getRegistrationSchema, why);

export function registerOtherName(taken: string, { suffix, sent }: RefusedCaller): NextStep {
  const username = `${taken.slice(0, 49 - suffix.length)}-${suffix}`;
  return step('register', ROUTES.registerAgent, REASONS.registerOtherName, {
    body: { ...namedFields(ROUTES.registerAgent, 'body', sent?.body), username },
  });
}

/** Sent fields under the route's names, also on routes that take exact names only, since they are just suggested. */
export function namedFields(route: Route, part: 'body' | 'query', sent: unknown): Record<string, unknown> {
  const present = entriesOf(sent).filter(([, value]) => value !== null);
  const own = present.filter(([name]) => namesOf(route)[part].has(name));
  const others = present.flatMap(([name, value]) => {
    const to = ourNameFor(route, part, name);
    return to === undefined ? [] : [[to, value] as const];
  });
  return Object.fromEntries([...others, ...own]);
}

function entriesOf(part: unknown): [string, unknown][] {
  return Object.entries(typeof part === 'object' && part !== null ? part : {});
}

export const rotateKey = step('rotate_key', ROUTES.rotateApiKey, REASONS.rotateKey, { body: {} });
export const whoAmI = step('who_am_i', ROUTES.whoAmI, REASONS.whoAmI);
export const exportData = step('export_data', ROUTES.exportMyData, REASONS.exportData);
export function readDocs(baseUrl: URL): NextStep {
  return link('read_docs', new URL('/docs', baseUrl).href, REASONS.readDocs);
}

export const openHouse = step('open_house', ROUTES.getHouseIndex, REASONS.openHouse);
export const createFeed = step('create_feed', ROUTES.createCalendarFeed, REASONS.createFeed, { body: {} });
export const createLink = step('create_link', ROUTES.createOwnerLink, REASONS.createLink, { body: {} });
export const createSitter = step('create_sitter', ROUTES.createSitter, REASONS.createSitter, {
  body: ROUTES.createSitter.example,
});
export const findSitter: NextStep = { ...createSitter, description: REASONS.findSitter };
export const listSitters = step('list_sitters', ROUTES.listSitters, REASONS.listSitters);
export const revokeSitter = (id: string): NextStep =>
  step('revoke_sitter', ROUTES.revokeSitter, REASONS.revokeSitter, { params: { id } });
export const askDue = step('ask_due', ROUTES.getDue, REASONS.askDue);
export const turnClock = step('turn_clock', SANDBOX_ROUTES.turnSandboxClock, REASONS.turnClock, {
  body: { advance_hours: 6 },
});

export function nextPageStep(route: StepRoute, asked: object, cursor: string | undefined): NextStep[] {
  if (cursor === undefined) return [];
  const asking = entriesOf({ ...asked, page: undefined, cursor }).filter(([, value]) => value !== undefined);
  const query: object = Object.fromEntries(asking);
  return [step('next_page', route, REASONS.nextPage, { query })];
}

/** The next step to repeat a GET; other methods are not repeated, since their body was not validated. */
export function repeatSteps(route: Route | undefined, { sent }: RefusedCaller, why: string): NextStep[] {
  return route?.method === 'GET' ? sameRequestSteps(route, sent, why) : [];
}

/** The same request with the key in a header, which a step cannot carry. The body goes without fields that hold a key. */
export function sendKeyAsHeader(route: Route | undefined, { sent = {} }: RefusedCaller): NextStep[] {
  if (!route) return [];
  const named = Object.entries(namedFields(route, 'body', sent.body));
  const body = Object.fromEntries(named.filter(([, value]) => !JSON.stringify(value).includes(MASKED_KEY)));
  const known = { ...sent, body: isPlainObject(sent.body) ? body : undefined };
  return sameRequestSteps(route, known, REASONS.sendKeyAsHeader);
}

function isPlainObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

export function tryAgainSteps(
  route: Route | undefined,
  { sent }: RefusedCaller,
  seconds: number,
): NextStep[] {
  const why = `Wait ${seconds} s (retry_after_seconds), then send the same again.`;
  return route ? sameRequestSteps(route, sent, why) : [];
}

function sameRequestSteps(route: Route, sent: SentRequest = {}, why: string): NextStep[] {
  if (!isStepRoute(route)) return [];
  // Only query fields of the route are repeated: an unknown one may contain the API key.
  const query = stringsIn(namedFields(route, 'query', sent.query));
  const { body } = sent;
  return [
    step('try_again', route, why, {
      params: stringsIn(sent.params),
      ...(Object.keys(query).length > 0 && { query }),
      ...(route.body && isPlainObject(body) && { body }),
    }),
  ];
}

function stringsIn(part: unknown): Record<string, string> {
  const texts = entriesOf(part).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/** True if a suggested operation suits the caller; false for registration where the caller has a key. */
export function isForCaller(meant: string | undefined, { agent }: Pick<RefusedCaller, 'agent'>): boolean {
  return meant !== undefined && !(agent && meant.endsWith(ROUTES.registerAgent.path));
}

export function goThereSteps(call: SuggestedCall | undefined, { agent, suffix }: RefusedCaller): NextStep[] {
  if (!call) return [];
  if (call.endpoint === ROUTES.registerAgent.path) {
    if (agent) return [whoAmI];
    if (call.method === 'POST' && call.body === undefined) return [register(suffix)];
  }
  return [suggestedStep('go_there', call, call.isLook ? REASONS.lookFirst : REASONS.goThere)];
}

export function suggestedStep(action: string, call: SuggestedCall, description: string): NextStep {
  const { method, endpoint, body } = call;
  return { action, method, endpoint, description, ...(typeof body === 'object' && { body: { ...body } }) };
}

export function checkStatus(target: StepTarget, why = REASONS.checkStatus): NextStep {
  return creatureStep('check_status', ROUTES.getCreatureStatus, target, why);
}

export type CheckAction = 'check_status' | 'check_back';

/** A status check at the time given in the description, which is already filled. */
export function comeBack(action: CheckAction, target: StepTarget, description: string): NextStep {
  return { ...checkStatus(target), action, description };
}

export const checkAllStatus = step('check_status', ROUTES.getCreatureStatus, REASONS.checkAllStatus);

/** Part of the body of a redirect, for clients that ignore Location. */
export function followRedirectStep(method: string, endpoint: string): NextStep {
  const description = `Send the same ${method} request${method === 'GET' ? '' : ', with the same body,'} to this path.`;
  const known = STEP_METHODS.find((each) => each === method);
  return { action: 'follow_redirect', method: known, endpoint, description };
}

export const checkHouse = (action: CheckAction, why: string): NextStep =>
  step(action, ROUTES.getCreatureStatus, why, { query: { view: 'brief' } });

export const hatch = (target: StepTarget): NextStep => checkStatus(target, REASONS.hatch);

export const careAction = (target: StepTarget, action: Action, why: string, item?: string): NextStep =>
  toldCare(target, action, fillTemplate(why, { name: target.name }), item);

/** `careAction` with a description that is already filled. */
export function toldCare(
  { id }: Pick<StepTarget, 'id'>,
  action: Action,
  description: string,
  item?: string,
): NextStep {
  const body: RequestPart<typeof ROUTES.careForCreature, 'body'> = item
    ? { action, item, creature_id: id }
    : { action, creature_id: id };
  const { method, path } = ROUTES.careForCreature;
  return { action, method, endpoint: path, description, body };
}

export function reflect(target: StepTarget): NextStep {
  return careAction(target, 'reflect', REASONS.reflect);
}

export function adopt(
  why = REASONS.adopt,
  wanted: { readonly species_slug?: string; readonly every_hours?: number } = {},
): NextStep {
  return step('adopt', ROUTES.adoptCreature, why, { body: { name: unusedName([]), ...wanted } });
}

export function suggestsName({ action, endpoint }: NextStep): boolean {
  return action === 'adopt' && endpoint === ROUTES.adoptCreature.path;
}

export function withUnusedName(next: NextStep, taken: readonly string[]): NextStep {
  return suggestsName(next) ? { ...next, body: { ...next.body, name: unusedName(taken) } } : next;
}

/** A name for an egg that differs from these, in any case of letters. */
export function unusedName(taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const names = Array.from({ length: taken.length + 1 }, (_, at) => {
    const [name = '', round] = [EGG_NAMES[at % EGG_NAMES.length], Math.floor(at / EGG_NAMES.length) + 1];
    return round === 1 ? name : `${name} ${round}`;
  });
  return names.find((name) => !used.has(name.toLowerCase())) ?? '';
}

export const adoptAnother = adopt(REASONS.adoptAnother);

const adoptSpecies = (slug: string): NextStep => adopt(REASONS.adoptSpecies, { species_slug: slug });

export function viewHistory(target: StepTarget, why = REASONS.viewHistory): NextStep {
  return creatureStep('view_history', ROUTES.getCareHistory, target, why);
}

export function readLetters(target: StepTarget, why = REASONS.readLetters): NextStep {
  return creatureStep('read_letters', ROUTES.listLetters, target, why);
}

/** The page of letters that ends with the oldest unread one. */
export function readNewLetters(target: StepTarget, unread: number): NextStep {
  const why = unread === 1 ? REASONS.readNewLetter : REASONS.readNewLetters;
  const letters = readLetters(target, why);
  const offset = Math.max(0, unread - MOST_LETTERS);
  const page = `&limit=${Math.min(unread, MOST_LETTERS)}${offset > 0 ? `&offset=${offset}` : ''}`;
  return { ...letters, endpoint: [letters.endpoint, page].join('') };
}

/** The history with no more keepsakes, and log entries, than are new. */
export function seeKeepsakes(target: StepTarget, unread: number): NextStep {
  const history = viewHistory(target, REASONS.seeKeepsakes);
  return { ...history, endpoint: [history.endpoint, `&limit=${unread}`].join('') };
}

export const viewPreferences = (target: StepTarget): NextStep =>
  creatureStep('view_preferences', ROUTES.getCreaturePreferences, target, REASONS.viewPreferences);

export const visitGraveyard = (why = REASONS.visitGraveyard): NextStep =>
  step('visit_graveyard', ROUTES.listGraveyard, why);

export const viewHall = (category: HallCategory): NextStep =>
  step('view_hall', ROUTES.listHall, HALL_REASONS[category], { query: { category } });

const browse = (why: string, query?: RequestPart<typeof ROUTES.listSpecies, 'query'>): NextStep =>
  step('browse_species', ROUTES.listSpecies, why, query && { query });

export const browseSpecies = browse(REASONS.browseSpecies);
export const browseEasy = browse(REASONS.browseEasy, { tier: 'common', every_hours: 8 });

export const browsePatient = (everyHours: number, why = REASONS.browsePatient): NextStep =>
  browse(why, { every_hours: everyHours });

const viewSpecies = (slug: string): NextStep =>
  step('view_species', ROUTES.getSpecies, REASONS.viewSpecies, { params: { slug } });

/** Leads to examples of species: the design itself must be the agent's own. */
export const designSpecies = step('design_species', ROUTES.listSpecies, REASONS.designSpecies);

/** The next step to publish the sent design under a free slug; empty where the design is not valid. */
export function createOtherSlugSteps(taken: string, { suffix, sent }: RefusedCaller): NextStep[] {
  const body = { ...namedFields(ROUTES.createSpecies, 'body', sent?.body), slug: freeSlug(taken, suffix) };
  if (!ROUTES.createSpecies.body.safeParse(body).success) return [];
  const { method, path } = ROUTES.createSpecies;
  const description = REASONS.createOtherSlug;
  return [{ action: 'create_species', method, endpoint: path, description, body }];
}

/** A next step with a creature's id, built without URLSearchParams, for speed: every status reply contains several. */
function creatureStep(
  action: string,
  { method, path }: Pick<StepRoute, 'method' | 'path'>,
  { id, name }: StepTarget,
  why: string,
): NextStep {
  const endpoint = [path, id].join('?creature_id=');
  return { action, method, endpoint, description: fillTemplate(why, { name }) };
}

const LONGEST_SLUG = 40;

function freeSlug(slug: string, suffix: string): string {
  const end = `_${suffix.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
  return slug.slice(0, LONGEST_SLUG - end.length) + end;
}

export const checkCredits = (why = REASONS.checkCredits): NextStep =>
  step('check_credits', ROUTES.getCreditBalance, why);

export const buyPack = (pack: PackId, why = REASONS.buyPack): NextStep =>
  step('buy_credits', ROUTES.buyCredits, why, { body: { pack } });

export function buyEnough(shortfall: number): NextStep {
  return buyPack((smallestPackFor(shortfall) ?? PACKS[2]).id);
}

export function pay(url: string): NextStep {
  return link('pay', url, REASONS.pay);
}

function resurrect(back: WayBack, why: string): NextStep {
  const body = { creature_id: back.creature.id };
  return step('resurrect', ROUTES.resurrectCreature, priceWords(why, back), { body });
}

export type GraveyardVisitor =
  | {
      readonly kind: 'agent';
      readonly living: number;
      readonly last?: StepTarget | undefined;
      readonly waiting?: WayBack | undefined;
    }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function stepsAfterGraveyard(visitor: GraveyardVisitor): readonly NextStep[] {
  if (visitor.kind === 'stranger')
    return [register(visitor.suffix), viewHall('oldest_living'), browseSpecies];
  const { living, last, waiting } = visitor;
  const back = waiting ? wayBackSteps(waiting) : [];
  if (living > 0) return [...back, checkAllStatus, adopt(), viewHall('gravestone_count')];
  const look = last ? checkStatus(last, REASONS.lookBack) : checkAllStatus;
  return [...back, adoptAnother, look, viewHall('gravestone_count')];
}

/** The look that is due, or the moment to ask again. */
export function stepsAfterDue(due: boolean, at: Instant | undefined): readonly NextStep[] {
  if (at === undefined) return [adopt()];
  return [due ? checkHouse('check_status', REASONS.visitDue) : askAgain(at)];
}

/** After reading the week. */
export const stepsAfterWeek = (isEmpty: boolean): NextStep[] => [isEmpty ? adopt() : checkAllStatus];

function askAgain(at: Instant): NextStep {
  return step('check_back', ROUTES.getDue, fillTemplate(REASONS.askAgain, { at: iso(at) }));
}

export function stepsAfterHall(category: HallCategory): readonly NextStep[] {
  const others = HALL_CATEGORIES.filter((each) => each !== category);
  return [...others.map(viewHall), browseSpecies, visitGraveyard()];
}

const viewStats = (why: string): NextStep => step('view_stats', ROUTES.getHouseStats, why);

export function stepsAfterStats(reader: Reader): NextStep[] {
  return [viewHall('oldest_living'), visitGraveyard(), browseSpecies, firstStep(reader)];
}

export const STEPS_AFTER_HEALTH = [lookAround, viewStats(REASONS.viewStats)];

export const STEPS_AFTER_ANALYTICS = [
  viewStats(REASONS.viewPublicStats),
  viewHall('most_consistent'),
  step('refresh', ROUTES.getAnalytics, REASONS.refresh),
];

/** `first`: a species on the page; `everyHours`: the reader's interval between visits. */
export function stepsAfterSpeciesList(listed: {
  readonly first?: Pick<Species, 'slug'> | undefined;
  readonly everyHours?: number | undefined;
}): readonly NextStep[] {
  const { first, everyHours } = listed;
  return [
    ...(first ? [viewSpecies(first.slug), adoptSpecies(first.slug)] : []),
    everyHours === undefined
      ? adopt(REASONS.adoptByChance)
      : adopt(REASONS.adoptFitting, { every_hours: everyHours }),
  ];
}

export interface SpeciesFilter {
  readonly family: Family | undefined;
  readonly tier: Tier | undefined;
  readonly everyHours: number | undefined;
}

export function noSuchSpecies({ family, tier, everyHours }: SpeciesFilter): string {
  const kinds = [family && ` of the family ${family}`, tier && ` of the tier ${tier}`].filter(Boolean);
  const hours = everyHours === 1 ? 'hour' : `${everyHours} hours`;
  const visits = everyHours === undefined ? '' : ` that lives well with one visit every ${hours}`;
  return `There is no species${kinds.join(' and')}${visits}.`;
}

/** Next steps for filters that no species fits: each leaves out or loosens one, and finds some. */
export function stepsWithoutSpecies({ family, tier, everyHours }: SpeciesFilter): readonly NextStep[] {
  if (everyHours === undefined) return [browseSpecies];
  const kin = CATALOG.filter(
    (each) => (family === undefined || each.family === family) && (tier === undefined || each.tier === tier),
  );
  const patience = Math.max(0, ...kin.map(longestGapFor));
  const query = { ...(family && { family }), ...(tier && { tier }), every_hours: patience };
  const ofKind = browse(fillTemplate(REASONS.browseLessPatient, { hours: String(patience) }), query);
  return [...(everyHours <= PATIENCE ? [browsePatient(everyHours)] : []), ...(patience > 0 ? [ofKind] : [])];
}

/** The longest interval between visits that any species lives well with, in hours. */
const PATIENCE = Math.max(...CATALOG.map(longestGapFor));

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpecies(slug), browseSpecies];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpecies(slug), viewSpecies(slug), browseSpecies];
}

/** A dead creature that can be resurrected, and the credits missing for it. */
export interface WayBack {
  readonly creature: StepTarget;
  readonly cost: number;
  readonly missing: number;
  readonly payers: readonly CreditPayer[];
}

export function stepsAfterBalance(facts: { canBuy: boolean; waiting: WayBack | undefined }): NextStep[] {
  const { canBuy, waiting } = facts;
  const buy = canBuy ? [buyPack(PACKS[0].id)] : [];
  const back = waiting ? wayBackSteps(waiting) : buy;
  return [...back, visitGraveyard(REASONS.visitForCredits), viewHall('oldest_living')];
}

/** Next steps to a resurrection, after buying the missing credits if needed. Empty where credits cannot be bought. */
export function wayBackSteps(back: WayBack): NextStep[] {
  const { missing, payers } = back;
  if (missing === 0) return [resurrect(back, REASONS.resurrect)];
  if (!isPayable(payers)) return [];
  const pack = smallestPackFor(missing);
  // If no pack covers the missing credits, the refusal of the call offers the whole amount.
  if (!payers.includes('human') || !pack) return [resurrect(back, REASONS.askPayment)];
  const why = payers.includes('agent') ? REASONS.payOrResurrect : REASONS.payAndResurrect;
  return [buyPack(pack.id, priceWords(REASONS.buyReturn, back)), resurrect(back, why)];
}

export function isPayable(payers: readonly CreditPayer[]): boolean {
  return payers.some((payer) => payer !== 'operator');
}

export function cannotPay(back: WayBack): NextStep {
  const why = back.payers.includes('operator') ? REASONS.operatorPays : REASONS.cannotPay;
  return checkCredits(priceWords(why, back));
}

function priceWords(why: string, { creature, cost, missing }: WayBack): string {
  const words = { name: creature.name, cost: pluralize(cost, 'credit'), missing: `${missing}` };
  return fillTemplate(why, words);
}

export function stepsAfterCheckout(url: string): NextStep[] {
  return [pay(url), checkCredits(REASONS.checkPayment), visitGraveyard(REASONS.visitForCredits)];
}

export function stepsAfterPayment(waiting: WayBack | undefined): NextStep[] {
  const back = waiting ? wayBackSteps(waiting) : [];
  return [...back, visitGraveyard(REASONS.visitForCredits), checkCredits()];
}

/** The caller of a public route, with or without a key. `suffix` makes the username suggested to callers without a key unique. */
export type Reader =
  | { readonly kind: 'agent'; readonly hasLiving: boolean }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function firstStep(reader: Reader): NextStep {
  if (reader.kind === 'stranger') return register(reader.suffix);
  return reader.hasLiving ? checkAllStatus : adopt();
}

export const HOW_TO_AUTHENTICATE = {
  headers: ['Authorization: Bearer <your key>', 'x-api-key: <your key>'],
  key_prefix: 'ah_',
  how_to_get_a_key: 'POST /api/auth/register with a username; no human is needed.',
};

export const ALREADY_AUTHENTICATED = {
  ...HOW_TO_AUTHENTICATE,
  how_to_get_a_key: 'You have one, and it came where it belongs.',
};

export function stepsForEmptyHouse(): readonly NextStep[] {
  return [adopt(), browseEasy, browseSpecies];
}

const SHOWN_AT_MOST = 5;

export const lookAtDead = (target: StepTarget): NextStep => checkStatus(target, REASONS.lookAtDead);

/** One next step per creature of the caller; `stepTo` is for those that have hatched and live. */
export function stepsToEach(
  yours: readonly OwnCreature[],
  stepTo: (mine: StepTarget) => NextStep = (mine) => checkStatus(mine),
): NextStep[] {
  return yours.slice(0, SHOWN_AT_MOST).map((mine) => {
    if (!mine.alive) return lookAtDead(mine);
    return mine.stage === 'egg' ? hatch(mine) : stepTo(mine);
  });
}
