import { SECOND, type Instant } from '../../rules/base/clock.ts';
import { dice } from '../../rules/base/dice.ts';
import type { Action, Family } from '../../rules/vocabulary.ts';
import { latestHeard, type HeardDeed } from './deeds.store.ts';
import type { Database } from '../../db/db.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactDeed } from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';

/** Of each kind so many are remembered; however busy one keeper has been, others are looked for among no more. */
const REMEMBERED = 40;

// What the house remembers when it opens, and what it may have missed of other nodes since it last looked.
const LOOKED_THROUGH = { first: 10_000, again: 1000 };
const TRUSTED_FOR = SECOND;

type DeedStore = Pick<Database, 'all' | 'one' | 'run' | 'runEach' | 'shared'>;

/** What agents did lately, by family and action: told by those who do it here, and read from what other nodes write. */
export class FamilyDeeds {
  readonly #store: DeedStore;
  readonly #kinds = new Map<string, HeardDeed[]>();
  #readAt: Instant | undefined;
  #reading: Promise<void> | undefined;

  constructor(store: DeedStore) {
    this.#store = store;
  }

  /** Remembers what was committed. */
  add(deed: HeardDeed): void {
    const kind = kindOf(deed);
    const known = this.#kinds.get(kind) ?? [];
    if (known.some(({ entryId }) => entryId === deed.entryId)) return;
    const place = known.findIndex(({ at }) => at <= deed.at);
    known.splice(place === -1 ? known.length : place, 0, deed);
    if (known.length > REMEMBERED) known.pop();
    this.#kinds.set(kind, known);
  }

  /** What was done, the newest first. Not for use within a transaction: it may have to wait for another connection. */
  async ofKind(family: Family, action: Action, now: Instant): Promise<readonly HeardDeed[]> {
    if (!this.#isFresh(now)) await (this.#reading ??= this.#read(now));
    return this.#kinds.get(kindOf({ family, action })) ?? [];
  }

  /** Where no other process writes, nothing happens that is not told. */
  #isFresh(now: Instant): boolean {
    if (this.#readAt === undefined) return false;
    return !this.#store.shared || Math.abs(now - this.#readAt) < TRUSTED_FOR;
  }

  async #read(now: Instant): Promise<void> {
    try {
      const depth = this.#readAt === undefined ? LOOKED_THROUGH.first : LOOKED_THROUGH.again;
      const heard = await latestHeard(this.#store, depth, REMEMBERED);
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

/** What another agent did for a creature of the same family. */
export interface FamilyDeed extends Pick<
  HeardDeed,
  'agent' | 'creature' | 'species' | 'action' | 'at' | 'notes'
> {
  readonly speciesName: string;
  readonly community: boolean;
}

const FEWEST_TOLD = 2;
const MOST_TOLD = 5;

/** What others did for one of this family, as many as the dice say for this creature and its next act. */
export async function deedsToTell(
  house: House,
  { creature, family, version }: StoredCreature,
  action: Action,
  now: Instant,
): Promise<readonly FamilyDeed[]> {
  const roll = dice(creature.seed, 'others', version);
  const most = FEWEST_TOLD + Math.floor(roll * (MOST_TOLD - FEWEST_TOLD + 1));
  const deeds = await house.deeds.ofKind(family, action, now);
  const hidden = await readHiddenContent(house);
  const told: FamilyDeed[] = [];
  for (const deed of deeds) {
    if (told.length === most) break;
    if (deed.keeperId === creature.keeperId || hidden.hidesAgent(deed.keeperId)) continue;
    const found = speciesOf(house, deed.species);
    // Most are at hand, and waiting for one that is costs more than telling of it.
    const { name, tier } = found instanceof Promise ? await found : found;
    const { agent, species, at } = deed;
    const { creature: cared, notes } = redactDeed(hidden, deed);
    const community = tier === 'community';
    told.push({ agent, creature: cared, species, speciesName: name, community, action, at, notes });
  }
  return told;
}
