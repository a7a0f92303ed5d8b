import { rawWords, singular } from './item-words.ts';
import { isKnownName } from './lexicon.ts';
import translations from './translations.json' with { type: 'json' };

/** The text with everyday words of other languages in English; as it was when there are none. */
export function translateToEnglish(text: string): string {
  const words = rawWords(text);
  const meanings = words.map((word) => MEANINGS.get(word) ?? MEANINGS.get(singular(word)) ?? splitWord(word));
  if (meanings.every((meaning) => meaning === undefined)) return text;
  return words
    .map((word, at) => meanings[at] ?? word)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');
}

/** What joins the parts of a word. */
const LINK = /^(?:[のとにをはかて的]|e?[sn])(?=.)/;
const LONGEST_PART = 16;

/** The parts of a word that some languages write as one: fish soup is Fischsuppe, and Japanese has no blanks at all. */
function splitWord(word: string): string | undefined {
  const least = /^[a-z]/.test(word) ? 4 : 1;
  const parts: string[] = [];
  for (let rest = word; rest !== '' && !isKnownName(word);) {
    let length = Math.min(rest.length, LONGEST_PART);
    while (length >= least && !MEANINGS.has(rest.slice(0, length))) length -= 1;
    const part = MEANINGS.get(rest.slice(0, length)) ?? '';
    const next = part ? rest.slice(length) : rest.replace(LINK, '');
    if (next === rest || (!part && parts.length === 0)) return undefined;
    if (part) parts.push(part);
    rest = next;
  }
  return parts.length > 1 ? parts.join(' ') : undefined;
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
