import { countCharacters, sanitizeText, shortenForDisplay } from '../../src/rules/base/text.ts';
import { canariesIn, PAYLOADS } from './payloads.ts';

/** Readers of a field: the public, the operator, or none, since it is only drawn from or private. */
export type Sight = 'anybody' | 'operator' | 'nobody';

/** Content of one field. */
export interface Writing {
  readonly field: string;
  /** As the house keeps it. */
  readonly kept: string;
  readonly sight: Sight;
}

export interface Field {
  readonly name: string;
  readonly longest: number;
  readonly sight: Sight;
  /** The part of a payload that fits, if not all. */
  readonly tamed?: (payload: string) => string;
}

/** Records which payload was written where, to recognise it in output. */
export class Book {
  readonly #pens = new Map<string, Pen>();
  readonly #byWords = new Map<string, Writing[]>();
  readonly #byCanary = new Map<string, { readonly writing: Writing; readonly words: string }[]>();
  readonly #seen = new Set<Writing>();
  readonly #addresses = new Set<string>();
  readonly #share: number;

  /** Of the payloads, each field gets one in `share`, and the next field others. */
  constructor(share = 1) {
    this.#share = share;
  }

  /** The next payloads for a field: as many as there is room for. */
  write(field: Field): string {
    const text = this.#penFor(field).next();
    this.note({ field: field.name, kept: sanitizeText(text), sight: field.sight });
    return text;
  }

  /** An address that the house takes, with a payload in it as far as one can be. */
  address(): string {
    const payload = this.#penFor(ADDRESS).next('&');
    const address = ELSEWHERE + payload;
    this.#addresses.add(address);
    this.note({ field: ADDRESS.name, kept: address, sight: ADDRESS.sight });
    return address;
  }

  /** Says of words that they stand somewhere, as they are or cut to what others are shown. */
  note(writing: Writing): void {
    for (const words of new Set([writing.kept, shortenForDisplay(writing.kept)])) {
      add(this.#byWords, words, writing);
      for (const canary of new Set(canariesIn(words))) add(this.#byCanary, canary, { writing, words });
    }
  }

  isAddress(text: string): boolean {
    return this.#addresses.has(text);
  }

  /** True if the text contains each canary's payload unchanged. */
  recognises(text: string): boolean {
    const exactly = this.#byWords.get(text) ?? [];
    for (const writing of exactly) this.#seen.add(writing);
    return exactly.length > 0 || canariesIn(text).every((canary) => this.#isWithin(text, canary));
  }

  /** Payloads that should have been shown and were not. */
  unseen(by: Sight): readonly string[] {
    const all = [...this.#byCanary.values()].flat().map(({ writing }) => writing);
    return [...new Set(all)]
      .filter((writing) => writing.sight === by && !this.#seen.has(writing))
      .map(({ field, kept }) => `${field}: ${kept}`);
  }

  /** Payloads that a field has room for and that were not written into it. */
  unwritten(): readonly string[] {
    return [...this.#pens].flatMap(([name, pen]) => pen.left().map((payload) => `${name}: ${payload}`));
  }

  #penFor(field: Field): Pen {
    const known = this.#pens.get(field.name);
    if (known) return known;
    // Each field begins elsewhere, so that a page has as many different ones as it can.
    const pen = new Pen(field, this.#pens.size, this.#share);
    this.#pens.set(field.name, pen);
    return pen;
  }

  #isWithin(text: string, canary: string): boolean {
    const found = (this.#byCanary.get(canary) ?? []).filter(({ words }) => text.includes(words));
    for (const { writing } of found) this.#seen.add(writing);
    return found.length > 0;
  }
}

const ELSEWHERE = 'https://example.org/?q=';
const NOT_IN_ADDRESSES = /[^!#-;=?-[\]_a-z~]/g;

const ADDRESS: Field = {
  name: 'address',
  longest: 200 - ELSEWHERE.length,
  // It is a link target, not text.
  sight: 'nobody',
  tamed: (payload) => sanitizeText(payload).replace(NOT_IN_ADDRESSES, ''),
};

/** Hands out payloads for one field, one after the other, and begins again when there are no more. */
class Pen {
  readonly #payloads: readonly string[];
  readonly #longest: number;
  #at: number;
  #written = 0;

  constructor({ longest, tamed = (payload) => payload }: Field, nth: number, share: number) {
    this.#longest = longest;
    const own = PAYLOADS.filter((_, at) => at % share === nth % share);
    this.#payloads = own.map(tamed).filter((text) => countCharacters(text) <= longest);
    this.#at = nth * 41;
  }

  next(joint: ' ' | '&' = ' '): string {
    let text = this.#take();
    while (countCharacters(text) + 1 + countCharacters(this.#upcoming) <= this.#longest)
      text += joint + this.#take();
    return text;
  }

  left(): readonly string[] {
    const count = Math.max(0, this.#payloads.length - this.#written);
    return Array.from(
      { length: count },
      (_, nth) => this.#payloads[(this.#at + nth) % this.#payloads.length] ?? '',
    );
  }

  get #upcoming(): string {
    return this.#payloads[this.#at % this.#payloads.length] ?? '';
  }

  #take(): string {
    const payload = this.#upcoming;
    this.#at += 1;
    this.#written += 1;
    return payload;
  }
}

function add<Key, Value>(shelf: Map<Key, Value[]>, key: Key, value: Value): void {
  const there = shelf.get(key);
  if (there) there.push(value);
  else shelf.set(key, [value]);
}
