// Words of strangers are data. What hides, reorders or poses as a machine's own voice is taken out before they are kept.

const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
// Every blank and line break, but not the byte order mark, which \s counts among them and nobody sees.
const SPACES = /[^\S\uFEFF]+/gu;
const CHAT_MARKS = /<\||\|>|\[\/?INST\]|<\/?(?:system|assistant|user|tool)[^>]{0,40}>/giu;

/** The text in one line, composed, without control, bidirectional, invisible or chat-template characters. */
export function sanitizeText(text: string): string {
  const seen = text.normalize('NFC').replace(SPACES, ' ').replace(UNSEEN, '');
  // Taking a mark out may leave another around it; that one is broken by a blank, since blanks make no marks.
  const unmarked = seen.replace(CHAT_MARKS, '').replace(CHAT_MARKS, ' ');
  // What was taken out may have kept an accent from its letter.
  return unmarked.replace(SPACES, ' ').trim().normalize('NFC');
}

/** How many characters a person would count, near enough: code points, as JSON Schema does. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const LONGEST_SHOWN = 280;

/** A stranger's words, as long as others are shown them. */
export function shortenForDisplay(words: string): string {
  if (words.length <= LONGEST_SHOWN || countCharacters(words) <= LONGEST_SHOWN) return words;
  return Array.from(words).slice(0, LONGEST_SHOWN).join('');
}
