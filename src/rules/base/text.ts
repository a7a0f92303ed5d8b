import { maskKeys } from './redact.ts';

// Text of other agents is untrusted: characters that hide or reorder text and prompt markers are removed before display.

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
// White space without the byte order mark, which \s includes although it is invisible.
const SPACES = /[^\S\uFEFF]+/gu;

// Fast path of sanitizing: ASCII words with single blanks, and no character that opens a tag.
const PLAIN = /^[!-;=-Z\\-{}~]+(?: [!-;=-Z\\-{}~]+)*$/;

/** One line, composed (NFC), without control, bidirectional or invisible characters and without prompt markers. */
export function sanitizeText(text: string): string {
  // Prompt markers are removed first: those at the beginning of a line are recognised by the line breaks removed below.
  const unmarked = removePromptMarkers(text);
  if (PLAIN.test(unmarked)) return unmarked;
  const visible = unmarked.replace(SPACES, ' ').replace(INVISIBLE, '');
  // The text is composed (NFC) last: a removed character may have stood between a letter and its accent.
  return visible.replace(SPACES, ' ').trim().normalize('NFC');
}

// Twice the length of the longest accepted text; longer ones are refused for their length.
const LONGEST_BLANK = 2000;

export function isBlank(text: string): boolean {
  return text.length <= LONGEST_BLANK && sanitizeText(text) === '';
}

/** The number of code points of a text, as JSON Schema counts. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) count -= 1;
  }
  return count;
}

/** Sanitizes text for display, in case it was stored before texts were sanitized on input. */
export function wordsForOthers(written: string): string {
  return maskKeys(removePromptMarkers(written));
}

const MOST_CHARACTERS = 280;

export function shortenForDisplay(written: string): string {
  const words = maskKeys(sanitizeText(written));
  if (words.length <= MOST_CHARACTERS || countCharacters(words) <= MOST_CHARACTERS) return words;
  return Array.from(words).slice(0, MOST_CHARACTERS).join('');
}

// Characters that look blank: symbols without ink, and replacement characters.
const BLANK = /[\u2800\uFFFC\uFFFD\u{1D159}\s]/gu;
// Characters that are visible alone; combining marks are not.
const SHOWS = /[\p{L}\p{N}\p{P}\p{S}]/u;

export function isVisible(cleaned: string): boolean {
  return SHOWS.test(cleaned.replace(BLANK, ''));
}

// Accents of Latin, Arabic, Hebrew and others; Thai and Devanagari marks belong to their scripts and are not counted.
const ACCENT = /\p{Script=Inherited}/gu;
const MOST_ACCENTS = 16;
const STACKED = /\p{Script=Inherited}{3}|\p{M}{5}/u;

/** True if sanitized text stacks more accents than any language needs ("zalgo" text). */
export function hasStackedMarks(cleaned: string): boolean {
  return STACKED.test(cleaned) || (cleaned.match(ACCENT)?.length ?? 0) > MOST_ACCENTS;
}

// Prompt markers are text that a model could take for the frame of its own conversation. They are matched on a skeleton of
// the text, in linear time: no expression below can match the same characters in two ways.

/** The text without prompt markers; the same string when it has none. */
export function removePromptMarkers(text: string): string {
  let rest = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    if (!mayHoldMarkers(rest)) return rest;
    const skeleton = skeletonOf(rest);
    const marked = markersIn(skeleton);
    if (marked.length === 0) return rest;
    rest = withoutRanges(rest, skeleton, marked);
  }
  // Markers nested more deeply are deliberate: every character that markers are made of is removed.
  const skeleton = skeletonOf(rest);
  return withoutRanges(rest, skeleton, rangesOf(skeleton.letters, MARKER_CHARACTERS));
}

/** Number of passes: removing a prompt marker may complete another one around it. */
const MOST_PASSES = 4;

const OPENERS = /[<[]|\{\{|[-=*#~_]{3}/;
const OTHER_OPENERS = /[＜﹤‹〈〈⟨❮❰ᐸ˂ᚲ≮≺𝈶［⁅【〚〖〔❲⦋⟦｛﹛＝－＃＊：︰ː∶꞉﹕׃]/u;
const BEYOND_ASCII = /[^\0-\x7f]/;
const NAMED_PART = /["'](?:role|tool_calls?|function_call)["']/i;
const SPEAKER = /\b(?:human|assistant|system|developer|user|instructions?|response|input)\b/i;

/** Fast check for prompt markers: most texts have no character that a marker begins with. */
function mayHoldMarkers(text: string): boolean {
  if (OPENERS.test(text)) return true;
  const hasColon = text.includes(':');
  if (BEYOND_ASCII.test(text)) return hasColon || OTHER_OPENERS.test(text);
  return hasColon && (SPEAKER.test(text) || NAMED_PART.test(text));
}

/** A text with look-alikes as plain letters and without invisible characters. */
interface Skeleton {
  readonly letters: string;
  /** Positions in the original: one entry per letter, and the end of the text. */
  readonly places: readonly number[];
}

function skeletonOf(text: string): Skeleton {
  const letters: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const looks = looksLike(character);
    // Consecutive blanks collapse to one, or to a line break if they include one.
    if (isBlankLetter(looks) && isBlankLetter(letters.at(-1))) {
      if (looks === '\n') letters[letters.length - 1] = looks;
    } else {
      for (const letter of looks) {
        letters.push(letter);
        // Both UTF-16 units of a surrogate pair map to its start.
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
const BLANK_LETTER = /[^\S\uFEFF]/;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{M}]/u;

/** The plain lower-case letters a character looks like; empty for invisible characters and accents. */
export function looksLike(character: string): string {
  if (character >= '!' && character <= '~') return character.toLowerCase();
  if (LINE_BREAK.test(character)) return '\n';
  if (BLANK_LETTER.test(character)) return ' ';
  if (UNSEEN.test(character)) return '';
  let looks = '';
  for (const part of character.normalize('NFKD')) {
    const lower = part.toLowerCase();
    // Capitals are looked up first: Η looks like H, η like n.
    if (!UNSEEN.test(part)) looks += LOOK_ALIKES.get(part) ?? LOOK_ALIKES.get(lower) ?? lower;
  }
  return looks;
}

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
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
  })
    .flatMap(([plain, others]) => Array.from(others, (other) => [other, plain] as const))
    .concat(enclosedLetters(0x1f150), enclosedLetters(0x1f170)),
);

/** The 26 letters in black circles or squares, which have no decomposition. */
function enclosedLetters(first: number): (readonly [string, string])[] {
  return Array.from({ length: 26 }, (_, n) => [
    String.fromCodePoint(first + n),
    String.fromCharCode(0x61 + n),
  ]);
}

type Range = readonly [from: number, to: number];

/** The ranges of prompt markers: tags, tokens, labels, JSON keys and turns of the chat formats that models are trained on. */
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
/** A pair `<s>…</s>` strikes words out in HTML; alone it is a token for the beginning or end of a sequence. */
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
/** Prefixes of tag names that are prompt markers, as in system_prompt. */
const TAG_BEGINNINGS = wordSet(
  'system assistant developer instruction instructions important admin override invoke think thinking',
);
const NUMBERED_TAG = /^(?:reserved|extra_id)_\d+$/;
/** Tag names that are also common as type names and placeholders, so matched more strictly. */
const COMMON_TAGS = wordSet('user human tool tools function functions parameter parameters prompt');

/** `tag`: the text between the brackets; `before`: the letter in front of them. */
function isPromptTag(tag: string, before: string): boolean {
  const [beginning, name] = TAG_NAME.exec(tag) ?? [];
  if (beginning === undefined || name === undefined) return false;
  const next = tag.charAt(beginning.length);
  // Tags that are no prompt markers: List<User> is a type, <user@example.org> an address, and <sys/types.h> a file.
  if (COMMON_TAGS.has(name)) return /^[\s/=]?$/.test(next) && (tag.startsWith('/') || !/\w/.test(before));
  if (TAGS.has(name) || NUMBERED_TAG.test(name)) return /^\s?$/.test(next);
  const [first = '', second] = name.split(/[_-]/);
  return !/[.@]/.test(next) && (TAG_BEGINNINGS.has(first) || (first === 'tool' && second !== undefined));
}

const SPEAKERS = wordSet('system sys assistant developer');
const EVERYBODY = new Set([...SPEAKERS, ...wordSet('user human admin')]);
const AROUND_SPEAKERS = wordSet(
  'prompt message instruction instructions override note begin start end of new real input output turn gpt4 correct',
);
/** Special tokens of models that are written in square brackets. */
const BRACKETED = wordSet(
  'inst think gmask available_tools tool_calls tool_results tool_content model_settings',
);

/** True for a label with no words but a speaker's and AROUND_SPEAKERS: "system is down" is none. */
function isLabel(label: string, speakers: ReadonlySet<string>): boolean {
  const words = label.split(/[^a-z0-9]+/).filter((word) => word !== '');
  return (
    words.some((word) => speakers.has(word)) &&
    words.every((word) => speakers.has(word) || AROUND_SPEAKERS.has(word))
  );
}

const TURN_SPEAKERS = wordSet('human assistant system developer user');
const HEADED_TURN = /^\s?##+\s?(?:instructions?|response|input)\s?$/;

function turnsIn(letters: string): readonly Range[] {
  const turns: Range[] = [];
  let from = 0;
  for (const line of letters.split('\n')) {
    // Line breaks are removed for display, so the first speaker's label may span several lines.
    const words = from === 0 ? letters : line;
    const label = words.slice(0, Math.max(0, words.indexOf(':')));
    if (isLabel(label, TURN_SPEAKERS) || HEADED_TURN.test(label)) turns.push([from, from + label.length + 1]);
    from += line.length + 1;
  }
  return turns;
}

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

// Characters missing from the share card font, which has Latin, Greek, Cyrillic and punctuation.
const UNPRINTABLE =
  /[^\u0020-\u007e\u00a0-\u0148\u014a-\u017f\u038e-\u03a1\u03a3-\u03cf\u0400-\u045f\u1ea0-\u1ef9‘’“”…–—•]/gu;

export function printableText(text: string): string | undefined {
  const left = text.normalize('NFC').replace(UNPRINTABLE, '').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : undefined;
}

export function truncateWithEllipsis(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

// Approximate letter widths of the share card font, as shares of the font size.
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl|.,:;'’‘!()[\]]/u, 0.27],
  [/[mwMWЖШЩЮ@%—…]/u, 0.82],
  [/\p{Lu}/u, 0.63],
  [/ /u, 0.24],
];

/** Approximate, at font size 1. */
export function textWidth(text: string): number {
  return Array.from(text).reduce(
    (sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.48),
    0,
  );
}

// A template that was sent as it stands: {{SLUG}}, <your key>, $KEY, ${KEY}; and the usual name in examples, your-agent.
const PLACEHOLDER =
  /^(?:\{\{[\w. -]{1,60}\}\}|<[a-z][\w -]{0,60}>|\$\{?[A-Z][A-Z0-9_]{0,60}\}?|your[-_](?:agent|user|pet|creature)?[-_]?(?:name|username|slug|id|key|token)?)$/i;

const LONGEST_PLACEHOLDER = 80;

export function isPlaceholder(text: string): boolean {
  return text.length <= LONGEST_PLACEHOLDER && PLACEHOLDER.test(text.trim());
}
