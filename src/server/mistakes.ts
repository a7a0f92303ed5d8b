import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { type Creature, hasHatched, isAlive } from '../rules/lives/creature.ts';
import type { InvalidField, ProblemError, SuggestedCall, UnexpectedInput } from '../rules/problem.ts';
import type { Action } from '../rules/vocabulary.ts';
import { fieldsOf, type NextStep, ourNameFor } from '../api/fields.ts';
import type { ProblemBody } from '../api/problems.ts';
import { buildPath, isStepRoute, type Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { correctedStep, describeUnexpected } from '../text/server/mistakes.ts';
import {
  namedFields,
  type RefusedCaller,
  rotateKey,
  suggestsName,
  unusedName,
  withUnusedName,
} from '../text/server/next-steps.ts';
import { type ReadRequest } from '../http/handler.ts';
import { loadNamed, takenNames } from '../features/creatures/choose-creature.ts';
import type { BaseHouse } from '../features/house.ts';
import type { KnownAgent } from '../features/identity/api-keys.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import {
  checkInput,
  familyIn,
  isAdoption,
  isObject,
  looksLikeKey,
  unwrapped,
  withSpecies,
  wordFor,
  wordsOf,
} from './parse-request.ts';

function oddValues(route: Route, { query, parsedQuery, unexpected }: ReadRequest) {
  if (!route.query || !isObject(query)) return [];
  const understood = isObject(parsedQuery) ? parsedQuery : {};
  // Reading schemas takes long, and nearly all values are understood as written.
  const doubtful = Object.entries(query).filter(
    ([name, given]) => String(understood[name]) !== given || looksLikeKey(given),
  );
  if (doubtful.length === 0) return [];
  const fields = fieldsOf(route.query);
  return doubtful.flatMap(([name, given]) => {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const odd = schema && given !== '' ? oddValue(route, name, schema, given) : undefined;
    const written = unexpected.find((each) => each.kind === 'renamed' && each.to === name)?.field;
    return odd ? [{ ...odd, field: written ?? name }] : [];
  });
}

function oddValue(
  route: Route,
  field: string,
  schema: z.ZodType,
  given: unknown,
): UnexpectedInput | undefined {
  if (looksLikeKey(given)) return { kind: 'key', field };
  const words = wordsOf(schema);
  if (words.length > 0) {
    if (words.some((word) => word === given)) return undefined;
    const nearest = typeof given === 'string' ? wordFor(route, field, schema, given) : undefined;
    return { kind: 'value', field, words, nearest };
  }
  const { type, minimum: lowest, maximum: highest } = schema.meta() ?? {};
  if (typeof lowest !== 'number' || typeof highest !== 'number') return undefined;
  const used = numberIn(schema, given);
  if (used === Number(given)) return undefined;
  const nearest = used ?? numberIn(schema, Number.parseFloat(String(given)));
  return { kind: 'number', field, whole: type === 'integer', lowest, highest, used, nearest };
}

function numberIn(schema: z.ZodType, given: unknown): number | undefined {
  const { data } = schema.safeParse(given);
  return typeof data === 'number' ? data : undefined;
}

export function withWarnings<Body>(route: Route, { context }: FastifyRequest, body: Body): Body {
  const { read } = context;
  if (!read) return body;
  const odd = oddValues(route, read);
  if (odd.length + read.unexpected.length === 0 || !('warnings' in fieldsOf(route.reply))) return body;
  const { warnings = [] }: Pick<ProblemBody, 'warnings'> = body ?? {};
  const told = { ...body, warnings: [...warnings, ...describeUnexpected([...read.unexpected, ...odd])] };
  return read.unexpected.some(({ kind }) => kind === 'masked') ? withRotation(told) : told;
}

/** Adds the step to rotate a leaked key, last: the needs of creatures come first. */
function withRotation<Body>(body: Body): Body {
  const { next_steps: steps = [] }: { readonly next_steps?: readonly NextStep[] } = body ?? {};
  return { ...body, next_steps: [...steps, rotateKey] };
}

export function withCorrection(
  request: FastifyRequest,
  problem: ProblemError,
  body: ProblemBody,
  { agent, yours }: Pick<RefusedCaller, 'agent' | 'yours'>,
): ProblemBody {
  const { read, misread } = request.context;
  const isInvalid = problem.is('invalid_request');
  const way = !isInvalid ? 'newKey' : misread === undefined ? 'same' : 'json';
  const misfits = isInvalid ? problem.facts.misfits : [];
  const meant = misfits.map(wordMeant).filter((word) => word !== undefined);
  // A caller with a valid key is not told to register.
  const joinsAgain = agent && request.routeOptions.config.row === ROUTES.registerAgent;
  const isCorrectable =
    isInvalid || problem.is('invalid_idempotency_key') || problem.is('idempotency_mismatch');
  const call = isCorrectable && !joinsAgain ? correctionOf(request, misfits, yours) : undefined;
  return {
    ...body,
    ...(meant.length === 1 && { did_you_mean: meant[0] }),
    ...(call && { next_steps: [correctedStep(call, way), ...(body.next_steps ?? [])] }),
    ...(read && read.unexpected.length > 0 && { warnings: describeUnexpected(read.unexpected) }),
  };
}

function correctionOf(
  { routeOptions, context, body, query, params }: FastifyRequest,
  misfits: readonly InvalidField[],
  yours: RefusedCaller['yours'] = [],
): SuggestedCall | undefined {
  const { row } = routeOptions.config;
  // A valid but refused irreversible request is not suggested again.
  if (!row || (row.exact && misfits.length === 0)) return undefined;
  // Routes that read also show the dead: the only living creature may not be meant.
  const nearest = row.exact || row.method === 'GET' || yours.length > 1 ? undefined : yours[0]?.id;
  const fixed = misfits.map((misfit) => (isBadTarget(misfit) ? { ...misfit, nearest } : misfit));
  return correctedCall(row, { body: context.misread ?? body, query, params }, fixed);
}

function isBadTarget(misfit: InvalidField): boolean {
  const { nearest, namesakes, received } = misfit;
  return isTargetMisfit(misfit) && nearest === undefined && !namesakes && !NOT_SENT.has(received);
}

export function isTargetMisfit({ field }: InvalidField): boolean {
  return field === 'creature_id' || field === 'id';
}

const CREATURE_NAME = /^[a-z0-9 _-]{1,50}$/i;

/** Adds what names that were sent for ids and slugs stand for: an own creature's id only if just one has it and can take the request. */
export async function withNames(
  house: StatsHouse,
  agent: KnownAgent,
  request: FastifyRequest,
  misfits: readonly InvalidField[],
): Promise<readonly InvalidField[]> {
  const { row } = request.routeOptions.config;
  const { read, now } = request.context;
  const sent = row?.body ? read?.body : read?.query;
  if (!row || !isObject(sent)) return misfits;
  if (isAdoption(row)) {
    const named = withSpareName(misfits, 'name', unusedName(await takenNames(house, agent)));
    return withSpecies(house, sent, named);
  }
  return Promise.all(
    misfits.map(async (misfit) => {
      const name = isTargetMisfit(misfit) ? sent[misfit.field] : undefined;
      if (typeof name !== 'string' || !CREATURE_NAME.test(name)) return misfit;
      const found = await loadNamed(house, agent, name.trim(), now);
      const [only, ...others] = found.map(({ creature }) => creature);
      if (!only) return misfit;
      const nearest = others.length === 0 && canTake(row, only) ? only.id : undefined;
      return { ...misfit, nearest, namesakes: [only, ...others] };
    }),
  );
}

/** Offers another name where the one that was sent has no allowed letter. */
export function withSpareName(misfits: readonly InvalidField[], field: string, name: string): InvalidField[] {
  return misfits.map((misfit) => {
    const isName = misfit.field === field && misfit.received.startsWith('text of ');
    return isName && misfit.nearest === undefined ? { ...misfit, nearest: name } : misfit;
  });
}

/** In suggested adoptions, a name that none of the caller's creatures has. */
export async function withFreeName<Body>(
  house: Pick<BaseHouse, 'store'>,
  agent: KnownAgent | undefined,
  body: Body,
): Promise<Body> {
  const { next_steps: steps }: { readonly next_steps?: readonly NextStep[] } = body ?? {};
  if (!agent || !steps?.some(suggestsName)) return body;
  const taken = await takenNames(house, agent);
  return taken.length === 0
    ? body
    : { ...body, next_steps: steps.map((each) => withUnusedName(each, taken)) };
}

function canTake({ operationId }: Route, creature: Creature): boolean {
  if (operationId === ROUTES.resurrectCreature.operationId) return !isAlive(creature);
  if (operationId === ROUTES.releaseCreature.operationId) return isAlive(creature);
  return operationId !== ROUTES.careForCreature.operationId || (isAlive(creature) && hasHatched(creature));
}

const NOT_SENT: ReadonlySet<string> = new Set(['nothing', 'null', 'empty text']);

export function presentMisfit(misfit: InvalidField): NonNullable<ProblemBody['fields']>[number] {
  const { field, expected, received } = misfit;
  const meant = wordMeant(misfit);
  return { field, expected, received, ...(meant !== undefined && { did_you_mean: meant }) };
}

function wordMeant({ nearest }: InvalidField): string | undefined {
  if (typeof nearest === 'string' && nearest.length > LONGEST_WORD) return undefined;
  return typeof nearest === 'string' || typeof nearest === 'number' ? String(nearest) : undefined;
}

// A longer correction is told once, in the corrected call.
const LONGEST_WORD = 200;

type Sent = Readonly<Record<string, unknown>>;

/** The caller's own values under our field names; undefined when the result is still invalid. */
export function correctedCall(
  route: Route,
  raw: { readonly body: unknown; readonly query: unknown; readonly params?: unknown },
  misfits: readonly InvalidField[] = [],
): SuggestedCall | undefined {
  if (!isStepRoute(route)) return undefined;
  const part = route.body ? 'body' : 'query';
  // Fields of the body win over those of the query.
  const inner = unwrapped(raw.body, (name) => ourNameFor(route, part, name) !== undefined);
  const given = { ...(isObject(raw.query) && raw.query), ...(isObject(inner) && inner) };
  const first = { ...derived(route, given), ...namedFields(route, part, given) };
  const params = raw.params ?? {};
  const found = checkInput(route, { body: undefined, query: {}, [part]: first, params }).misfits;
  // Missing fields are not counted as misfits: they may have been found under another name.
  const refused = misfits.filter(
    ({ field, nearest, received }) =>
      nearest !== undefined || !NOT_SENT.has(received) || (isObject(raw[part]) && field in raw[part]),
  );
  const fixed = mended(first, [...found, ...refused]);
  const left = checkInput(route, { body: undefined, query: {}, [part]: fixed, params }).misfits;
  if (!fixed || left.length > 0 || !isShort(fixed)) return undefined;
  const path = buildPath(route, params as Readonly<Record<string, string>>);
  if (part === 'body') return { method: route.method, endpoint: path, body: fixed };
  const query = new URLSearchParams(Object.entries(fixed).map(([name, value]) => [name, String(value)]));
  return { method: route.method, endpoint: query.size > 0 ? `${path}?${query}` : path };
}

const LONGEST_SUGGESTION = 6000;

/** True if the request is short enough to be suggested; false also for values nested too deep for JSON.stringify. */
function isShort(sent: Sent): boolean {
  try {
    return JSON.stringify(sent).length <= LONGEST_SUGGESTION;
  } catch {
    return false;
  }
}

/** Leaves out unfit items of lists. Undefined if a value has no near one: without it the request would do something else. */
function mended(given: Sent, misfits: readonly InvalidField[]): Sent | undefined {
  const fixed = new Map(Object.entries(given));
  for (const { field, nearest, instead, received } of new Map(
    misfits.map((each) => [each.field, each]),
  ).values()) {
    const [name = '', item = ''] = field.split('.');
    const [list, left] = [given[name], fixed.get(name)];
    const isItem = Array.isArray(list) && Array.isArray(left) && item in list;
    const others = isItem ? left.filter((each) => each !== list[Number(item)]) : undefined;
    if (nearest !== undefined) fixed.set(name, nearest);
    else if (instead) {
      fixed.delete(name);
      if (!fixed.has(instead.field)) fixed.set(instead.field, instead.value);
    } else if (NOT_SENT.has(received) || isDispensable(name, Object.fromEntries(fixed))) fixed.delete(name);
    else if (others) fixed.set(name, others);
    else if (fixed.has(name)) return undefined;
  }
  return Object.fromEntries(fixed);
}

/** True if the request means the same without this field. */
function isDispensable(name: string, { action, family }: Sent): boolean {
  if (name === 'species_slug') return family !== undefined;
  if (name === 'notes') return action !== 'reflect';
  return name === 'image_prompt' || (name === 'item' && action === 'reflect');
}

function derived(route: Route, given: Sent): Sent {
  if (route.operationId === ROUTES.careForCreature.operationId) {
    const action = Object.keys(given)
      .map((name) => IMPLIED[name])
      .find((each) => each !== undefined);
    return action ? { action } : {};
  }
  const species = given['species_slug'] ?? given['species'];
  if (!isAdoption(route) || typeof species !== 'string') return {};
  const family = familyIn(species);
  return {
    ...(family && { family }),
    // The suggested name of a creature is that of its species, if none was sent.
    name: species.slice(0, 1).toUpperCase() + species.slice(1).replaceAll('_', ' '),
  };
}

const IMPLIED: Readonly<Record<string, Action>> = {
  food: 'feed',
  meal: 'feed',
  toy: 'play',
  medicine: 'medicine',
  medicine_name: 'medicine',
};
