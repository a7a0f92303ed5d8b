import { SECOND, type Instant } from '../../core/engine/clock.ts';
import { wordsForOthers } from '../../core/engine/text.ts';
import type { Writing } from '../../core/vocabulary.ts';
import type { Clock } from '../../outside/engine/clock.ts';
import type { Db } from '../../store/engine/db.ts';
import { readSetting, writeSetting } from '../../store/engine/settings.ts';
import { allBlocked, allHidden, speciesOfBlocked } from '../../store/moderation/moderation.ts';

/** What the operator has hidden from others: agents, and texts by whose or which thing's they are. */
export interface HiddenContent {
  /** Is everything of this agent hidden? */
  hidesAgent(agentId: string): boolean;
  /** The text as others may read it, unless it is hidden. */
  visibleText(writing: Writing, id: string, text: string): string | undefined;
  /** Species whose words are hidden, those of blocked agents among them. */
  readonly hiddenSpecies: ReadonlySet<string>;
  /** Those of blocked agents, which nobody can adopt any more. */
  readonly unadoptableSpecies: ReadonlySet<string>;
}

/** What is hidden now. Whatever the API and the pages tell of others goes through this. */
export function readHiddenContent(house: { readonly moderation: ModerationCache }): Promise<HiddenContent> {
  return house.moderation.current();
}

/** Tells every node that something else is hidden from now on, in the transaction that makes it so. */
export async function markModerationChanged(db: Db, mark: string): Promise<void> {
  await writeSetting(db, SETTING, mark);
}

const SETTING = 'curtain';
const TRUSTED_FOR = SECOND;

/** Hidden content in memory: it changes seldom and is asked for all the time. Other nodes follow within a second. */
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
    const begun = await this.#reading;
    // What began long before may not know what was hidden since.
    if (begun && now - begun.readAt < TRUSTED_FOR) return begun.hidden;
    this.#reading ??= this.#read(now).finally(() => (this.#reading = undefined));
    return (await this.#reading).hidden;
  }

  /** Reads again, whatever is known. */
  async refresh(): Promise<void> {
    // A reading that is under way may have begun before.
    await this.#reading;
    this.#known = this.#known && { ...this.#known, readAt: -Infinity };
    await this.current();
  }

  /** Tells of species whose words were hidden or shown again. */
  onSpeciesChange(listener: (species: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async #read(readAt: Instant): Promise<CachedModeration> {
    const before = this.#known;
    const mark = await readSetting(this.#store, SETTING);
    const hidden = before && before.mark === mark ? before.hidden : await loadHiddenContent(this.#store);
    this.#known = { mark, hidden, readAt };
    const changed = [...hidden.hiddenSpecies.symmetricDifference(before?.hidden.hiddenSpecies ?? NOTHING)];
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
    return this.#known;
  }
}

interface CachedModeration {
  /** Another one whenever something was hidden or shown. */
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
  const texts = new Set(hidden.map(({ writing, subject }) => textKey(writing, subject)));
  const agents = new Set(blocked);
  return {
    hidesAgent: (agentId) => agents.has(agentId),
    visibleText: (writing, id, text) =>
      texts.size > 0 && texts.has(textKey(writing, id)) ? undefined : wordsForOthers(text),
    unadoptableSpecies: new Set(designs),
    hiddenSpecies: new Set([
      ...designs,
      ...hidden.flatMap(({ writing, subject }) => (writing === 'species' ? [subject] : [])),
    ]),
  };
}

function textKey(writing: string, subject: string): string {
  return `${writing} ${subject}`;
}
