import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { LetterText } from '../records/heart.store.ts';

export type LetterWords = Pick<LetterText, 'name' | 'subject' | 'text'>;
export type WordsByLetter = ReadonlyMap<string, LetterWords>;

export interface LetterDay {
  readonly keeperId: string;
  readonly at: Instant;
}

function dayKey({ keeperId, at }: LetterDay): string {
  return `${keeperId} ${Math.floor(at / DAY)}`;
}

/** After an outage many are settled at once: letters beyond this number are written when they are read. */
const MOST_EXPECTED = 1000;

/** Letters of households that are being written or soon will be, by keeper and day. */
export class LettersInWriting {
  readonly #expected = new Map<string, LetterDay>();
  readonly #running = new Map<string, { at: Instant; now: Instant; words: Promise<WordsByLetter> }>();

  /** After a growth or a death, which a letter tells. */
  expect(letter: LetterDay): void {
    const key = dayKey(letter);
    const known = this.#expected.get(key);
    if (known ? known.at > letter.at : this.#expected.size < MOST_EXPECTED) this.#expected.set(key, letter);
  }

  takeExpected(): readonly LetterDay[] {
    const expected = [...this.#expected.values()];
    this.#expected.clear();
    return expected;
  }

  /** Joins a run that covers the letter, if there is one. */
  join(letter: LetterDay, now: Instant, write: () => Promise<WordsByLetter>): Promise<WordsByLetter> {
    const [key, { at }] = [dayKey(letter), letter];
    const known = this.#running.get(key);
    if (known && known.at <= at && known.now >= at) return known.words;
    const run = { at, now, words: write() };
    this.#running.set(key, run);
    const end = () => void (this.#running.get(key) === run && this.#running.delete(key));
    run.words.then(end, end);
    return run.words;
  }
}
