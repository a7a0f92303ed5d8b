import { rawWords, singular } from './item-words.ts';
import translations from './translations.json' with { type: 'json' };

/** The text with everyday words of other languages in English; as it was when there are none. */
export function translateToEnglish(text: string): string {
  const words = rawWords(text);
  const meanings = words.map((word) => MEANINGS.get(word) ?? MEANINGS.get(singular(word)));
  if (meanings.every((meaning) => meaning === undefined)) return text;
  return words
    .map((word, at) => meanings[at] ?? word)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');
}

const STOP_WORDS = new Set(
  'de del des du la le les el los las un una une unos der die das den ein eine einen il lo gli uno di con avec mit al au aux y et und e em com para pour'.split(
    ' ',
  ),
);

/**
 * What people bring most, in Spanish, French, German, Italian, Portuguese, Japanese and Chinese. Words that also are
 * English, such as pain, pan, gift and lit, are left out.
 */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(translations).flatMap(([english, words]) =>
    words.split(' ').flatMap((word) => rawWords(word).map((each) => [each, english] as const)),
  ),
);
