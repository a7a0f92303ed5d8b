import { SECOND, type Instant } from '../../core/engine/clock.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { Clock } from '../../outside/engine/clock.ts';
import type { Db } from '../../store/engine/db.ts';
import { readSetting, writeSetting } from '../../store/engine/settings.ts';
import { allBlocked, allHidden, speciesOfBlocked } from '../../store/moderation/moderation.ts';

/** What the operator does not want others to see: agents, and texts by whose or which thing's they are. */
export interface HiddenContent {
  /** Is everything of this agent behind it? */
  hidesAgent(agentId: string): boolean;
  /** The text, unless it is behind it. What an item was called goes with the note it was given with. */
  visibleText(writing: Writing | 'item', id: string, text: string): string | undefined;
  /** Species whose words are behind it: hidden ones, and those of blocked agents. */
  readonly hiddenSpecies: ReadonlySet<string>;
  /** Those of blocked agents, which nobody can adopt any more. */
  readonly unadoptableSpecies: ReadonlySet<string>;
}

/** The curtain as it hangs now. The API and the pages look through it, and past nothing else. */
export function readHiddenContent({
  moderation,
}: {
  readonly moderation: ModerationCache;
}): Promise<HiddenContent> {
  return moderation.current();
}

/** Tells every node that it hangs differently from now on, in the transaction that moves it. */
export async function markModerationChanged(db: Db, mark: string): Promise<void> {
  await writeSetting(db, SETTING, mark);
}

const SETTING = 'curtain';
const TRUSTED_FOR = SECOND;

/** Kept in memory: the operator moves it seldom, and it is looked through all the time. Other nodes follow within a second. */
export class ModerationCache {
  readonly #store: Db;
  readonly #clock: Clock;
  readonly #listeners: ((species: readonly string[]) => void)[] = [];
  #known: CachedModeration | undefined;
  #reading: Promise<CachedModeration> | undefined;

  constructor(store: Db, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Not for use within a transaction: it may have to wait for another connection. */
  async current(): Promise<HiddenContent> {
    const known = this.#known;
    const now = this.#clock.now();
    if (known && now >= known.readAt && now - known.readAt < TRUSTED_FOR) return known.hidden;
    this.#reading ??= this.#read(now).finally(() => (this.#reading = undefined));
    return (await this.#reading).hidden;
  }

  /** Looks again, whatever is known. */
  async refresh(): Promise<void> {
    // A reading that is under way may have begun before.
    await this.#reading;
    this.#known = this.#known && { ...this.#known, readAt: -Infinity };
    await this.current();
  }

  /** Tells of species that went behind it or came out. */
  onSpeciesChange(listener: (species: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async #read(readAt: Instant): Promise<CachedModeration> {
    const before = this.#known;
    const mark = await readSetting(this.#store, SETTING);
    const hidden = before && before.mark === mark ? before.hidden : await loadHiddenContent(this.#store);
    this.#known = { mark, hidden, readAt };
    const moved = [...hidden.hiddenSpecies.symmetricDifference(before?.hidden.hiddenSpecies ?? NOTHING)];
    if (moved.length > 0) for (const listener of this.#listeners) listener(moved);
    return this.#known;
  }
}

interface CachedModeration {
  /** What was written when it was last moved. */
  readonly mark: string | undefined;
  readonly hidden: HiddenContent;
  readonly readAt: Instant;
}

const NOTHING: ReadonlySet<string> = new Set();

async function loadHiddenContent(store: Db): Promise<HiddenContent> {
  const [hidden, blocked, designs] = await Promise.all([
    allHidden(store),
    allBlocked(store),
    speciesOfBlocked(store),
  ]);
  const texts = new Set(hidden.map(({ writing, subject }) => nameOf(writing, subject)));
  const agents = new Set(blocked);
  return {
    hidesAgent: (agentId) => agents.has(agentId),
    visibleText: (writing, id, text) =>
      texts.size > 0 && texts.has(nameOf(writing === 'item' ? 'note' : writing, id)) ? undefined : text,
    unadoptableSpecies: new Set(designs),
    hiddenSpecies: new Set([
      ...designs,
      ...hidden.flatMap(({ writing, subject }) => (writing === 'species' ? [subject] : [])),
    ]),
  };
}

function nameOf(writing: string, subject: string): string {
  return `${writing} ${subject}`;
}
