import { SECOND, type Instant } from '../core/clock.ts';
import type { Writing } from '../core/vocabulary.ts';
import type { Clock } from '../outside/clock.ts';
import type { Db } from '../store/db.ts';
import { allBlocked, allHidden, speciesOfBlocked } from '../store/moderation.ts';
import { readSetting, writeSetting } from '../store/settings.ts';

/** What the operator does not want others to see: agents, and texts by whose or which thing's they are. */
export interface Curtain {
  /** Is everything of this agent behind it? */
  covers(agentId: string): boolean;
  /** The text, unless it is behind it. What an item was called goes with the note it was given with. */
  words(writing: Writing | 'item', id: string, text: string): string | undefined;
  /** Species whose words are behind it: hidden ones, and those of blocked agents. */
  readonly species: ReadonlySet<string>;
  /** Those of blocked agents, which nobody can adopt any more. */
  readonly offTheShelf: ReadonlySet<string>;
}

/** The curtain as it hangs now. The API and the pages look through it, and past nothing else. */
export function curtainOf({ curtain }: { readonly curtain: CurtainBoard }): Promise<Curtain> {
  return curtain.now();
}

/** Tells every node that it hangs differently from now on, in the transaction that moves it. */
export async function moveCurtain(db: Db, mark: string): Promise<void> {
  await writeSetting(db, SETTING, mark);
}

const SETTING = 'curtain';
const TRUSTED_FOR = SECOND;

/** Kept in memory: the operator moves it seldom, and it is looked through all the time. Other nodes follow within a second. */
export class CurtainBoard {
  readonly #store: Db;
  readonly #clock: Clock;
  readonly #listeners: ((species: readonly string[]) => void)[] = [];
  #known: Known | undefined;
  #reading: Promise<Known> | undefined;

  constructor(store: Db, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Not for use within a transaction: it may have to wait for another connection. */
  async now(): Promise<Curtain> {
    const known = this.#known;
    const now = this.#clock.now();
    if (known && now >= known.readAt && now - known.readAt < TRUSTED_FOR) return known.curtain;
    this.#reading ??= this.#read(now).finally(() => (this.#reading = undefined));
    return (await this.#reading).curtain;
  }

  /** Looks again, whatever is known. */
  async lookAgain(): Promise<void> {
    // A reading that is under way may have begun before.
    await this.#reading;
    this.#known = this.#known && { ...this.#known, readAt: -Infinity };
    await this.now();
  }

  /** Tells of species that went behind it or came out. */
  onSpecies(listener: (species: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async #read(readAt: Instant): Promise<Known> {
    const before = this.#known;
    const mark = await readSetting(this.#store, SETTING);
    const curtain = before && before.mark === mark ? before.curtain : await hang(this.#store);
    this.#known = { mark, curtain, readAt };
    const moved = [...curtain.species.symmetricDifference(before?.curtain.species ?? NOTHING)];
    if (moved.length > 0) for (const listener of this.#listeners) listener(moved);
    return this.#known;
  }
}

interface Known {
  /** What was written when it was last moved. */
  readonly mark: string | undefined;
  readonly curtain: Curtain;
  readonly readAt: Instant;
}

const NOTHING: ReadonlySet<string> = new Set();

async function hang(store: Db): Promise<Curtain> {
  const [hidden, blocked, designs] = await Promise.all([
    allHidden(store),
    allBlocked(store),
    speciesOfBlocked(store),
  ]);
  const texts = new Set(hidden.map(({ writing, subject }) => nameOf(writing, subject)));
  const agents = new Set(blocked);
  return {
    covers: (agentId) => agents.has(agentId),
    words: (writing, id, text) =>
      texts.size > 0 && texts.has(nameOf(writing === 'item' ? 'note' : writing, id)) ? undefined : text,
    offTheShelf: new Set(designs),
    species: new Set([
      ...designs,
      ...hidden.flatMap(({ writing, subject }) => (writing === 'species' ? [subject] : [])),
    ]),
  };
}

function nameOf(writing: string, subject: string): string {
  return `${writing} ${subject}`;
}
