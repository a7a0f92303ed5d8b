import type { z } from 'zod';

import { fieldsOf } from '../../../contract/server/fields.ts';
import type { Route } from '../../../contract/server/route.ts';
import { nearestWord } from '../../../core/engine/nearest-word.ts';

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

/** The word of a closed list that was meant. */
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
