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
  return withoutRanges(rest, skeleton, rangesOf(skeleton, MARKER_CHARACTERS));
}

/** Taking a marker out may leave another around it, but nobody writes so by chance. */
const MOST_PASSES = 4;

const OPENERS = /[<[]|\{\{|[-=*#~_]{3}/;
const OTHER_OPENERS = /[＜﹤‹〈〈⟨❮❰ᐸ˂ᚲ≮≺𝈶［⁅【〚〖〔❲⦋⟦｛﹛＝－＃＊：︰ː∶꞉﹕׃]/u;
const BEYOND_ASCII = /[^\0-\x7f]/;
const NAMED_PART = /["'](?:role|tool_calls?|function_call)["']/i;
const TURN =
  /(?:^|[\n\r\v\f])[-*#>_\s]{0,8}(?:human|assistant|system|developer|user|gpt4|instructions?|response|input)\b/i;

/** Most of what is written has nothing that a marker begins with. */
function mayHoldMarkers(text: string): boolean {
  if (OPENERS.test(text)) return true;
  const hasColon = text.includes(':');
  if (BEYOND_ASCII.test(text)) return hasColon || OTHER_OPENERS.test(text);
  return hasColon && (TURN.test(text) || NAMED_PART.test(text));
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
    if (isBlank(looks) && isBlank(letters.at(-1))) {
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

function isBlank(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\n';
}

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;
// The byte order mark counts as a blank, and nobody sees it.
const BLANK = /[^\S\uFEFF]/;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{M}]/u;

/** The letters that a character looks like, in lower case; none for what nobody sees, and for accents. */
function looksLike(character: string): string {
  if (character >= '!' && character <= '~') return character.toLowerCase();
  if (LINE_BREAK.test(character)) return '\n';
  if (BLANK.test(character)) return ' ';
  if (UNSEEN.test(character)) return '';
  let looks = '';
  for (const part of character.normalize('NFKD').toLowerCase())
    if (!UNSEEN.test(part)) looks += LOOK_ALIKES.get(part) ?? part;
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
    a: 'аαɑ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεє',
    g: 'ɡ',
    h: 'һ',
    i: 'іıιɩ',
    j: 'ј',
    k: 'кκ',
    l: 'ӏ',
    m: 'м',
    n: 'ոη',
    o: 'оοօ',
    p: 'рρ',
    r: 'г',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υս',
    v: 'νѵ',
    x: 'хχ',
    y: 'уγү',
  }).flatMap(([plain, others]) => Array.from(others, (other) => [other, plain] as const)),
);

// What the formats have that models are trained on: tags, tokens, brackets and braces, rules, parts of JSON, and turns.
const MARKERS = [
  /<{1,3}\s?\/?\s?(?:[a-z]{1,20}:)?(?:system(?:prompt|message)?|sys(?=\s?>)|assistant|developer|instructions?|important|admin|override|start_of_turn|end_of_turn|im_start|im_end|begin_of_text|end_of_text|endoftext|bos|eos|sop|eop|eoh|eoa|function_calls?|function_results?|invoke|tool_[a-z_]{1,20}|user_(?:query|input|message|prompt)|thinking|think|reserved_\d{1,4}|extra_id_\d{1,4}|s(?=>)|(user|human|tools?|functions?|parameters?|prompt)(?=[\s>/=]))(?![a-z0-9.@])[^<>]*>{1,3}/g,
  // Cut off.
  /<{1,3}\s?\/?(?:system|assistant|start_of_turn|end_of_turn|im_start|im_end|function_calls|tool_call)(?![a-z0-9.@])/g,
  /<{1,3}\s?\|\s?[^<>|\s]{1,80}\s?\|\s?>{1,3}|<\|(?=[a-z])/g,
  /\[\s?\/?\s?(?:(?:begin|start|end)\s(?:of\s)?(?:the\s)?)?(?:inst|instructions?|system|sys|assistant|developer|think|gmask|available_tools|tool_calls|tool_results|tool_content|model_settings)(?:[_\s-](?:prompt|message|instructions?|override|note|start|end))?\s?(?:\](?:\(#\w{1,40}\))?|:)/g,
  /\{\{\s?(?:[#/~]{1,2}\s?(?:system|user|assistant|gen)|system)(?![a-z0-9])[^{}]*\}\}/g,
  /[-=*#~_]{3,20}\s?(?:(?:begin|start|end)\s(?:of\s)?)?(?:the\s|new\s|real\s)?(?:system|developer|user|assistant|admin)(?:\s(?:prompt|message|instructions?|input|output|override|turn))?\s?[-=*#~_]{3,20}/g,
  /["']role["']\s?:\s?["'](?:system|developer|assistant|user|tool|function)["']|["'](?:tool_calls?|function_call)["']\s?:/g,
  /(?:^|\n)[-*#>_\s]{0,8}(?:(?:gpt4 correct )?(?:human|assistant|system|developer|user)(?:\s(?:message|prompt|instructions?|override|note))?[ *_]{0,3}:[ *_]{0,3})+/g,
  /(?:^|\n)\s?#{2,6}\s?(?:instructions?|response|input)\s?:/g,
];
const MARKER_CHARACTERS = /[<>[\]{}|:"'*#~=_/-]+/g;

type Range = readonly [from: number, to: number];

function rangesOf({ letters }: Skeleton, markers: RegExp): readonly Range[] {
  const found: Range[] = [];
  for (const match of letters.matchAll(markers)) {
    const [all, weak] = match;
    // List<User> is a type, and no turn of a user's.
    if (weak !== undefined && !all.startsWith('</') && /\w/.test(letters.charAt(match.index - 1))) continue;
    found.push([match.index, match.index + all.length]);
  }
  return found;
}

function markersIn(skeleton: Skeleton): readonly Range[] {
  return MARKERS.flatMap((markers) => rangesOf(skeleton, markers)).toSorted(([one], [other]) => one - other);
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
