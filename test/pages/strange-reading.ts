import type { Page } from 'playwright-core';

import type { Answer } from './every-answer.ts';
import { canariesIn, payloadsIn, URLS } from './payloads.ts';

/** Where a document has a payload: the text of an element, or one of its attributes. */
type Place = Readonly<Record<'tag' | 'where' | 'value', string>>;

/** What a document has: `addresses` link or load, `strange` is markup that no page has. */
interface Reading extends Readonly<Record<'tags' | 'addresses' | 'strange', readonly string[]>> {
  readonly places: readonly Place[];
}

const LEADING = listed('href src action formaction srcset poster data ping background xlink:href');
const STRANGE_TAGS = listed(
  'iframe object embed applet frame base style math template video audio marquee textarea plaintext xmp listing foreignobject image animate set',
);
const STRANGE_ATTRIBUTES = /^(?:on|srcdoc$|style$|xml:base$|is$)/;

/** Parses documents as a browser does, without rendering or running them. */
export async function readInChromium(page: Page, answers: readonly Answer[]): Promise<readonly Reading[]> {
  return (await page.evaluate(`(${READ})(${JSON.stringify(answers)})`)) as Reading[];
}

const READ = `(documents) => documents.map(({ type, text }) => {
  const kind = type.startsWith('text/html') ? 'text/html' : 'application/xml';
  const read = new DOMParser().parseFromString(text, kind);
  const places = [];
  const addresses = [];
  const strange = [];
  const tags = new Set();
  const note = (tag, where, value) => {
    if (/zqxk\\d{3}/.test([tag, where, value].join(' '))) places.push({ tag, where, value });
  };
  const walk = document.createTreeWalker(read);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) note(node.parentNode.nodeName.toLowerCase(), 'text', node.data);
    else if (node.nodeType !== Node.ELEMENT_NODE) note(node.nodeName, 'no text', node.data ?? '');
    else {
      const tag = node.nodeName.toLowerCase();
      tags.add(tag);
      if (tag === 'parsererror') strange.push(node.textContent);
      if (${JSON.stringify(STRANGE_TAGS)}.includes(tag)) strange.push(tag);
      for (const { name, value } of node.attributes) {
        note(tag, name, value);
        if (${JSON.stringify(LEADING)}.includes(name)) addresses.push(value);
        if (${String(STRANGE_ATTRIBUTES)}.test(name)) strange.push(name);
      }
    }
  }
  return { places, tags: [...tags], addresses, strange };
})`;

const SPOKEN = listed('text title alt content aria-label value linked-data');
const SILENT = listed('script style noscript');
const DRAWN = listed(
  'svg g path rect circle ellipse use text tspan title clippath defs stop lineargradient radialgradient',
);

/** What payloads changed in a document; those shown as they are go to `seen`. */
export function flawsIn(answer: Answer, reading: Reading, origin: string, seen: Set<string>): string[] {
  const { tags, addresses, strange } = reading;
  const places = reading.places.flatMap(stringsOf);
  const isPicture = answer.type.startsWith('image/');
  const found = places.flatMap(({ value }) => canariesIn(value)).length;
  const there = canariesIn(answer.text).length;
  const undrawn = tags.filter((tag) => !DRAWN.includes(tag));
  const isHarmless = (place: Place) => {
    const payloads = payloadsIn(place.value);
    for (const payload of payloads ?? []) seen.add(payload);
    // A picture may have room for part of a name only, and the beginning of a source is a word.
    return isSpoken(place) && (isPicture || payloads !== undefined || WORD.test(place.value));
  };
  return [
    ...(found === there ? [] : [`${there - found} of ${there} words are where no text is`]),
    ...places
      .filter((place) => !isHarmless(place) && !leadsWhereItMay(place))
      .map((place) => JSON.stringify(place)),
    ...addresses.filter((address) => !isOurs(address, origin) && !URLS.has(address)),
    ...strange,
    ...(isPicture ? undrawn : []),
  ].map((flaw) => `${answer.path}: ${flaw}`);
}

const WORD = /^[a-z0-9-]+$/;

/** Strings of linked data are places of their own; other text is unchanged. */
function stringsOf(place: Place): Place[] {
  if (place.tag !== 'script' || !place.value.startsWith('{"@context":')) return [place];
  const strings: string[] = [];
  JSON.parse(place.value, (_, value: unknown) => void (typeof value === 'string' && strings.push(value)));
  const told = strings.filter((value) => canariesIn(value).length > 0);
  return told.map((value) => ({ tag: 'script', where: 'linked-data', value }));
}

function isSpoken({ tag, where }: Place): boolean {
  if (canariesIn(tag + where).length > 0) return false;
  return where === 'text' ? !SILENT.includes(tag) : SPOKEN.includes(where);
}

/** A link to a given URL, or to a keeper in one path segment. */
function leadsWhereItMay({ tag, where, value }: Place): boolean {
  if (tag !== 'a' || where !== 'href') return false;
  const [, name = ''] = /^\/agents\/([^/?#"<>\\\s]+)$/.exec(value) ?? [];
  return URLS.has(value) || (name !== '' && payloadsIn(decodeURIComponent(name)) !== undefined);
}

function isOurs(address: string, origin: string): boolean {
  return /^(?:\/(?!\/)|#)/.test(address) || address.startsWith(`${origin}/`);
}

function listed(words: string): readonly string[] {
  return words.split(' ');
}
