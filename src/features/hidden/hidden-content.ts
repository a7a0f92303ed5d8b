import type { Db } from '../../../packages/database/db.ts';
import { lockSetting, readSettings, writeSetting } from '../../../packages/database/settings.ts';
import { type Instant, SECOND } from '../../rules/base/clock.ts';
import { wordsForOthers } from '../../rules/base/text.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { PLACEHOLDERS } from '../../rules/names.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import type { Clock } from '../../outside/clock.ts';
import type { HeardDeed } from '../records/care-log.store.ts';
import type { TalliesHouse } from '../tallies/counting.ts';
import { pagesOfAgents } from './departures.store.ts';
import { allBlocked, allHidden, speciesOfBlocked } from './moderation.store.ts';

export interface HiddenHouse extends TalliesHouse {
  readonly moderation: ModerationCache;
}

/** What is hidden from others: everything of blocked and deleted accounts, and single texts. */
export interface HiddenContent {
  hidesAgent(agentId: string): boolean;
  visibleText(writing: Writing, id: string, text: string): string | undefined;
  readonly hiddenSpecies: ReadonlySet<string>;
  readonly unadoptableSpecies: ReadonlySet<string>;
  /** Changes when something is hidden or shown, which may change any page; most account deletions do not change it. */
  readonly sharedMark: string;
  /** Creatures whose keeper's account was deleted since the shared mark changed: their pages and all lists have changed. */
  readonly departedCreatures: ReadonlySet<string>;
  readonly departedAgents: ReadonlySet<string>;
}

export function readHiddenContent(house: { readonly moderation: ModerationCache }): Promise<HiddenContent> {
  return house.moderation.current();
}

/** Invalidates the moderation caches of all nodes, in the transaction of the change. */
export async function markModerationChanged(
  db: Db,
  mark: string,
  change: 'departure' | 'hidden or shown' = 'hidden or shown',
): Promise<void> {
  if (change === 'departure') {
    // The setting is locked: otherwise a concurrent change of another kind could be taken for an account deletion.
    await lockSetting(db, SETTING);
    await writeSetting(db, DEPARTURE_SETTING, `${mark} ${(await readMarks(db)).sharedMark}`);
  }
  await writeSetting(db, SETTING, mark);
}

const SETTING = 'curtain';
/** The id of the last account deletion and the shared mark then. Nodes of 1.0.0 do not write it: their changes are shared. */
const DEPARTURE_SETTING = 'curtain_departure';
const MAX_AGE = SECOND;

type Marks = Awaited<ReturnType<typeof readMarks>>;

async function readMarks(db: Db) {
  const settings = await readSettings(db, [SETTING, DEPARTURE_SETTING]);
  const mark = settings.get(SETTING) ?? '';
  const [departure, sharedMark = ''] = (settings.get(DEPARTURE_SETTING) ?? '').split(' ');
  return { mark, sharedMark: departure === mark ? sharedMark : mark };
}

/** Caches hidden content. A change at another node is seen within `MAX_AGE`. */
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

  /** The current hidden content. Not within a transaction: it may need a second connection. */
  async current(): Promise<HiddenContent> {
    const cached = this.#cached;
    const now = this.#clock.now();
    if (cached && now >= cached.readAt && now - cached.readAt < MAX_AGE) return cached.hidden;
    const pending = await this.#reading;
    // A pending read of hidden content is shared only if it began recently: an earlier one may miss later changes.
    if (pending && now - pending.readAt < MAX_AGE) return pending.hidden;
    this.#reading ??= this.#read(now).finally(() => (this.#reading = undefined));
    return (await this.#reading).hidden;
  }

  async refresh(): Promise<void> {
    // A pending read of hidden content may have begun before the change.
    await this.#reading;
    this.#cached = this.#cached && { ...this.#cached, readAt: -Infinity };
    await this.current();
  }

  onSpeciesChange(listener: (species: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async #read(readAt: Instant): Promise<CachedModeration> {
    const before = this.#cached;
    // The marks are read before the content: with a mark newer than its content, outdated pages would pass for current.
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

type CachedModeration = Readonly<{ mark: string; hidden: HiddenContent; readAt: Instant }>;

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

/** Most deleted accounts that are remembered; with more, the sets are cleared and the shared mark changes. */
const MAX_DEPARTED = 10_000;

/** Agents newly hidden under an unchanged shared mark have deleted their account. */
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

const textKey = (writing: string, subject: string) => `${writing} ${subject}`;

// Removes hidden texts from what others see, or replaces them by a placeholder where a text is required.

export type KeeperName = Readonly<{ username: string; displayName: string }>;

export function visibleKeeperName(
  hidden: HiddenContent,
  { id, username, displayName }: KeeperName & { readonly id: string },
): KeeperName {
  return { username, displayName: hidden.visibleText('display_name', id, displayName) || username };
}

export function visibleCreatureName(
  hidden: HiddenContent,
  { id, name }: Pick<Creature, 'id' | 'name'>,
): string {
  return hidden.visibleText('creature_name', id, name) ?? PLACEHOLDERS.creature;
}

interface Stone {
  readonly creatureId: string;
  readonly name: string;
  readonly species: string;
  readonly speciesName: string;
}

/** A gravestone without hidden texts; for its own keeper, only the species name is redacted. */
export function redactGravestone<Redacted extends Stone>(
  hidden: HiddenContent,
  stone: Redacted,
  reader?: 'its keeper',
): Redacted {
  const { creatureId: id, name, species, speciesName } = stone;
  return {
    ...stone,
    name: reader === 'its keeper' ? name : visibleCreatureName(hidden, { id, name }),
    speciesName: visibleSpeciesName(hidden, { slug: species, name: speciesName }),
  };
}

export function visibleSpeciesName(
  hidden: HiddenContent,
  { slug, name }: Pick<Species, 'slug' | 'name'>,
): string {
  return hidden.hiddenSpecies.has(slug) ? PLACEHOLDERS.species : wordsForOthers(name) || PLACEHOLDERS.species;
}

export interface RedactedDeed {
  readonly creature: string;
  readonly notes: string | undefined;
}

export function redactDeed(
  hidden: HiddenContent,
  { entryId, creatureId, creature, notes }: HeardDeed,
): RedactedDeed {
  return {
    creature: visibleCreatureName(hidden, { id: creatureId, name: creature }),
    notes: notes === undefined ? undefined : hidden.visibleText('note', entryId, notes),
  };
}

interface Design extends Pick<Species, 'slug' | 'name' | 'personality'> {
  readonly specialMechanic: string | undefined;
}

interface Published extends Design {
  readonly creator: {
    readonly id: string;
    readonly username: string;
    readonly displayName: string;
    readonly avatarUrl: string | undefined;
  };
}

export function redactSpecies<Redacted extends Published>(
  hidden: HiddenContent,
  published: Redacted,
): Redacted {
  const { creator } = published;
  const { id, avatarUrl: url } = creator;
  const { displayName } = visibleKeeperName(hidden, creator);
  const avatarUrl = url === undefined ? undefined : hidden.visibleText('avatar', id, url);
  return { ...redactDesign(hidden, published), creator: { ...creator, displayName, avatarUrl } };
}

/** A species design without hidden texts, which its designer does not see either. */
export function redactDesign<Redacted extends Design>(hidden: HiddenContent, design: Redacted): Redacted {
  if (hidden.hiddenSpecies.has(design.slug)) return { ...design, ...HIDDEN_DESIGN };
  const { personality, specialMechanic } = design;
  return {
    ...design,
    name: visibleSpeciesName(hidden, design),
    personality: wordsForOthers(personality),
    specialMechanic: specialMechanic === undefined ? undefined : wordsForOthers(specialMechanic),
  };
}

const HIDDEN_DESIGN = {
  name: PLACEHOLDERS.species,
  personality: PLACEHOLDERS.personality,
  specialMechanic: undefined,
  imagePrompt: undefined,
  look: undefined,
};

/** What became of an operator's act. */
export type DeedOutcome = 'done' | 'was so already' | 'not found';
