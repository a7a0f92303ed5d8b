import { removePromptMarkers } from './prompt-markers.ts';
import { maskKeys } from './redact.ts';

// Words of strangers are data: what hides, reorders or injects prompts is taken out before others see them.

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
// Every blank and line break, but not the byte order mark, which \s counts among them and nobody sees.
const SPACES = /[^\S\uFEFF]+/gu;

// Most of what is written: plain words with one blank between them, and nothing that opens a tag.
const PLAIN = /^[!-;=-Z\\-{}~]+(?: [!-;=-Z\\-{}~]+)*$/;

/** The text in one line, composed, without control, bidirectional or invisible characters and without prompt markers. */
export function sanitizeText(text: string): string {
  // Lines matter to those who pose as another speaker, and are gone afterwards.
  const unmarked = removePromptMarkers(text);
  if (PLAIN.test(unmarked)) return unmarked;
  const visible = unmarked.replace(SPACES, ' ').replace(INVISIBLE, '');
  // What was taken out may have kept an accent from its letter.
  return visible.replace(SPACES, ' ').trim().normalize('NFC');
}

// Twice the longest text that is taken: what is longer is refused for that, and never looked into.
const LONGEST_BLANK = 2000;

/** True when nothing is written there that anybody would see. */
export function isBlank(text: string): boolean {
  return text.length <= LONGEST_BLANK && sanitizeText(text) === '';
}

/** How many characters a person would count, near enough: code points, as JSON Schema does. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    // The second half of a character that takes two.
    if ((text.codePointAt(at) ?? 0) > 0xffff) count -= 1;
  }
  return count;
}

/** A stranger's words without what must not reach others, were they written before that was seen to. */
export function wordsForOthers(written: string): string {
  return maskKeys(removePromptMarkers(written));
}

const MOST_CHARACTERS = 280;

/** A stranger's words as others are shown them: cleaned, and cut to a length. */
export function shortenForDisplay(written: string): string {
  const words = maskKeys(sanitizeText(written));
  if (words.length <= MOST_CHARACTERS || countCharacters(words) <= MOST_CHARACTERS) return words;
  return Array.from(words).slice(0, MOST_CHARACTERS).join('');
}

// Signs of their own that leave a place blank, or only stand for something that is missing.
const BLANK = /[\u2800\uFFFC\uFFFD\u{1D159}\s]/gu;
// An accent needs a letter to stand on.
const SHOWS = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether anybody could see it; for text that was cleaned. */
export function isVisible(cleaned: string): boolean {
  return SHOWS.test(cleaned.replace(BLANK, ''));
}

// Accents of every script, such as those of Latin, Arabic or Hebrew letters; Thai or Devanagari have marks of their own.
const ACCENT = /\p{Script=Inherited}/gu;
const MOST_ACCENTS = 16;
const STACKED = /\p{Script=Inherited}{3}|\p{M}{5}/u;

/** More accents than any language needs, which would cover the lines above and below; for text that was cleaned. */
export function hasStackedMarks(cleaned: string): boolean {
  return STACKED.test(cleaned) || (cleaned.match(ACCENT)?.length ?? 0) > MOST_ACCENTS;
}
