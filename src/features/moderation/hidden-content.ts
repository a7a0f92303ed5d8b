import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { wordsForOthers } from '../../rules/base/text.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Db } from '../../db/db.ts';
import { lockSetting, readSettings, writeSetting } from '../../db/settings.ts';
import { pagesOfAgents } from '../agents/departures.store.ts';
import { allBlocked, allHidden, speciesOfBlocked } from './moderation.store.ts';

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
  /** Another one whenever something was hidden or shown, by which any page may have changed; not for most departures. */
  readonly sharedMark: string;
  /** Creatures whose keeper has departed since the shared mark changed: their pages and lists have changed. */
  readonly departedCreatures: ReadonlySet<string>;
  /** Usernames of agents that departed since the shared mark changed. */
  readonly departedAgents: ReadonlySet<string>;
}

/** What is hidden now. Whatever the API and the pages tell of others goes through this. */
export function readHiddenContent(house: { readonly moderation: ModerationCache }): Promise<HiddenContent> {
  return house.moderation.current();
}

/** Tells every node that something else is hidden from now on, in the transaction that makes it so. */
export async function markModerationChanged(
  db: Db,
  mark: string,
  change: 'departure' | 'hidden or shown' = 'hidden or shown',
): Promise<void> {
  if (change === 'departure') {
    // Locked: a change that commits meanwhile would be taken for a departure.
    await lockSetting(db, SETTING);
    await writeSetting(db, DEPARTURE_SETTING, `${mark} ${(await readMarks(db)).sharedMark}`);
  }
  await writeSetting(db, SETTING, mark);
}

/** The mark of the last change. */
const SETTING = 'curtain';
/** The mark of a departure, and the shared mark then. Nodes of 1.0.0 write none: what they change is taken for shared. */
const DEPARTURE_SETTING = 'curtain_departure';
const TRUSTED_FOR = SECOND;

interface Marks extends Pick<HiddenContent, 'sharedMark'> {
  readonly mark: string;
}

async function readMarks(db: Db): Promise<Marks> {
  const settings = await readSettings(db, [SETTING, DEPARTURE_SETTING]);
  const mark = settings.get(SETTING) ?? '';
  const [departure, sharedMark = ''] = (settings.get(DEPARTURE_SETTING) ?? '').split(' ');
  return { mark, sharedMark: departure === mark ? sharedMark : mark };
}

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
    // Before the content: a mark that is newer than the content would have pages without the change pass for new ones.
    const marks = await readMarks(this.#store);
    const { mark } = marks;
    const hidden =
      before?.mark === mark ? before.hidden : await loadHiddenContent(this.#store, marks, before?.hidden);
    this.#known = { mark, hidden, readAt };
    const changed = [...hidden.hiddenSpecies.symmetricDifference(before?.hidden.hiddenSpecies ?? NOTHING)];
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
    return this.#known;
  }
}

interface CachedModeration {
  /** Another one whenever something was hidden or shown. */
  readonly mark: string;
  readonly hidden: HiddenContent;
  readonly readAt: Instant;
}

const NOTHING: ReadonlySet<string> = new Set();

async function loadHiddenContent(
  store: Db,
  marks: Marks,
  before: HiddenContent | undefined,
): Promise<HiddenContent> {
  const [hidden, blocked, designs] = await Promise.all([
    allHidden(store),
    allBlocked(store),
    speciesOfBlocked(store),
  ]);
  const departures = await readDepartures(store, marks, blocked, before);
  const texts = new Set(hidden.map(({ writing, subject }) => textKey(writing, subject)));
  const agents = new Set(blocked);
  return {
    ...departures,
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

/** More departed agents and creatures than this count as a change of any page, and are forgotten. */
const MOST_DEPARTED = 10_000;

/** Agents newly hidden under an unchanged shared mark have departed. */
async function readDepartures(
  store: Db,
  { mark, sharedMark }: Marks,
  blocked: readonly string[],
  before: HiddenContent | undefined,
): Promise<Pick<HiddenContent, 'sharedMark' | 'departedCreatures' | 'departedAgents'>> {
  const nobody = { departedCreatures: NOTHING, departedAgents: NOTHING };
  if (!before || before.sharedMark !== sharedMark) return { sharedMark, ...nobody };
  const gone = blocked.filter((id) => !before.hidesAgent(id));
  const { creatureIds, usernames } = await pagesOfAgents(store, gone, MOST_DEPARTED);
  const departedCreatures = before.departedCreatures.union(new Set(creatureIds));
  const departedAgents = before.departedAgents.union(new Set(usernames));
  if (departedCreatures.size + departedAgents.size > MOST_DEPARTED) return { sharedMark: mark, ...nobody };
  return { sharedMark, departedCreatures, departedAgents };
}

function textKey(writing: string, subject: string): string {
  return `${writing} ${subject}`;
}
