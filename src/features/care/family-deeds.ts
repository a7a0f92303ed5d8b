import type { Database } from '../../../packages/database/db.ts';
import { type Instant, SECOND } from '../../rules/base/clock.ts';
import { dice } from '../../rules/base/dice.ts';
import type { Action, Family } from '../../rules/vocabulary.ts';
import { readHiddenContent, redactDeed } from '../hidden/hidden-content.ts';
import { type HeardDeed, latestHeard } from '../records/care-log.store.ts';
import type { StoredCreature } from '../records/creatures.store.ts';
import type { SpeciesHouse } from '../species/species-registry.ts';

const REMEMBERED = 40;
// Replies leave out the caller's own acts, so the acts of one busy keeper must not fill the list.
const REMEMBERED_OF_KEEPER = 20;

// Number of log entries read at start, and on later reads for acts at other nodes.
const LOOKED_THROUGH = { first: 10_000, again: 1000 };
const FRESH_MS = SECOND;

type DeedStore = Pick<Database, 'all' | 'one' | 'run' | 'runEach' | 'shared'>;

/** A cache of recent acts of care by family and action. This node adds its own; those of other nodes are read from the log. */
export class FamilyDeeds {
  readonly #store: DeedStore;
  readonly #kinds = new Map<string, HeardDeed[]>();
  #readAt: Instant | undefined;
  #reading: Promise<void> | undefined;

  constructor(store: DeedStore) {
    this.#store = store;
  }

  /** Adds an act of care; to be called after its commit. */
  add(deed: HeardDeed): void {
    const kind = kindOf(deed);
    const known = this.#kinds.get(kind) ?? [];
    if (known.some(({ entryId }) => entryId === deed.entryId)) return;
    const place = known.findIndex(({ at }) => at <= deed.at);
    known.splice(place === -1 ? known.length : place, 0, deed);
    const byKeeper = known.filter(({ keeperId }) => keeperId === deed.keeperId);
    const surplus = byKeeper.length > REMEMBERED_OF_KEEPER ? byKeeper.at(-1) : known[REMEMBERED];
    if (surplus) known.splice(known.indexOf(surplus), 1);
    this.#kinds.set(kind, known);
  }

  /** Recent acts by family and action, newest first. Not for use within a transaction: it may wait for another connection. */
  async ofKind(family: Family, action: Action, now: Instant): Promise<readonly HeardDeed[]> {
    if (!this.#isFresh(now)) await (this.#reading ??= this.#read(now));
    return this.#kinds.get(kindOf({ family, action })) ?? [];
  }

  #isFresh(now: Instant): boolean {
    if (this.#readAt === undefined) return false;
    // The cache is complete if no other process writes to the database.
    return !this.#store.shared || Math.abs(now - this.#readAt) < FRESH_MS;
  }

  async #read(now: Instant): Promise<void> {
    try {
      const depth = this.#readAt === undefined ? LOOKED_THROUGH.first : LOOKED_THROUGH.again;
      const heard = await latestHeard(this.#store, depth, REMEMBERED, REMEMBERED_OF_KEEPER);
      for (const deed of heard.toReversed()) this.add(deed);
      this.#readAt = now;
    } finally {
      this.#reading = undefined;
    }
  }
}

function kindOf({ family, action }: Pick<HeardDeed, 'family' | 'action'>): string {
  return `${family} ${action}`;
}

export interface FamilyDeed extends Pick<
  HeardDeed,
  'agent' | 'creature' | 'species' | 'action' | 'at' | 'notes'
> {
  readonly speciesName: string;
  readonly community: boolean;
}

const FEWEST_TOLD = 2;
const MOST_TOLD = 5;

interface DeedsHouse extends Pick<SpeciesHouse, 'moderation' | 'species'> {
  readonly deeds: FamilyDeeds;
}

/** Acts of other agents for the same family; their number is drawn from the creature's seed and version. */
export async function deedsToTell(
  house: DeedsHouse,
  stored: StoredCreature,
  action: Action,
  now: Instant,
): Promise<FamilyDeed[]> {
  const { creature, family, version } = stored;
  const roll = dice(creature.seed, 'others', version);
  const most = FEWEST_TOLD + Math.floor(roll * (MOST_TOLD - FEWEST_TOLD + 1));
  const deeds = await house.deeds.ofKind(family, action, now);
  const hidden = await readHiddenContent(house);
  const told: FamilyDeed[] = [];
  for (const deed of deeds) {
    if (told.length === most) break;
    if (deed.keeperId === creature.keeperId || hidden.hidesAgent(deed.keeperId)) continue;
    const found = house.species.find(deed.species);
    // Built-in species are returned without a promise, which saves an await.
    const kind = found instanceof Promise ? await found : found;
    if (!kind) continue;
    const { name, tier } = kind;
    const { agent, species, at } = deed;
    const { creature: cared, notes } = redactDeed(hidden, deed);
    const community = tier === 'community';
    told.push({ agent, creature: cared, species, speciesName: name, community, action, at, notes });
  }
  return told;
}
