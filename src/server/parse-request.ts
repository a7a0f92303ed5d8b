import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';

import { nearestWord } from '../../packages/base/nearest-word.ts';
import { maskKeys } from '../rules/base/redact.ts';
import { countCharacters, isPlaceholder } from '../rules/base/text.ts';
import { isGuessable } from '../rules/keys.ts';
import { type InvalidField, ProblemError, type UnexpectedInput } from '../rules/problem.ts';
import { nearestSpecies } from '../rules/species/catalog.ts';
import { FAMILIES, type Family } from '../rules/vocabulary.ts';
import { fieldsOf, namesOf, ourNameFor } from '../api/fields.ts';
import type { RequestPartName, Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import type { ReadRequest, RouteInputs } from '../http/handler.ts';
import { idempotencyKeyFrom } from '../http/requests.ts';
import { adoptableNamed } from '../features/catalog/browse-species.ts';
import type { SpeciesHouse } from '../features/species/species-registry.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { bodyMisfit, excessIn, excessOf, requirePlain } from './body-limits.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  datetime: 'a moment such as 2026-01-31T12:00:00Z',
};

export async function readInput(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  route: Route,
  request: FastifyRequest,
): Promise<RouteInputs> {
  const { query, params } = request;
  const { body, masked } = maskWrittenKeys(request.body);
  request.body = body;
  const named = readNames(route, { body, query, params });
  const words = { ...named, body: withWordsOfDigits(route, named.body) };
  const names = isAdoption(route) ? await readSpeciesWords(house, words) : words;
  const read = masked.length === 0 ? names : { ...names, unexpected: withMasked(masked, names.unexpected) };
  request.context.read = read;
  const input = parseInput(route, read);
  request.context.read = { ...read, parsedQuery: input.query };
  return input;
}

export function isAdoption({ operationId }: Route): boolean {
  return operationId === ROUTES.adoptCreature.operationId;
}

function parseInput(route: Route, read: ReadRequest): RouteInputs {
  const { input, misfits } = checkInput(route, read);
  if (misfits.length > 0) throw new ProblemError('invalid_request', { misfits });
  return input;
}

interface CheckedInput {
  readonly input: RouteInputs;
  readonly misfits: readonly InvalidField[];
}

export function checkInput(route: Route, raw: RouteInputs): CheckedInput {
  const misfits: InvalidField[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, whole: string): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { error: expectation, reportInput: true });
    if (result.success) return result.data;
    misfits.push(...result.error.issues.map((issue) => misfitOf(route, issue, whole)));
    return undefined;
  };
  const input = {
    params: read(route.params, raw.params, 'path'),
    query: read(route.query, raw.query, 'query'),
    body: read(route.body, raw.body, 'body'),
  };
  const placeholders = [raw.params, raw.query, raw.body].flatMap(placeholdersIn);
  const named = new Set(placeholders.map(({ field }) => field));
  return { input, misfits: [...placeholders, ...misfits.filter(({ field }) => !named.has(field))] };
}

function placeholdersIn(part: unknown): InvalidField[] {
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([field, value]) =>
    typeof value === 'string' && isPlaceholder(value)
      ? [{ field, expected: 'a value of your own instead of the placeholder', received: 'a placeholder' }]
      : [],
  );
}

function misfitOf(route: Route, issue: z.core.$ZodIssue, whole: string): InvalidField {
  const given = inputAt(issue);
  const [field] = issue.path;
  const nearest =
    issue.path.length === 1
      ? (fittingValue(route, String(field), given) ?? cutNotes(field, given))
      : undefined;
  return {
    field: issue.path.length === 0 ? whole : issue.path.map(String).join('.'),
    expected: issue.message,
    received: describe(given),
    ...(nearest !== undefined && { nearest }),
  };
}

const LONGEST_NOTES = 1000;
const CUT = ' [cut]';

/** Notes that are too long, cut where the caller sees it. */
function cutNotes(field: unknown, given: unknown): string | undefined {
  if (field !== 'notes' || typeof given !== 'string' || given.length <= LONGEST_NOTES) return undefined;
  return `${given
    .slice(0, LONGEST_NOTES - CUT.length)
    .toWellFormed()
    .trimEnd()}${CUT}`;
}

/** The input at an issue's path: a custom check over several fields gets the whole object and names one field. */
function inputAt({ code, path, input }: z.core.$ZodIssue): unknown {
  const field = path.at(-1);
  if (code !== 'custom' || field === undefined || typeof input !== 'object' || input === null) return input;
  return (input as Readonly<Record<PropertyKey, unknown>>)[field];
}

/** Messages for zod's built-in checks; schemas with a message keep it. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? `text in the form of ${issue.format}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  return undefined;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === '') return 'empty text';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') {
    const characters = countCharacters(value);
    return `text of ${characters} ${characters === 1 ? 'character' : 'characters'}`;
  }
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}

/** Parses bodies as JSON whatever the content type: many clients send JSON as a form. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => parseJson(request, bytes),
  );
}

function parseJson(request: FastifyRequest, bytes: Buffer): unknown {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  try {
    if (encoding !== 'identity') throw bodyMisfit('a body without Content-Encoding', 'a compressed body');
    const text = decodeUtf8(bytes);
    return text.trim() === '' ? undefined : parseText(text, request.headers['content-type'] ?? '');
  } catch (misfit) {
    // The repaired body is only suggested, never used.
    request.context.misread = misreadBody(bytes, request.headers);
    // For an unknown path the 404 matters more than the invalid body.
    if (request.is404) return request.context.misread;
    throw misfit;
  }
}

function parseText(text: string, type: string): unknown {
  requirePlain(excessIn(text));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const form = FORM_TYPES.test(type) && !/^\s*[{[]/.test(text);
    throw bodyMisfit(JSON_EXPECTED, form ? 'a form' : `${Buffer.byteLength(text)} bytes that are not JSON`);
  }
  requirePlain(excessOf(json));
  return json;
}

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i;
const JSON_EXPECTED = 'a JSON object';

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyMisfit(`${JSON_EXPECTED} in UTF-8`, 'bytes that are not UTF-8');
  }
}

/** The key must be unguessable where the reply holds an API key: a repeat with the same key gets the same reply. */
export function secretIdempotencyKeyFrom(
  request: FastifyRequest,
  { random }: Pick<StatsHouse, 'random'>,
): string | undefined {
  const given = idempotencyKeyFrom(request);
  if (given !== undefined && request.routeOptions.config.row?.tellsKey && isGuessable(given))
    throw new ProblemError('invalid_idempotency_key', { secret: random.id() });
  return given;
}

// Most warnings about unknown fields, for a body with thousands of them.
const MOST_TOLD = 10;

function readNames(route: Route, raw: Omit<ReadRequest, 'unexpected'>): ReadRequest {
  const unexpected: UnexpectedInput[] = [];
  return {
    params: raw.params,
    body: rename(route, 'body', raw.body, unexpected),
    query: rename(route, 'query', raw.query, unexpected),
    unexpected,
  };
}

function rename(
  route: Route,
  part: Exclude<RequestPartName, 'params'>,
  given: unknown,
  unexpected: UnexpectedInput[],
): unknown {
  if (!isObject(given)) return given;
  const known = namesOf(route)[part];
  const entries = Object.entries(given);
  if (entries.every(([name]) => known.has(name))) return given;
  const kept = new Map(entries.filter(([name]) => known.has(name)));
  for (const [name, value] of entries) {
    if (known.has(name) || value === null || unexpected.length >= MOST_TOLD) continue;
    if (part === 'query' && looksLikeKey(value)) {
      unexpected.push({ kind: 'key', field: name });
      continue;
    }
    const to = ourNameFor(route, part, name);
    const free = to !== undefined && (kept.get(to) ?? undefined) === undefined;
    if (free && !route.exact) {
      kept.set(to, value);
      unexpected.push({ kind: 'renamed', field: name, to });
    } else if (part === 'query' && namesOf(route).body.has(name)) {
      unexpected.push({ kind: 'misplaced', field: name });
    } else {
      unexpected.push({ kind: 'unknown', field: name, nearest: to ?? nearestWord(name, [...known]) });
    }
  }
  return Object.fromEntries(kept);
}

/** A number is read as the word of digits that it writes, as in `{"pack": 100}`. */
function withWordsOfDigits(route: Route, body: unknown): unknown {
  if (!isObject(body)) return body;
  const numbers = Object.entries(body).filter(([, value]) => typeof value === 'number');
  if (numbers.length === 0) return body;
  const fields = fieldsOf(route.body);
  const words = numbers.flatMap(([name, value]) => {
    const word = Object.hasOwn(fields, name) && wordsOf(fields[name]).find((each) => each === String(value));
    return typeof word === 'string' ? [[name, word]] : [];
  });
  return words.length === 0 ? body : { ...body, ...Object.fromEntries(words) };
}

export function looksLikeKey(value: unknown): boolean {
  return typeof value === 'string' && /^ah_[0-9A-Za-z]{16}/i.test(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

function fittingValue(route: Route, field: string, given: unknown): unknown {
  const schema = fieldsOf(route.body)[field] ?? fieldsOf(route.query)[field];
  if (!schema || given === undefined || given === null) return undefined;
  // The value is valid by itself: it conflicts with another field.
  if (schema.safeParse(given).success) return undefined;
  return candidates(route, field, schema, given).find(
    (each) => each !== undefined && schema.safeParse(each).success,
  );
}

function candidates(route: Route, field: string, schema: z.ZodType, given: unknown): readonly unknown[] {
  if (typeof given === 'number') return [String(given), ...nearestBound(schema, given)];
  if (typeof given !== 'string' || given.length > 200) return [];
  const text = given.trim();
  if (text === '') return [];
  if (isAdoption(route) && field === 'species_slug')
    return familyIn(text) ? [] : [nearestSpecies(text)?.slug];
  return [
    wordFor(route, field, schema, text),
    UUID.exec(text)?.[0],
    Number(text),
    text.replace(/^(?:http:\/\/)?/, 'https://'),
    zoneOfCity(text),
    ...plainSpellings(text),
    ...(field.endsWith('name') ? plainSpellings(text.slice(0, LONGEST_NAME)) : []),
    text.replace(/\D/g, ''),
    { name: text },
  ];
}

export function wordFor(route: Route, field: string, schema: z.ZodType, given: string): string | undefined {
  const words = wordsOf(schema);
  if (words.length === 0) return undefined;
  const synonyms = route.synonyms?.[field] ?? {};
  const plain = given.trim().toLowerCase();
  return Object.hasOwn(synonyms, plain) ? synonyms[plain] : nearestWord(given, words);
}

/** The words of an enum schema, also of an optional or wrapped one; empty for other schemas. */
export function wordsOf(schema: unknown): readonly string[] {
  const { options, def } = schema as { options?: unknown; def?: { innerType?: unknown } };
  if (Array.isArray(options)) return options.filter((word) => typeof word === 'string');
  return def?.innerType === undefined ? [] : wordsOf(def.innerType);
}

const LONGEST_NAME = 50;

/** Letters that Unicode does not decompose into an ASCII letter and marks. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'ß ss, æ ae, œ oe, ø o, ł l, đ d, ð d, þ th, ı i, Æ Ae, Œ Oe, Ø O, Ł L, Đ D, Ð D, Þ Th'
    .split(', ')
    .map((pair) => pair.split(' ')),
);

/** ASCII spellings of a name: `Zoë 2!` becomes `Zoe 2`, `Zoe-2`, `Zoe_2`, `zoe_2`. */
function plainSpellings(text: string): readonly string[] {
  const letters = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);
  const join = (with_: string) =>
    letters
      .split(/[^A-Za-z0-9]+/)
      .filter((part) => part !== '')
      .join(with_);
  return [join(' '), join('-'), join('_'), join('_').toLowerCase()];
}

function zoneOfCity(city: string): string | undefined {
  const ending = `/${city.replace(/\s+/g, '_').toLowerCase()}`;
  return ZONES.find(({ lower }) => lower.endsWith(ending))?.zone;
}

const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, lower: zone.toLowerCase() }));

function nearestBound(schema: z.ZodType, given: number): readonly number[] {
  const issues = schema.safeParse(given).error?.issues ?? [];
  return issues.flatMap((issue) => {
    if (issue.code === 'too_small') return [Number(issue.minimum)];
    return issue.code === 'too_big' ? [Number(issue.maximum)] : [];
  });
}

// Bodies longer than this are not repeated in suggestions.
const MOST_BYTES = 8 * 1024;

/** Guesses the object in an invalid body. Only for the suggested request: the guess is never acted on. */
function misreadBody(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length > MOST_BYTES) return undefined;
  const text = decode(headers['content-encoding'] === 'gzip' ? gunzip(bytes) : bytes).trim();
  return firstObject([() => JSON.parse(text), () => JSON.parse(repairJson(text)), () => formIn(text)]);
}

/** The object inside a string, a list of one or an object with unknown fields. */
export function unwrapped(sent: unknown, isOurs: (name: string) => boolean): unknown {
  if (typeof sent === 'string' && sent.length > MOST_BYTES) return undefined;
  if (typeof sent === 'string')
    return firstObject([() => JSON.parse(sent), () => JSON.parse(repairJson(sent))]);
  if (Array.isArray(sent)) return sent.length === 1 ? sent[0] : undefined;
  if (!isObject(sent) || Object.keys(sent).some(isOurs)) return sent;
  const inner = Object.values(sent).filter(isObject);
  return inner.length === 1 ? inner[0] : sent;
}

function firstObject(readings: readonly (() => unknown)[]): unknown {
  for (const read of readings) {
    try {
      const found = read();
      if (typeof found === 'object' && found !== null && excessOf(found) === undefined) return found;
    } catch {
      // The text cannot be read this way: the next reading is tried.
    }
  }
  return undefined;
}

function gunzip(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    return bytes;
  }
}

/** Decodes a body: UTF-16 by its zero bytes or byte order mark, UTF-8, or Latin-1 where UTF-8 is invalid. */
function decode(bytes: Buffer): string {
  const sixteen = bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : 'utf-16be';
  const wide = bytes.subarray(0, 4).includes(0) || (bytes[0] ?? 0) >= 0xfe;
  try {
    return new TextDecoder(wide ? sixteen : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

// An unclosed quote ends with the text, so that matching stays linear.
const QUOTED = /"(?:[^"\\]|\\[^]?)*(?:"|$)|'((?:[^'\\]|\\[^]?)*)(?:'|$)/g;

/** Repairs JSON with Markdown fences, single quotes, unquoted names, Python and JavaScript literals and trailing commas. */
function repairJson(text: string): string {
  return text
    .replace(/^```\w*|```$/g, '')
    .replace(QUOTED, (quoted, inner?: string) => (inner === undefined ? quoted : JSON.stringify(inner)))
    .replace(/([{,]\s*)([A-Za-z_]\w*)(?=\s*:)/g, '$1"$2"')
    .replace(/(:\s*)(?:None|undefined)\b/g, '$1null')
    .replace(/(:\s*)True\b/g, '$1true')
    .replace(/(:\s*)False\b/g, '$1false')
    .replace(/,(?=\s*[}\]])/g, '');
}

const MOST_FIELDS = 40;

function formIn(text: string): unknown {
  const pairs = text.startsWith('--') ? partsOf(text) : [...new URLSearchParams(text)];
  const named = pairs.filter(([name, value]) => name !== '' && value !== '');
  return named.length > 0 && named.length <= MOST_FIELDS ? Object.fromEntries(named) : undefined;
}

/** The fields of multipart/form-data; the first line is the boundary. */
function partsOf(text: string): [string, string][] {
  const [boundary = ''] = text.split(/\r?\n/, 1);
  return text.split(boundary, MOST_FIELDS).map((part) => {
    const [head = '', ...value] = part.split(/\r?\n\r?\n/);
    const [, name = ''] = /name="([^"]{1,60})"/.exec(head) ?? [];
    return [name, value.join('\n').trim()];
  });
}

/** Masks API keys in the texts of a body; `masked` are the fields that had one. */
export function maskWrittenKeys(body: unknown): { body: unknown; masked: readonly string[] } {
  if (!isObject(body)) return { body, masked: [] };
  const changed = Object.entries(body).flatMap(([field, value]) => {
    const kept = maskWithin(value, 0);
    return kept === value ? [] : [[field, kept] as const];
  });
  if (changed.length === 0) return { body, masked: [] };
  return { body: { ...body, ...Object.fromEntries(changed) }, masked: changed.map(([field]) => field) };
}

const DEEPEST = 4;

function maskWithin(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskKeys(value);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  const parts: readonly [string, unknown][] = Object.entries(value);
  const kept = parts.map(([name, part]) => [name, maskWithin(part, depth + 1)] as const);
  if (kept.every(([, part], at) => part === parts[at]?.[1])) return value;
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** Adds warnings about masked fields, first, without fields that are unknown anyway. */
function withMasked(masked: readonly string[], unexpected: readonly UnexpectedInput[]) {
  const kept = masked.filter(
    (name) => !unexpected.some(({ kind, field }) => kind === 'unknown' && field === name),
  );
  return [...kept.map((field) => ({ kind: 'masked', field }) as const), ...unexpected];
}

/** A species or family under a name that is not ours is read as either, by name or slug; declared fields stay as sent. */
async function readSpeciesWords(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  read: ReadRequest,
): Promise<ReadRequest> {
  const { body, unexpected } = read;
  if (!isObject(body)) return read;
  const renamed = (to: string) => unexpected.find((each) => each.kind === 'renamed' && each.to === to)?.field;
  const [named, kind] = [renamed('species_slug'), renamed('family')];
  const { species_slug: slug, family, ...rest } = body;
  const [field, words] = named === undefined ? [kind, family] : [named, slug];
  if (field === undefined || typeof words !== 'string' || (named === undefined && slug !== undefined))
    return read;
  const others = { ...rest, ...(named !== undefined && family !== undefined && { family }) };
  const retold = (to: 'species_slug' | 'family', value: string): ReadRequest => ({
    ...read,
    body: { ...others, [to]: value },
    unexpected: [
      ...unexpected.filter((each) => each.field !== field),
      value === words ? { kind: 'renamed', field, to } : { kind: 'reread', field, as: value },
    ],
  });
  const meant = 'family' in others ? undefined : familyIn(words);
  if (meant !== undefined) return retold('family', meant);
  const species = await speciesMeant(house, words);
  return species === undefined ? read : retold('species_slug', species);
}

// Without control characters and lone surrogates, which a database refuses.
const SPECIES_WORDS = /^\P{C}{1,60}$/u;

async function speciesMeant(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  words: string,
): Promise<string | undefined> {
  return SPECIES_WORDS.test(words) ? adoptableNamed(house, words) : undefined;
}

/** Adds to misfits of an adoption the species that a name stands for, also of those that agents designed. */
export async function withSpecies(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  sent: unknown,
  misfits: readonly InvalidField[],
): Promise<readonly InvalidField[]> {
  if (!isObject(sent)) return misfits;
  return Promise.all(
    misfits.map(async (misfit) => {
      const { field, nearest } = misfit;
      const words =
        field === 'species_slug' || (field === 'family' && nearest === undefined) ? sent[field] : 0;
      if (typeof words !== 'string' || familyIn(words)) return misfit;
      const value = await speciesMeant(house, words);
      if (value === undefined) return misfit;
      return field === 'family'
        ? { ...misfit, instead: { field: 'species_slug', value } }
        : { ...misfit, nearest: value };
    }),
  );
}

export function familyIn(word: string): Family | undefined {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const synonyms: Readonly<Record<string, Family>> = ROUTES.adoptCreature.synonyms.family;
  const synonym = Object.hasOwn(synonyms, plain) ? synonyms[plain] : undefined;
  return FAMILIES.find((family) => family === plain) ?? synonym;
}
