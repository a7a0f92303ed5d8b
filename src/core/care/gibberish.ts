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

// How rarely the letter of a column follows that of a row in English words: minus the binary logarithm of its share.
// The last row is the beginning of a word, the last column its end.
const RARITY = [
  '954587575963539593436678684',
  '358839993893893993573999695',
  '396939934945992994745999694',
  '499629783996784995595779691',
  '485357697994537683358676793',
  '398934992994993994754999794',
  '499939644995855994574999691',
  '279829993996673995744989693',
  '464546599984523695448598976',
  '299929994999992899892999997',
  '489828963995955896486979592',
  '388527893973794899555799493',
  '257928993998473399595999794',
  '494437384978965999437799793',
  '665577686964425593554558795',
  '399939944994893493545999794',
  '779999996997999999990999997',
  '376528683976663795445789593',
  '585939944976685589435979791',
  '397929942996894994455989593',
  '454546595984438593349998986',
  '399919992999994999998999796',
  '287827943975844995579989794',
  '484937953998895289935889692',
  '576759995995556696567989991',
  '279829853996884897775899543',
  '443455555665456484346659899',
];

/** The mean rarity of a word's neighbouring letters. */
function meanRarity(word: string): number {
  const steps = [26, ...Array.from(word, (letter) => letter.charCodeAt(0) - 97), 26];
  let sum = 0;
  for (let at = 1; at < steps.length; at++)
    sum += Number(RARITY[steps[at - 1] ?? 26]?.charAt(steps[at] ?? 26));
  return sum / (steps.length - 1);
}
