// What the files in content/ may hold: content-schemas.json describes each file as a table. A key stands for itself, for several
// words (`a|b`), for every word of a list below (`$ACTIONS`; `-word` leaves one out) or, with `?`, for some of them; `#` is any
// number, `*` any text; a later key replaces an earlier one. A value names a kind of leaf and the placeholders that its text may
// have, one by one or by group (`NOUNS`).
import { z } from 'zod';

import { THING_KINDS } from '../../packages/tastes/lexicon.ts';
import { AMBITION_KINDS } from '../../src/rules/heart/ambitions-table.ts';
import { KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS, VARIETY_BANDS } from '../../src/rules/heart/manner.ts';
import { MOMENT_KINDS } from '../../src/rules/heart/moments.ts';
import { WISH_KINDS } from '../../src/rules/heart/wishes-table.ts';
import { BODIES } from '../../src/rules/species/bodies.ts';
import { MECHANICS } from '../../src/rules/species/mechanics.ts';
import { RANGES } from '../../src/rules/species/species.ts';
import * as vocabulary from '../../src/rules/vocabulary.ts';
import { PROBLEMS } from '../../src/api/problems.ts';
import { ROUTES } from '../../src/api/routes.ts';
import described from './content-schemas.json' with { type: 'json' };

type Shape = string | Shape[] | { readonly [keys: string]: Shape };

const LISTS: Readonly<Record<string, unknown>> = {
  ...vocabulary,
  THING_KINDS,
  AMBITION_KINDS,
  KEEPSAKE_KINDS,
  MOMENT_KINDS,
  MANNER_KINDS,
  VARIETY_BANDS,
  WISH_KINDS,
  PROBLEMS,
  OPERATIONS: Object.values(ROUTES).map(({ operationId }) => operationId),
  ...Object.fromEntries(
    Object.entries(BODIES).map(([family, bodies]) => [`SPECIES/${family}`, Object.keys(bodies)]),
  ),
};

const { placeholderGroups, ...shapes } = described;
/** Placeholders that one function fills together; a group may contain another. */
const GROUPS: Readonly<Record<string, string>> = placeholderGroups;

const text = z.string().min(1);

function line(...placeholders: readonly string[]) {
  return text.superRefine((said, context) => {
    for (const [gap, name = ''] of said.matchAll(/\{(\w*)\}?/g))
      if (gap !== `{${name}}` || !placeholders.includes(name)) context.addIssue(`unknown placeholder ${gap}`);
  });
}

function lines(...placeholders: readonly string[]) {
  return z.array(line(...placeholders)).min(2);
}

const words = z.string().regex(/^[^,\s][^,]*(?:, [^,\s][^,]*)*$/, 'not a list with ", " between its words');

const species = z.strictObject({
  name: line(),
  tier: z.enum(vocabulary.TIERS).exclude(['community']),
  trustSpeed: z.enum(vocabulary.TRUST_SPEEDS),
  needs: z.record(z.enum(Object.keys(RANGES)), z.number()),
  traits: z.array(z.enum(vocabulary.TRAITS)),
  personality: line(),
  look: words,
  tastes: z.partialRecord(z.enum(vocabulary.ITEM_ACTIONS), words),
  mechanics: z.array(z.enum(Object.keys(MECHANICS))).optional(),
  curious: z.literal(true).optional(),
});

const SPEAKERS = ['young', ...vocabulary.FAMILIES];

/** A passage of a letter, with the placeholders that its `words` fill beside those of any passage. */
function passage(placeholders: string) {
  const said = lines('bowl', 'span', ...placeholders.split(' '));
  return z.strictObject({
    about: text,
    fond: z.literal(true).optional(),
    weight: z.number().positive(),
    place: z.enum(['lead', 'end']).optional(),
    titles: said.optional(),
    lines: z.strictObject({
      any: said,
      ...Object.fromEntries(SPEAKERS.map((who) => [who, said.optional()])),
    }),
  });
}

const LEAVES: Readonly<Record<string, (...placeholders: readonly string[]) => z.ZodType>> = {
  line,
  lines,
  // Lines of which every first goes with every second.
  halves: (...placeholders) =>
    z.strictObject({ first: lines(...placeholders), second: lines(...placeholders) }),
  // The words of a page: a table of sentences, lists and further tables.
  page: (...placeholders) => {
    const said = line(...placeholders);
    const table: z.ZodType = z.record(z.string(), z.union([said, z.array(said), z.lazy(() => table)]));
    return table;
  },
  text: () => text,
  texts: () => z.array(text).min(1),
  words: () => words,
  number: () => z.number(),
  one: (...choices) => z.enum(choices),
  species: () => species,
  errorPage: () => z.strictObject({ title: line(), lines: z.array(line()).min(1), ours: z.boolean() }),
};

function placeholdersIn(name: string): string[] {
  return GROUPS[name]?.split(' ').flatMap(placeholdersIn) ?? [name];
}

function leafOf(shape: string): z.ZodType {
  const [kind = '', ...named] = shape.split(' ');
  if (kind === 'passages') {
    const found = [...shape.slice(kind.length).matchAll(/(\w+)(?: \(([^)]*)\))?/g)];
    const passages = found.map(([, name = '', filled = '']) => [name, passage(filled)]);
    return z.strictObject(Object.fromEntries(passages));
  }
  const placeholders = named.flatMap(placeholdersIn);
  const [name = '', length] = kind.split(':');
  if (name === 'lines' && length !== undefined) return lines(...placeholders).length(Number(length));
  const leaf = LEAVES[name];
  if (!leaf) throw new Error(`no kind of text is called ${name}`);
  return leaf(...placeholders);
}

function keysOf(keys: string): string[] {
  const parts = keys.split('|');
  const named = parts.flatMap((part) => (part.startsWith('$') ? (LISTS[part.slice(1)] as string[]) : part));
  return named.filter((word) => !word.startsWith('-') && !parts.includes(`-${word}`));
}

function schemaOf(shape: Shape): z.ZodType {
  if (typeof shape === 'string') return leafOf(shape);
  if (Array.isArray(shape)) return z.array(schemaOf(shape[0] ?? ''));
  const fields: [string, z.ZodType][] = [];
  for (const [keys, value] of Object.entries(shape)) {
    const schema = schemaOf(value);
    if (keys === '#') return z.record(z.string().regex(/^\d+$/), schema);
    if (keys === '*') return z.record(line(), schema);
    const isOptional = keys.endsWith('?');
    for (const key of keysOf(isOptional ? keys.slice(0, -1) : keys))
      fields.push([key, isOptional ? schema.optional() : schema]);
  }
  return z.strictObject(Object.fromEntries(fields));
}

export const SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(shapes as Readonly<Record<string, Shape>>).map(([path, shape]) => [path, schemaOf(shape)]),
);

// The modules that fill documents read content/ themselves: they are imported only when the files are known to be there.
const guideWords = async () => {
  const { GUIDE_WORDS } = await import('../../src/text/pages/guides.ts');
  return [...Object.keys(GUIDE_WORDS), 'origin'];
};
const sharedTextWords = async () => {
  const { RULE_WORDS, sharedWords } = await import('../../src/text/server/rule-words.ts');
  return [
    ...Object.keys(RULE_WORDS),
    ...Object.keys(sharedWords()),
    'origin',
    'effects',
    'agentPackage',
    'packageIntegrity',
    'pythonClient',
  ];
};
const documentWords = (name: string) => async () => {
  const { anyHouse, DOCUMENT_WORDS } = await import('../../src/agent-docs/agent-docs.ts');
  return Object.keys(DOCUMENT_WORDS[name as keyof typeof DOCUMENT_WORDS](anyHouse([])));
};
const AGENT_DOCUMENTS =
  'auth heartbeat llms llms-full plugin-command plugin-readme skill skill-body skill-folder'.split(' ');
const GUIDES = 'clock connect evolution feeding getting-started payments rules self-hosting'.split(' ');

/** The files that are templates of documents, with the placeholders that are filled in each. */
export const TEMPLATES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'agent/shared.json': sharedTextWords,
  ...Object.fromEntries(AGENT_DOCUMENTS.map((name) => [`agent/${name}.md`, documentWords(name)])),
  ...Object.fromEntries(GUIDES.map((name) => [`guides/${name}.md`, guideWords])),
};
