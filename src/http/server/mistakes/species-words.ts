import { ROUTES } from '../../../contract/routes.ts';
import type { UnexpectedInput } from '../../../core/problem.ts';
import { findByName } from '../../../core/species/catalog.ts';
import { FAMILIES, type Family } from '../../../core/vocabulary.ts';
import { isObject, type ReadRequest } from './read-names.ts';

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
  if (slug === undefined && typeof family === 'string' && !isFamily(family)) {
    const meant = speciesNamed(family);
    if (!meant) return read;
    const told = { kind: 'renamed', field: written('family'), to: 'species_slug' } as const;
    return retold('family', told, { species_slug: meant });
  }
  if (typeof slug !== 'string') return read;
  const field = written('species_slug');
  const kind = family === undefined && field !== 'species_slug' ? familyIn(slug) : undefined;
  if (kind) return retold('species_slug', { kind: 'renamed', field, to: 'family' }, { family: kind });
  const meant = isSlug(slug) ? undefined : speciesNamed(slug);
  if (meant === undefined) return read;
  const as = { ...(family !== undefined && { family }), species_slug: meant };
  return retold('species_slug', { kind: 'reread', field, as: meant }, as);
}

/** The family that a word stands for. */
export function familyIn(word: string): Family | undefined {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const synonyms: Readonly<Record<string, Family>> = ROUTES.adoptCreature.synonyms.family;
  return (
    FAMILIES.find((family) => family === plain) ??
    (Object.hasOwn(synonyms, plain) ? synonyms[plain] : undefined)
  );
}

function isFamily(word: string): boolean {
  return FAMILIES.some((family) => family === word);
}

function isSlug(word: string): boolean {
  return /^[a-z0-9_]{2,40}$/.test(word);
}

function speciesNamed(words: string): string | undefined {
  return words.length > LONGEST_WORD ? undefined : findByName(words)?.slug;
}
