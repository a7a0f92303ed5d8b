import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { wordsForOthers } from '../../rules/base/text.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Db } from '../../db/db.ts';
import { lockSetting, readSettings, writeSetting } from '../../db/settings.ts';
import { pagesOfAgents } from '../agents/departures.store.ts';
import { allBlocked, allHidden, speciesOfBlocked } from './moderation.store.ts';

/** What is hidden from others: everything of blocked and departed agents, and single texts. */
export interface HiddenContent {
  hidesAgent(agentId: string): boolean;
  /** The text as others may read it; undefined if it is hidden. */
  visibleText(writing: Writing, id: string, text: string): string | undefined;
  /** Species whose texts are hidden, including those of blocked agents. */
  readonly hiddenSpecies: ReadonlySet<string>;
  /** Species of blocked agents. */
  readonly unadoptableSpecies: ReadonlySet<string>;
  /** Changes when something is hidden or shown, which may change any page; most departures do not change it. */
  readonly sharedMark: string;
  /** Creatures whose keeper departed since the shared mark changed: their pages and all lists have changed. */
  readonly departedCreatures: ReadonlySet<string>;
  /** Usernames of agents that departed since the shared mark changed. */
  readonly departedAgents: ReadonlySet<string>;
}

/** Every public text of the API and the pages is checked against this. */
export function readHiddenContent(house: { readonly moderation: ModerationCache }): Promise<HiddenContent> {
  return house.moderation.current();
}

/** Invalidates the caches of all nodes, in the transaction of the change. */
export async function markModerationChanged(
  db: Db,
  mark: string,
  change: 'departure' | 'hidden or shown' = 'hidden or shown',
): Promise<void> {
  if (change === 'departure') {
    // Locked: a concurrent change of another kind would pass for a departure.
    await lockSetting(db, SETTING);
    await writeSetting(db, DEPARTURE_SETTING, `${mark} ${(await readMarks(db)).sharedMark}`);
  }
  await writeSetting(db, SETTING, mark);
}

/** The mark of the last change. */
const SETTING = 'curtain';
/** The mark of the last departure and the shared mark at that time. Nodes of 1.0.0 do not write it: their changes count as shared. */
const DEPARTURE_SETTING = 'curtain_departure';
const MAX_AGE = SECOND;

type Marks = Awaited<ReturnType<typeof readMarks>>;

async function readMarks(db: Db) {
  const settings = await readSettings(db, [SETTING, DEPARTURE_SETTING]);
  const mark = settings.get(SETTING) ?? '';
  const [departure, sharedMark = ''] = (settings.get(DEPARTURE_SETTING) ?? '').split(' ');
  return { mark, sharedMark: departure === mark ? sharedMark : mark };
}

/** Caches hidden content. A change through another node is seen within `MAX_AGE`. */
export class ModerationCache {
  readonly #store: Db;
  readonly #clock: Clock;
  readonly #listeners: ((species: readonly string[]) => void)[] = [];
  #cached: CachedModeration | undefined;
  #reading: Promise<CachedModeration> | undefined;

  constructor(store: Db, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Not within a transaction: it may need a second connection. */
  async current(): Promise<HiddenContent> {
    const cached = this.#cached;
    const now = this.#clock.now();
    if (cached && now >= cached.readAt && now - cached.readAt < MAX_AGE) return cached.hidden;
    const pending = await this.#reading;
    // A read that began earlier may miss later changes.
    if (pending && now - pending.readAt < MAX_AGE) return pending.hidden;
    this.#reading ??= this.#read(now).finally(() => (this.#reading = undefined));
    return (await this.#reading).hidden;
  }

  async refresh(): Promise<void> {
    // A pending read may have begun before the change.
    await this.#reading;
    this.#cached = this.#cached && { ...this.#cached, readAt: -Infinity };
    await this.current();
  }

  /** Called with species whose texts were hidden or shown. */
  onSpeciesChange(listener: (species: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async #read(readAt: Instant): Promise<CachedModeration> {
    const before = this.#cached;
    // Before the content: with a mark newer than its content, outdated pages would pass for current.
    const marks = await readMarks(this.#store);
    const { mark } = marks;
    const hidden =
      before?.mark === mark ? before.hidden : await loadHiddenContent(this.#store, marks, before?.hidden);
    this.#cached = { mark, hidden, readAt };
    const changed = [...hidden.hiddenSpecies.symmetricDifference(before?.hidden.hiddenSpecies ?? NOTHING)];
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed);
    return this.#cached;
  }
}

interface CachedModeration {
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

/** With more, the sets are cleared and the shared mark changes. */
const MAX_DEPARTED = 10_000;

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
  const { creatureIds, usernames } = await pagesOfAgents(store, gone, MAX_DEPARTED);
  const departedCreatures = before.departedCreatures.union(new Set(creatureIds));
  const departedAgents = before.departedAgents.union(new Set(usernames));
  if (departedCreatures.size + departedAgents.size > MAX_DEPARTED) return { sharedMark: mark, ...nobody };
  return { sharedMark, departedCreatures, departedAgents };
}

function textKey(writing: string, subject: string): string {
  return `${writing} ${subject}`;
}
