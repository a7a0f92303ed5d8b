import rarity from './letter-rarity.json' with { type: 'json' };

/** Whether a text says nothing at all: no letter in it, or only letters that fell on the keyboard. */
export function isGibberish(text: string): boolean {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return words.every((word) => isKeyboardMash(word.replace(/\p{M}/gu, '')));
}

// Sounds people spell as they hear them, and words whose letters rarely meet.
const REAL_WORDS = new Set(
  'psst pspsps shhh shh hmmm hmm brrr grrr html http https xbox yuzu oxygen rhythm goodbye dvds'.split(' '),
);

/** Only the plain alphabet is judged: of other scripts and letters the table below knows nothing. */
function isKeyboardMash(word: string): boolean {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || REAL_WORDS.has(word)) return false;
  if (/(.)\1\1/.test(word) || !/[aeiouy]/.test(word)) return true;
  return meanRarity(word) >= (word.length < 6 ? 6 : 5.3);
}

/**
 * The mean rarity of a word's neighbouring letters: how rarely the letter of a column follows that of a row in English
 * words, minus the binary logarithm of its share. The last row is the beginning of a word, the last column its end.
 */
function meanRarity(word: string): number {
  const steps = [26, ...Array.from(word, (letter) => letter.charCodeAt(0) - 97), 26];
  let sum = 0;
  for (let at = 1; at < steps.length; at++)
    sum += Number(rarity.rows[steps[at - 1] ?? 26]?.charAt(steps[at] ?? 26));
  return sum / (steps.length - 1);
}
