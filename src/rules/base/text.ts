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

// Words that a model could take for the frame around its own conversation: whoever reads what strangers wrote sees none.
//
// All is matched on a skeleton of the text, in which look-alikes are the letters they look like and nothing is there that
// nobody sees. No expression below has two ways to read the same characters, so that long texts cost what they are long.

/** The text without prompt markers; the very same text when it has none, as nearly all have. */
export function removePromptMarkers(text: string): string {
  let rest = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    if (!mayHoldMarkers(rest)) return rest;
    const skeleton = skeletonOf(rest);
    const marked = markersIn(skeleton);
    if (marked.length === 0) return rest;
    rest = withoutRanges(rest, skeleton, marked);
  }
  // Markers within markers within markers: whoever writes so is left without the characters that make them.
  const skeleton = skeletonOf(rest);
  return withoutRanges(rest, skeleton, rangesOf(skeleton.letters, MARKER_CHARACTERS));
}

/** Taking a marker out may leave another around it, but nobody writes so by chance. */
const MOST_PASSES = 4;

const OPENERS = /[<[]|\{\{|[-=*#~_]{3}/;
const OTHER_OPENERS = /[＜﹤‹〈〈⟨❮❰ᐸ˂ᚲ≮≺𝈶［⁅【〚〖〔❲⦋⟦｛﹛＝－＃＊：︰ː∶꞉﹕׃]/u;
const BEYOND_ASCII = /[^\0-\x7f]/;
const NAMED_PART = /["'](?:role|tool_calls?|function_call)["']/i;
const SPEAKER = /\b(?:human|assistant|system|developer|user|instructions?|response|input)\b/i;

/** Most of what is written has nothing that a marker begins with. */
function mayHoldMarkers(text: string): boolean {
  if (OPENERS.test(text)) return true;
  const hasColon = text.includes(':');
  if (BEYOND_ASCII.test(text)) return hasColon || OTHER_OPENERS.test(text);
  return hasColon && (SPEAKER.test(text) || NAMED_PART.test(text));
}

/** What a text looks like in plain letters, and where each of them stands in it. */
interface Skeleton {
  readonly letters: string;
  /** One more than letters: the last is the end of the text. */
  readonly places: readonly number[];
}

function skeletonOf(text: string): Skeleton {
  const letters: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const looks = looksLike(character);
    // Blanks in a row are one, and a line break if there is one among them.
    if (isBlankLetter(looks) && isBlankLetter(letters.at(-1))) {
      if (looks === '\n') letters[letters.length - 1] = looks;
    } else {
      for (const letter of looks) {
        letters.push(letter);
        // A letter of two units is found by either.
        for (let unit = 0; unit < letter.length; unit += 1) places.push(at);
      }
    }
    at += character.length;
  }
  places.push(at);
  return { letters: letters.join(''), places };
}

function isBlankLetter(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\n';
}

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;
// The byte order mark counts as a blank, and nobody sees it.
const BLANK_LETTER = /[^\S\uFEFF]/;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{M}]/u;

/** The letters that a character looks like, in lower case; none for what nobody sees, and for accents. */
export function looksLike(character: string): string {
  if (character >= '!' && character <= '~') return character.toLowerCase();
  if (LINE_BREAK.test(character)) return '\n';
  if (BLANK_LETTER.test(character)) return ' ';
  if (UNSEEN.test(character)) return '';
  let looks = '';
  for (const part of character.normalize('NFKD')) {
    const lower = part.toLowerCase();
    // A capital first: Η looks like H, and η like n.
    if (!UNSEEN.test(part)) looks += LOOK_ALIKES.get(part) ?? LOOK_ALIKES.get(lower) ?? lower;
  }
  return looks;
}

const LOOK_ALIKES = new Map(
  Object.entries({
    '<': '‹〈⟨❮❰ᐸ˂ᚲ≺𝈶',
    '>': '›〉⟩❯❱ᐳ˃≻𝈷',
    '|': '∣❘ǀ¦│┃⏐￨׀‖∥⎸⎹╎╏।ⵏ',
    '[': '⁅【〚〖〔❲⦋⟦',
    ']': '⁆】〛〗〕❳⦌⟧',
    '/': '⁄∕⧸',
    _: '▁ˍ',
    ':': 'ː∶꞉׃',
    a: 'аαɑᴀΛΔᎪꓮ',
    b: 'вьβʙᏴꓐ',
    c: 'сϲςᴄᏟꓚ',
    d: 'ԁđᴅᎠꓓ',
    e: 'еεєэΣΞᴇᎬꓰ',
    f: 'ϝꜰғꓝ',
    g: 'ɡԍɢᏀꓖ',
    h: 'һнΗħʜᎻꓧ',
    i: 'іıιɩɪꓲ',
    j: 'јᴊᎫꓙ',
    k: 'кκᴋᏦꓗ',
    l: 'ӏłʟᏞꓡ',
    m: 'мΜᴍᎷꓟ',
    n: 'ոηпиΝɴꓠ',
    o: 'оοօσөøθᴏꓳ',
    p: 'рρᴘᏢꓑ',
    q: 'ԛզ',
    r: 'гяʀᎡꓣ',
    s: 'ѕꜱᏚꓢ',
    t: 'тτŧᴛᎢꓔ',
    u: 'υսμцᴜꓴ',
    v: 'νѵᴠᏙꓦ',
    w: 'ωшщѡԝᴡᎳꓪ',
    x: 'хχꓫ',
    y: 'уγүΥʏᎽꓬ',
    z: 'ζᴢᏃꓜ',
  }).flatMap(([plain, others]) => Array.from(others, (other) => [other, plain] as const)),
);
// Letters in black circles and squares have no decomposition.
for (const first of [0x1f150, 0x1f170])
  for (let n = 0; n < 26; n += 1)
    LOOK_ALIKES.set(String.fromCodePoint(first + n), String.fromCharCode(0x61 + n));

type Range = readonly [from: number, to: number];

/** What the formats have that models are trained on: tags, tokens, labels, parts of JSON, and turns of a conversation. */
function markersIn({ letters }: Skeleton): readonly Range[] {
  return [
    ...rangesOf(letters, TAG, ([, tag = ''], at) => isPromptTag(tag, letters.charAt(at - 1))),
    ...rangesOf(letters, OPEN_TAG),
    ...rangesOf(letters, SENTENCE, ([sentence]) => sentence.length <= '</s>'.length),
    ...rangesOf(letters, TOKEN),
    ...rangesOf(letters, OPEN_TOKEN),
    ...rangesOf(
      letters,
      BRACKETS,
      ([, label = '']) => isLabel(label, SPEAKERS) || BRACKETED.has(label.replaceAll(/[\s/]/g, '')),
    ),
    ...rangesOf(letters, BRACES, ([, label = '']) =>
      isLabel(label, /[#/~]/.test(label) ? EVERYBODY : SPEAKERS),
    ),
    ...rangesOf(letters, RULE, ([, label = '']) => isLabel(label, EVERYBODY)),
    ...rangesOf(letters, JSON_PART),
    ...turnsIn(letters),
  ].toSorted(([one], [other]) => one - other);
}

function rangesOf(
  letters: string,
  shape: RegExp,
  isMarker: (found: RegExpExecArray, at: number) => boolean = () => true,
): readonly Range[] {
  return [...letters.matchAll(shape)]
    .filter((found) => isMarker(found, found.index))
    .map(({ 0: all, index }) => [index, index + all.length]);
}

const TAG = /<([^<>]*)>/g;
const TAG_NAME = /^[\s/]*(?:[a-z]+:)?([a-z][a-z0-9_-]*)/;
const OPEN_TAG =
  /<\s?\/?(?:system|assistant|start_of_turn|end_of_turn|im_start|im_end|function_calls|tool_call)(?![a-z0-9.@])/g;
/** Around words it strikes them out, and by itself it begins or ends what a model is given. */
const SENTENCE = /<s>[^<>]*<\/s>|<\/?s>/g;
const TOKEN = /<\s?\|\s?[^<>|\s]+\s?\|\s?>/g;
const OPEN_TOKEN = /<\|(?=[a-z])/g;
const BRACKETS = /\[([^[\]:]*)(?:\](?:\(#\w+\))?|:)/g;
const BRACES = /\{\{([^{}]*)\}\}/g;
const RULE = /[-=*#~_]{3}([a-z\s]+)[-=*#~_]{3}/g;
const JSON_PART =
  /["']role["']\s?:\s?["'](?:system|developer|assistant|user|tool|function)["']|["'](?:tool_calls?|function_call)["']\s?:/g;
const MARKER_CHARACTERS = /[<>[\]{}|:"'*#~=_/-]+/g;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const TAGS = wordSet(
  'start_of_turn end_of_turn im_start im_end begin_of_text end_of_text endoftext bos eos sop eop eoh eoa sys systemprompt systemmessage user_query user_input user_message user_prompt function_call function_calls function_results',
);
/** With whatever follows them, as in system_prompt. */
const TAG_BEGINNINGS = wordSet(
  'system assistant developer instruction instructions important admin override invoke think thinking',
);
const NUMBERED_TAG = /^(?:reserved|extra_id)_\d+$/;
/** Also the names of types and of what is to be filled in. */
const COMMON_TAGS = wordSet('user human tool tools function functions parameter parameters prompt');

/** Of a tag all that stands between its brackets, and the letter before it. */
function isPromptTag(tag: string, before: string): boolean {
  const [beginning, name] = TAG_NAME.exec(tag) ?? [];
  if (beginning === undefined || name === undefined) return false;
  const next = tag.charAt(beginning.length);
  // List<User> is a type, <user@example.org> an address, and <sys/types.h> a file.
  if (COMMON_TAGS.has(name)) return /^[\s/=]?$/.test(next) && (tag.startsWith('/') || !/\w/.test(before));
  if (TAGS.has(name) || NUMBERED_TAG.test(name)) return /^\s?$/.test(next);
  const [first = '', second] = name.split(/[_-]/);
  return !/[.@]/.test(next) && (TAG_BEGINNINGS.has(first) || (first === 'tool' && second !== undefined));
}

/** Who speaks to a model, and in whose name. */
const SPEAKERS = wordSet('system sys assistant developer');
const EVERYBODY = new Set([...SPEAKERS, ...wordSet('user human admin')]);
const AROUND_SPEAKERS = wordSet(
  'prompt message instruction instructions override note begin start end of new real input output turn gpt4 correct',
);
/** What models are trained on in brackets besides. */
const BRACKETED = wordSet(
  'inst think gmask available_tools tool_calls tool_results tool_content model_settings',
);

/** A label that says only who speaks, and that a speech begins or ends: "system is down" says more. */
function isLabel(label: string, speakers: ReadonlySet<string>): boolean {
  const words = label.split(/[^a-z0-9]+/).filter((word) => word !== '');
  return (
    words.some((word) => speakers.has(word)) &&
    words.every((word) => speakers.has(word) || AROUND_SPEAKERS.has(word))
  );
}

const TURN_SPEAKERS = wordSet('human assistant system developer user');
const HEADED_TURN = /^\s?##+\s?(?:instructions?|response|input)\s?$/;

/** What transcripts have at the beginning of a line: who speaks, and a colon. */
function turnsIn(letters: string): readonly Range[] {
  const turns: Range[] = [];
  let from = 0;
  for (const line of letters.split('\n')) {
    // Others read it all in one line, so that what stands at the beginning may be spread over several.
    const words = from === 0 ? letters : line;
    const label = words.slice(0, Math.max(0, words.indexOf(':')));
    if (isLabel(label, TURN_SPEAKERS) || HEADED_TURN.test(label)) turns.push([from, from + label.length + 1]);
    from += line.length + 1;
  }
  return turns;
}

/** The text with a blank where the ranges of its skeleton were. */
function withoutRanges(text: string, { places }: Skeleton, ranges: readonly Range[]): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of ranges) {
    const [cutFrom = 0, cutTo = text.length] = [places[start], places[end]];
    if (cutFrom > from) kept += text.slice(from, cutFrom);
    if (cutTo > from) kept += ' ';
    from = Math.max(from, cutTo);
  }
  return kept + text.slice(from);
}

// What the font of the share cards has no letters for: all but Latin, Greek and Cyrillic, and the signs between words.
const UNPRINTABLE =
  /[^\u0020-\u007e\u00a0-\u0148\u014a-\u017f\u038e-\u03a1\u03a3-\u03cf\u0400-\u045f\u1ea0-\u1ef9‘’“”…–—•]/gu;

/** The text as it can be printed: every other character is left out; undefined when no letter is left of it. */
export function printableText(text: string): string | undefined {
  const left = text.normalize('NFC').replace(UNPRINTABLE, '').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : undefined;
}

/** At most so many characters, with an ellipsis where it was cut. */
export function truncateWithEllipsis(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

// How wide letters are, as shares of their height; near enough to tell what fits.
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl|.,:;'’‘!()[\]]/u, 0.27],
  [/[mwMWЖШЩЮ@%—…]/u, 0.82],
  [/\p{Lu}/u, 0.63],
  [/ /u, 0.24],
];

/** How wide a line will be at a height of one. */
export function textWidth(text: string): number {
  return Array.from(text).reduce(
    (sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.48),
    0,
  );
}
