import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

import type { z } from 'zod';

import { fieldsOf, namesOf, ourNameFor } from '../../api/fields.ts';
import type { RequestPartName, Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { nearestWord } from '../../rules/base/nearest-word.ts';
import { maskKeys } from '../../rules/base/redact.ts';
import type { UnexpectedInput } from '../../rules/problem.ts';
import { findByName } from '../../rules/species/catalog.ts';
import { FAMILIES, type Family } from '../../rules/vocabulary.ts';
import { excessOf } from './body-limits.ts';

export interface ReadRequest {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
  readonly unexpected: readonly UnexpectedInput[];
  /** The query as it was understood; absent before it is validated. */
  readonly parsedQuery?: unknown;
}

// Most warnings about unknown fields, for a body with thousands of them.
const MOST_TOLD = 10;

/** Moves aliases of fields to the route's own names, and lists all other unknown fields. */
export function readNames(route: Route, raw: Omit<ReadRequest, 'unexpected'>): ReadRequest {
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

export function looksLikeKey(value: unknown): boolean {
  return typeof value === 'string' && /^ah_[0-9A-Za-z]/i.test(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** A valid value of a field that the caller probably meant, or undefined. */
export function fittingValue(route: Route, field: string, given: unknown): unknown {
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
  return [
    wordFor(route, field, schema, text),
    UUID.exec(text)?.[0],
    Number(text),
    text.replace(/^(?:http:\/\/)?/, 'https://'),
    zoneOfCity(text),
    ...plainSpellings(text),
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

/** ASCII spellings of a name: `Zoë 2!` becomes `Zoe 2`, `Zoe-2`, `Zoe_2`, `zoe_2`. */
function plainSpellings(text: string): readonly string[] {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '');
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

/** The nearest bound of a number that is out of range. */
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
export function misreadBody(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
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

/** Masks API keys in a value; returns the same value when it has none. */
function maskWithin(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskKeys(value);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  const parts: readonly [string, unknown][] = Object.entries(value);
  const kept = parts.map(([name, part]) => [name, maskWithin(part, depth + 1)] as const);
  if (kept.every(([, part], at) => part === parts[at]?.[1])) return value;
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** Adds warnings about masked fields, first, without fields that are unknown anyway. */
export function withMasked(
  masked: readonly string[],
  unexpected: readonly UnexpectedInput[],
): readonly UnexpectedInput[] {
  const kept = masked.filter(
    (name) => !unexpected.some(({ kind, field }) => kind === 'unknown' && field === name),
  );
  return [...kept.map((field) => ({ kind: 'masked', field }) as const), ...unexpected];
}

const LONGEST_WORD = 60;

/**
 * Corrects adoptions: reads the name of a built-in species in either field as its slug, and a family in a
 * renamed species field as the family. A value under `species_slug` itself is never read as a family.
 */
export function readSpeciesWords(read: ReadRequest): ReadRequest {
  if (!isObject(read.body)) return read;
  const { species_slug: slug, family, ...rest } = read.body;
  const written = (field: string) =>
    read.unexpected.find((each) => each.kind === 'renamed' && each.to === field)?.field ?? field;
  const retold = (field: string, told: UnexpectedInput, to: object): ReadRequest => ({
    ...read,
    body: { ...rest, ...to },
    unexpected: [...read.unexpected.filter((each) => each.field !== written(field)), told],
  });
  if (slug === undefined && typeof family === 'string' && !FAMILIES.some((each) => each === family)) {
    const meant = speciesNamed(family);
    if (!meant) return read;
    const told = { kind: 'renamed', field: written('family'), to: 'species_slug' } as const;
    return retold('family', told, { species_slug: meant });
  }
  if (typeof slug !== 'string') return read;
  const field = written('species_slug');
  const kind = family === undefined && field !== 'species_slug' ? familyIn(slug) : undefined;
  if (kind) return retold('species_slug', { kind: 'renamed', field, to: 'family' }, { family: kind });
  const meant = /^[a-z0-9_]{2,40}$/.test(slug) ? undefined : speciesNamed(slug);
  if (meant === undefined) return read;
  const as = { ...(family !== undefined && { family }), species_slug: meant };
  return retold('species_slug', { kind: 'reread', field, as: meant }, as);
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

function speciesNamed(words: string): string | undefined {
  return words.length > LONGEST_WORD ? undefined : findByName(words)?.slug;
}
