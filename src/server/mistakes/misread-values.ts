import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';

import { fieldsOf } from '../../api/fields.ts';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { nearestWord } from '../../rules/base/nearest-word.ts';
import { maskKeys } from '../../rules/base/redact.ts';
import type { UnexpectedInput } from '../../rules/problem.ts';
import { findByName } from '../../rules/species/catalog.ts';
import { FAMILIES, type Family } from '../../rules/vocabulary.ts';
import { excessOf } from './body-limits.ts';
import { isObject, type ReadRequest } from './read-names.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** What somebody probably meant by a value that does not fit its field: always one that fits, or nothing. */
export function fittingValue(route: Route, field: string, given: unknown): unknown {
  const schema = fieldsOf(route.body)[field] ?? fieldsOf(route.query)[field];
  if (!schema || given === undefined || given === null) return undefined;
  // It fits by itself: what it does not go with is another field.
  if (schema.safeParse(given).success) return undefined;
  return candidates(route, field, schema, given).find(
    (each) => each !== undefined && schema.safeParse(each).success,
  );
}

function candidates(route: Route, field: string, schema: z.ZodType, given: unknown): readonly unknown[] {
  if (typeof given === 'number') return [String(given), ...withinReach(schema, given)];
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

/** The closed list that a field takes its words from, however it is wrapped; empty for a field that has none. */
export function wordsOf(schema: unknown): readonly string[] {
  const { options, def } = schema as { options?: unknown; def?: { innerType?: unknown } };
  if (Array.isArray(options)) return options.filter((word) => typeof word === 'string');
  return def?.innerType === undefined ? [] : wordsOf(def.innerType);
}

/** Names in letters that nobody refuses: `Zoë 2!` is `Zoe 2`, `zoe-2` or `zoe_2`. */
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

/** Hours beyond what is taken are brought to its edge. */
function withinReach(schema: z.ZodType, given: number): readonly number[] {
  const issues = schema.safeParse(given).error?.issues ?? [];
  return issues.flatMap((issue) => {
    if (issue.code === 'too_small') return [Number(issue.minimum)];
    return issue.code === 'too_big' ? [Number(issue.maximum)] : [];
  });
}

// What is longer would not be given back either.
const MOST_BYTES = 8 * 1024;

/** What a body that is no JSON object was going to be, for the request that is suggested instead; nothing acts upon it. */
export function misreadBody(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length > MOST_BYTES) return undefined;
  const text = decode(headers['content-encoding'] === 'gzip' ? unpacked(bytes) : bytes).trim();
  return firstObject([() => JSON.parse(text), () => JSON.parse(mended(text)), () => formIn(text)]);
}

/** The object inside of what was sent: in a text, in a list of one, or under a name of its own. */
export function unwrapped(sent: unknown, isOurs: (name: string) => boolean): unknown {
  if (typeof sent === 'string' && sent.length > MOST_BYTES) return undefined;
  if (typeof sent === 'string') return firstObject([() => JSON.parse(sent), () => JSON.parse(mended(sent))]);
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
      // The next one may be able to read it.
    }
  }
  return undefined;
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    return bytes;
  }
}

/** Every other encoding has bytes that UTF-8 has not. */
function decode(bytes: Buffer): string {
  const sixteen = bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : 'utf-16be';
  const wide = bytes.subarray(0, 4).includes(0) || (bytes[0] ?? 0) >= 0xfe;
  try {
    return new TextDecoder(wide ? sixteen : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

// What is never closed ends with the text: nothing is searched for twice.
const QUOTED = /"(?:[^"\\]|\\[^]?)*(?:"|$)|'((?:[^'\\]|\\[^]?)*)(?:'|$)/g;

/** JSON as people, Python and JavaScript write it, as JSON. */
function mended(text: string): string {
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

/** The fields of multipart/form-data; its first line is what stands between them. */
function partsOf(text: string): [string, string][] {
  const [boundary = ''] = text.split(/\r?\n/, 1);
  return text.split(boundary, MOST_FIELDS).map((part) => {
    const [head = '', ...value] = part.split(/\r?\n\r?\n/);
    const [, name = ''] = /name="([^"]{1,60})"/.exec(head) ?? [];
    return [name, value.join('\n').trim()];
  });
}

/** A body without any key of this house in its words, and the fields in which one stood: nobody else is to read it. */
export function maskWrittenKeys(body: unknown): { body: unknown; masked: readonly string[] } {
  if (!isObject(body)) return { body, masked: [] };
  const changed = Object.entries(body).flatMap(([field, value]) => {
    const kept = maskWithin(value, 0);
    return kept === value ? [] : [[field, kept] as const];
  });
  if (changed.length === 0) return { body, masked: [] };
  return { body: { ...body, ...Object.fromEntries(changed) }, masked: changed.map(([field]) => field) };
}

// Deeper than any field that is read.
const DEEPEST = 4;

/** The value itself where no key is in it. */
function maskWithin(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskKeys(value);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  const parts: readonly [string, unknown][] = Object.entries(value);
  const kept = parts.map(([name, part]) => [name, maskWithin(part, depth + 1)] as const);
  if (kept.every(([, part], at) => part === parts[at]?.[1])) return value;
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

/** What was told of the names already, after the keys that would have been kept. */
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
 * An adoption whose species or family came in words of its own: the name of a built-in species is read as its slug in
 * either field, and a family that was sent as the species is read as the family. `species_slug` itself is a slug.
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
