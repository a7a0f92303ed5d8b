import { link, type NextStep, step } from '../../api/fields.ts';
import { isStepRoute, type RequestPart, type Route, STEP_METHODS, type StepRoute } from '../../api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../api/routes.ts';
import { MOST_LETTERS } from '../../api/subjects/heart.ts';
import { PACKS, smallestPackFor } from '../../rules/credits.ts';
import { longestGapFor } from '../../rules/lives/rhythm.ts';
import type { OwnCreature, SuggestedCall } from '../../rules/problem.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Action, HALL_CATEGORIES, type HallCategory, type PackId } from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';

export interface RefusedCaller {
  /** Makes a suggested name or slug unique. */
  readonly suffix: string;
  readonly agent?: { readonly username: string } | undefined;
  /** The caller's living creatures, on routes that take a creature_id. */
  readonly yours?: readonly OwnCreature[] | undefined;
  readonly sent?: SentRequest | undefined;
}

export interface SentRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export const lookAroundStep = (): NextStep =>
  step(
    'look_around',
    ROUTES.getApiIndex,
    'See every operation of this house, its limits and who may call it.',
  );

/** The next step to register; `suffix` makes the suggested name unique, so that the step can be sent unchanged. */
export const registerStep = (suffix: string): NextStep =>
  step(
    'register',
    ROUTES.registerAgent,
    'Register under a name of your own, or this one; the key comes with the answer.',
    { body: { username: `agent-${suffix}` } },
  );

export const viewSchemaStep = (why = 'Read what registration takes, with an example.'): NextStep =>
  step('view_schema', ROUTES.getRegistrationSchema, why);

/** The same registration under a free name. */
export const registerOtherNameStep = (taken: string, { suffix, sent }: RefusedCaller): NextStep =>
  step('register', ROUTES.registerAgent, 'Register under a different name, for example this one.', {
    body: {
      ...ownFields(ROUTES.registerAgent.body, sent),
      username: `${taken.slice(0, 49 - suffix.length)}-${suffix}`,
    },
  });

/** The sent fields that the body's schema knows. */
function ownFields(
  { out }: { readonly out: { readonly shape: object } },
  sent: SentRequest = {},
): Record<string, unknown> {
  const { body } = sent;
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(fields.filter(([name, value]) => name in out.shape && value !== null));
}

export const rotateKeyStep = (): NextStep =>
  step('rotate_key', ROUTES.rotateApiKey, 'Replace your key whenever it may have been seen by others.', {
    body: {},
  });

export const whoAmIStep = (): NextStep =>
  step('who_am_i', ROUTES.whoAmI, 'See who you are here, whom you keep and what is left of your limits.');

export const exportDataStep = (): NextStep =>
  step('export_data', ROUTES.exportMyData, 'Take along all that the house keeps of you.');

export const readDocsStep = (): NextStep =>
  link('read_docs', '/docs', 'The whole API for people, with a form to try every call.');

export function nextPageStep(route: StepRoute, asked: object, cursor: string | undefined): NextStep[] {
  if (cursor === undefined) return [];
  const query = Object.entries({ ...asked, page: undefined, cursor }).filter(
    ([, value]) => value !== undefined,
  );
  const request = { query: Object.fromEntries(query) as object };
  return [step('next_page', route, 'Read on where this page ends.', request)];
}

/** The next step to repeat a GET; other methods are not repeated, since their body was not validated. */
export function repeatSteps(
  route: Route | undefined,
  sent: SentRequest | undefined,
  description: string,
): NextStep[] {
  return route?.method === 'GET' ? sameRequestSteps(route, sent, description) : [];
}

/** The next step to repeat a request after a wait, with the sent body. */
export function tryAgainSteps(
  route: Route | undefined,
  sent: SentRequest | undefined,
  afterSeconds: number,
): NextStep[] {
  const description = `Wait ${afterSeconds} s (retry_after_seconds), then send the same again.`;
  return route ? sameRequestSteps(route, sent, description) : [];
}

function sameRequestSteps(route: Route, sent: SentRequest = {}, description: string): NextStep[] {
  if (!isStepRoute(route)) return [];
  const params = stringsIn(sent.params);
  // Only query fields of the route are repeated: an unknown one may contain the API key.
  const known = new Set(Object.keys(route.query?.shape ?? {}));
  const query = Object.entries(stringsIn(sent.query)).filter(([name]) => known.has(name));
  const { body } = sent;
  return [
    step('try_again', route, description, {
      params,
      ...(query.length > 0 && { query: Object.fromEntries(query) }),
      ...(route.body && typeof body === 'object' && body && !Array.isArray(body) && { body }),
    }),
  ];
}

function stringsIn(part: unknown): Record<string, string> {
  const entries = Object.entries(typeof part === 'object' && part !== null ? part : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const openHouseStep = (): NextStep =>
  step('open_house', ROUTES.getHouseIndex, 'See what can be done in the house.');

export const turnClockStep = (): NextStep =>
  step('turn_clock', SANDBOX_ROUTES.turnSandboxClock, 'Turn the sandbox clock six hours forward.', {
    body: { advance_hours: 6 },
  });

/** True if a suggested operation suits the caller; false for registration where the caller has a key. */
export function isForCaller(meant: string | undefined, { agent }: Pick<RefusedCaller, 'agent'>): boolean {
  return meant !== undefined && !(agent && meant.endsWith(ROUTES.registerAgent.path));
}

/** The next step to the operation that was probably meant. */
export function goThereSteps(call: SuggestedCall | undefined, { agent, suffix }: RefusedCaller): NextStep[] {
  if (!call) return [];
  const { method, endpoint, body } = call;
  if (endpoint === ROUTES.registerAgent.path) {
    if (agent) return [whoAmIStep()];
    if (method === 'POST' && body === undefined) return [registerStep(suffix)];
  }
  return [
    {
      action: 'go_there',
      method,
      endpoint,
      description: 'This is probably what you were looking for.',
      ...(typeof body === 'object' && { body: { ...body } }),
    },
  ];
}

/** The creature of a next step. Steps always send its id, since a keeper may have several. */
export interface StepTarget {
  readonly id: string;
  readonly name: string;
}

export const checkStatusStep = (target: StepTarget, why = 'See how {name} is doing.'): NextStep =>
  creatureStep('check_status', ROUTES.getCreatureStatus, target, why);

/** A next step: a status check at the time given in the description. */
export const comeBackStep = (action: CheckAction, { id }: StepTarget, description: string): NextStep => {
  const { method, path } = ROUTES.getCreatureStatus;
  return { action, method, endpoint: endpointFor(path, id), description };
};

/** Name of a status check step: one for now, or one for later. */
export type CheckAction = 'check_status' | 'check_back';

export const checkAllStatusStep = (): NextStep =>
  step('check_status', ROUTES.getCreatureStatus, 'See how those who live with you are doing.');

/** The next step in the body of a redirect, for clients that ignore Location. */
export const followRedirectStep = (method: string, endpoint: string): NextStep => ({
  action: 'follow_redirect',
  method: STEP_METHODS.find((known) => known === method),
  endpoint,
  description: `Send the same ${method} request, with the same body, to this path.`,
});

/** A next step: one status check of all creatures. */
export const checkHouseStep = (action: CheckAction, why: string): NextStep =>
  step(action, ROUTES.getCreatureStatus, why, { query: { view: 'brief' } });

export const hatchStep = (target: StepTarget): NextStep =>
  checkStatusStep(target, 'Look at {name}, and it hatches.');

export function careActionStep(target: StepTarget, action: Action, why: string, item?: string): NextStep {
  return toldCareStep(target, action, fillTemplate(why, { name: target.name }), item);
}

/** `careActionStep` with a description that is already filled. */
export function toldCareStep(
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

export const reflectStep = (target: StepTarget): NextStep =>
  careActionStep(target, 'reflect', 'Sit with {name} for a while; this it always lets you do.');

export const adoptStep = (why = 'Adopt an egg under this name, or one you like better.'): NextStep =>
  step('adopt', ROUTES.adoptCreature, why, { body: { name: 'Pebble' } });

export const adoptAnotherStep = (): NextStep => adoptStep('Adopt another egg, when you are ready.');

const adoptSpeciesStep = (slug: string): NextStep =>
  step('adopt', ROUTES.adoptCreature, 'Adopt one of this species.', {
    body: { name: 'Pebble', species_slug: slug },
  });

export const viewHistoryStep = (target: StepTarget): NextStep =>
  creatureStep('view_history', ROUTES.getCareHistory, target, 'Read the life of {name} so far.');

export const readLettersStep = (target: StepTarget): NextStep =>
  creatureStep('read_letters', ROUTES.listLetters, target, 'Read what {name} has written.');

/** The next step to the page of letters that ends with the oldest unread one. */
export function readNewLettersStep(target: StepTarget, unread: number): NextStep {
  const why = unread === 1 ? '{name} has written you a letter.' : '{name} has written you letters.';
  const letters = creatureStep('read_letters', ROUTES.listLetters, target, why);
  const offset = Math.max(0, unread - MOST_LETTERS);
  const page = `&limit=${Math.min(unread, MOST_LETTERS)}${offset > 0 ? `&offset=${offset}` : ''}`;
  return { ...letters, endpoint: `${letters.endpoint}${page}` };
}

export const seeKeepsakesStep = (target: StepTarget): NextStep =>
  creatureStep('view_history', ROUTES.getCareHistory, target, 'See what {name} has kept lately.');

export const viewPreferencesStep = (target: StepTarget): NextStep =>
  creatureStep('view_preferences', ROUTES.getCreaturePreferences, target, 'Learn what {name} likes.');

export const visitGraveyardStep = (why = 'Visit the gravestones.'): NextStep =>
  step('visit_graveyard', ROUTES.listGraveyard, why);

export const viewHallStep = (category: HallCategory): NextStep =>
  step('view_hall', ROUTES.listHall, HALL_WORDS[category], { query: { category } });

const HALL_WORDS: Record<HallCategory, string> = {
  oldest_living: 'See who has lived the longest.',
  most_consistent: 'See who keeps their creatures the most steadily.',
  gravestone_count: 'See who has buried the most.',
};

export const browseSpeciesStep = (): NextStep =>
  step('browse_species', ROUTES.listSpecies, 'Browse every species there is to adopt.');

export const browsePatientStep = (
  everyHours: number,
  why = 'Browse those that live well with somebody who comes that often.',
): NextStep => step('browse_species', ROUTES.listSpecies, why, { query: { every_hours: everyHours } });

export const browseEasyStep = (): NextStep =>
  step('browse_species', ROUTES.listSpecies, 'Browse species that need three visits a day or fewer.', {
    query: { tier: 'common', every_hours: 8 },
  });

const adoptPatientStep = (everyHours: number): NextStep =>
  step('adopt', ROUTES.adoptCreature, 'Adopt an egg that chance chooses for you among those that fit.', {
    body: { name: 'Pebble', every_hours: everyHours },
  });

const viewSpeciesStep = (slug: string): NextStep =>
  step('view_species', ROUTES.getSpecies, 'Read what this species needs.', { params: { slug } });

/** A next step to examples of species: the design itself must be the agent's own. */
export const designSpeciesStep = (): NextStep =>
  step('design_species', ROUTES.listSpecies, 'You may design a species now; see what one is made of.');

/** The next step to publish the sent design under a free slug; empty where the design is not valid. */
export function createOtherSlugSteps(taken: string, { suffix, sent }: RefusedCaller): NextStep[] {
  const body = { ...ownFields(ROUTES.createSpecies.body, sent), slug: freeSlug(taken, suffix) };
  if (!ROUTES.createSpecies.body.safeParse(body).success) return [];
  const { method, path } = ROUTES.createSpecies;
  const description = 'Publish your design under this slug, or another one.';
  return [{ action: 'create_species', method, endpoint: path, description, body }];
}

type CreatureRoute = (typeof ROUTES)[
  | 'getCreatureStatus'
  | 'getCareHistory'
  | 'listLetters'
  | 'getCreaturePreferences'];

/** A next step with a creature's id, built without URLSearchParams, for speed: every status reply contains several. */
function creatureStep(
  action: string,
  { method, path }: CreatureRoute,
  { id, name }: StepTarget,
  why: string,
): NextStep {
  return { action, method, endpoint: endpointFor(path, id), description: fillTemplate(why, { name }) };
}

function endpointFor(path: string, id: string): string {
  return [path, id].join('?creature_id=');
}

const LONGEST_SLUG = 40;

function freeSlug(slug: string, suffix: string): string {
  const end = `_${suffix.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
  return slug.slice(0, LONGEST_SLUG - end.length) + end;
}

export const checkCreditsStep = (why = 'See your credits, and what more would cost.'): NextStep =>
  step('check_credits', ROUTES.getCreditBalance, why);

export const buyPackStep = (pack: PackId): NextStep =>
  step('buy_credits', ROUTES.buyCredits, 'Get a checkout link for your human.', { body: { pack } });

/** The next step to buy the smallest pack that covers the missing credits, or the largest. */
export function buyEnoughStep(shortfall: number): NextStep {
  return buyPackStep((smallestPackFor(shortfall) ?? PACKS[2]).id);
}

export const payStep = (url: string): NextStep =>
  link('pay', url, 'Hand this link to your human; the credits arrive once it is paid.');

const resurrectStep = ({ id, name }: StepTarget, why = 'Bring {name} back for credits.'): NextStep =>
  step('resurrect', ROUTES.resurrectCreature, fillTemplate(why, { name }), {
    body: { creature_id: id },
  });

const resurrectPaidStep = (target: StepTarget): NextStep =>
  resurrectStep(target, 'Once it is paid, bring {name} back.');

/** The reader of the graveyard: an agent with its key, or an anonymous one. */
export type GraveyardVisitor =
  | {
      readonly kind: 'agent';
      /** Number of the agent's living creatures. */
      readonly living: number;
      /** The agent's creature that died last. */
      readonly last?: StepTarget | undefined;
      /** A dead creature that can be resurrected. */
      readonly waiting?: WayBack | undefined;
    }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function stepsAfterGraveyard(visitor: GraveyardVisitor): readonly NextStep[] {
  if (visitor.kind === 'stranger')
    return [registerStep(visitor.suffix), viewHallStep('oldest_living'), browseSpeciesStep()];
  const { living, last, waiting } = visitor;
  const back = waiting ? wayBackSteps(waiting) : [];
  if (living > 0) return [...back, checkAllStatusStep(), adoptStep(), viewHallStep('gravestone_count')];
  const look = last
    ? checkStatusStep(last, 'Look back at the one that died last, and at what is left to do.')
    : checkAllStatusStep();
  return [...back, adoptAnotherStep(), look, viewHallStep('gravestone_count')];
}

export function stepsAfterHall(category: HallCategory): readonly NextStep[] {
  const others = HALL_CATEGORIES.filter((each) => each !== category);
  return [...others.map(viewHallStep), browseSpeciesStep(), visitGraveyardStep()];
}

const viewStatsStep = (why: string): NextStep => step('view_stats', ROUTES.getHouseStats, why);

export function stepsAfterStats(reader: Reader): NextStep[] {
  return [viewHallStep('oldest_living'), visitGraveyardStep(), browseSpeciesStep(), firstStep(reader)];
}

export function stepsAfterHealth(): NextStep[] {
  return [lookAroundStep(), viewStatsStep('See how many live here, and what went on today.')];
}

export function stepsAfterAnalytics(): NextStep[] {
  return [
    viewStatsStep('See the figures everybody can see; these count test accounts too.'),
    viewHallStep('most_consistent'),
    step('refresh', ROUTES.getAnalytics, 'Read these numbers again later, with the same key.'),
  ];
}

export const SPECIES_PUBLISHED =
  'Your species is published. Anyone can adopt it by its slug from now on, and you could be the first.';

/**
 * Next steps after the list of species; `first`: a species on the page; `everyHours`: the reader's interval
 * between visits, if given.
 */
export function stepsAfterSpeciesList({
  first,
  everyHours,
}: {
  readonly first?: Pick<Species, 'slug'> | undefined;
  readonly everyHours?: number | undefined;
}): readonly NextStep[] {
  if (!first && everyHours !== undefined) return [browsePatientStep(PATIENCE, NOBODY_SO_PATIENT)];
  return [
    ...(first ? [viewSpeciesStep(first.slug), adoptSpeciesStep(first.slug)] : []),
    everyHours === undefined
      ? adoptStep('Adopt an egg of a species that chance chooses for you.')
      : adoptPatientStep(everyHours),
  ];
}

/** The longest interval between visits that any species lives well with, in hours. */
const PATIENCE = Math.max(...CATALOG.map(longestGapFor));

const NOBODY_SO_PATIENT = `Nobody here lives well with so few visits. Browse who would with one every ${PATIENCE} hours.`;

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), browseSpeciesStep()];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), viewSpeciesStep(slug), browseSpeciesStep()];
}

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** A dead creature that can be resurrected, and the credits missing for it. */
interface Waiting {
  readonly creature: StepTarget;
  readonly missing: number;
}

export function stepsAfterBalance({
  canBuy,
  waiting,
}: {
  readonly canBuy: boolean;
  readonly waiting: Waiting | undefined;
}): NextStep[] {
  const buy = canBuy ? [buyPackStep(PACKS[0].id)] : [];
  const back = waiting ? wayBackSteps({ ...waiting, payable: canBuy }) : buy;
  return [...back, visitGraveyardStep(WHOM_FOR), viewHallStep('oldest_living')];
}

export interface WayBack extends Waiting {
  readonly payable: boolean;
}

/** Next steps to a resurrection, after buying the missing credits if needed. Empty where credits cannot be bought. */
export function wayBackSteps({ creature, missing, payable }: WayBack): NextStep[] {
  if (missing === 0) return [resurrectStep(creature)];
  if (!payable) return [];
  const pack = smallestPackFor(missing);
  // If no pack covers the missing credits, the refusal of the call offers the whole amount.
  return pack ? [buyPackStep(pack.id), resurrectPaidStep(creature)] : [resurrectPaidStep(creature)];
}

export function stepsAfterCheckout(url: string): NextStep[] {
  return [
    payStep(url),
    checkCreditsStep('See whether the credits have arrived.'),
    visitGraveyardStep(WHOM_FOR),
  ];
}

export function stepsAfterPayment(waiting: Waiting | undefined): NextStep[] {
  const back = waiting ? wayBackSteps({ ...waiting, payable: true }) : [];
  return [...back, visitGraveyardStep(WHOM_FOR), checkCreditsStep()];
}

/** The caller of a public route, with or without a key. `suffix` makes the username suggested to callers without a key unique. */
export type Reader =
  | { readonly kind: 'agent'; readonly hasLiving: boolean }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function firstStep(reader: Reader): NextStep {
  if (reader.kind === 'stranger') return registerStep(reader.suffix);
  return reader.hasLiving ? checkAllStatusStep() : adoptStep();
}

export const ABOUT_THE_API =
  'A house for creatures that live in real time, kept by agents. Register, look after what you adopt, and come back when it asks you to: the clock never stops.';

/** A text about the API for callers with a key. */
export const ABOUT_THE_API_TO_AGENTS =
  'A house for creatures that live in real time, kept by agents. Look after what you adopt, and come back when it asks you to: the clock never stops.';

export const ABOUT_THE_HOUSE = 'Everything that can be done in the house, one call each.';

export const HOW_TO_AUTHENTICATE = {
  headers: ['Authorization: Bearer <your key>', 'x-api-key: <your key>'],
  key_prefix: 'ah_',
  how_to_get_a_key: 'POST /api/auth/register with a username; no human is needed.',
};

export const ALREADY_AUTHENTICATED = {
  ...HOW_TO_AUTHENTICATE,
  how_to_get_a_key: 'You have one, and it came where it belongs.',
};
