// Words of strangers are data: what hides, reorders or injects prompts is taken out before others see them.

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
// Every blank and line break, but not the byte order mark, which \s counts among them and nobody sees.
const SPACES = /[^\S\uFEFF]+/gu;
const CHAT_MARKS = /<\||\|>|\[\/?INST\]|<\/?(?:system|assistant|user|tool)[^<>]*>/giu;

// Most of what is written: plain words with one blank between them, and nothing a chat mark could be made of.
const PLAIN = /^[!-;=-Z\\-{}~]+(?: [!-;=-Z\\-{}~]+)*$/;

/** The text in one line, composed, without control, bidirectional, invisible or chat-template characters. */
export function sanitizeText(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = text.normalize('NFC').replace(SPACES, ' ').replace(INVISIBLE, '');
  // Taking a mark out may leave another around it; that one is broken by a blank, since blanks make no marks.
  const unmarked = visible.replace(CHAT_MARKS, '').replace(CHAT_MARKS, ' ');
  // What was taken out may have kept an accent from its letter.
  return unmarked.replace(SPACES, ' ').trim().normalize('NFC');
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

const MOST_CHARACTERS = 280;

/** A stranger's words as others are shown them: cleaned, and cut to a length. */
export function shortenForDisplay(written: string): string {
  const words = sanitizeText(written);
  if (words.length <= MOST_CHARACTERS || countCharacters(words) <= MOST_CHARACTERS) return words;
  return Array.from(words).slice(0, MOST_CHARACTERS).join('');
}
