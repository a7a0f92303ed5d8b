import { sanitizeText } from '../../core/engine/text.ts';
import type { QueryKind, UnknownWord } from '../../voice/public/unknown-words.ts';

/** Reads what somebody asked of a page, and remembers what it could make nothing of: the page says so. */
export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly #unknown: UnknownWord[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    this.#query = query;
  }

  get unknown(): readonly UnknownWord[] {
    return this.#unknown;
  }

  /** A word of a closed list; undefined where there is none, or another. */
  word<Word extends string>(name: string, kind: QueryKind, known: readonly Word[]): Word | undefined {
    const given = this.text(name);
    const found = known.find((word) => word === given.toLowerCase());
    if (found === undefined && given !== '') this.noSuch(kind, given);
    return found;
  }

  /** The number of a page, from 1; what is none is the first. */
  page(): number {
    const given = this.text('page');
    const isNumber = /^\d{1,6}$/.test(given);
    if (given !== '' && !isNumber) this.noSuch('page', given);
    return Math.max(1, isNumber ? Number(given) : 1);
  }

  /** A stranger's words, cleaned and cut: what is left of a character that was cut in two is taken out as well. */
  text(name: string): string {
    return sanitizeText((this.#query[name] ?? '').slice(0, MOST_CHARACTERS));
  }

  /** There is nothing of the kind that is called so. */
  noSuch(kind: QueryKind, given: string): void {
    this.#unknown.push({ kind, given });
  }
}

const MOST_CHARACTERS = 50;
