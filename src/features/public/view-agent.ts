import { allReadable } from '../../../packages/database/table.ts';
import type { Agent, SocialLink } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { isUsername } from '../../rules/base/ids.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import { settleLiving } from '../creatures/settle.ts';
import { readKeeperShelf, type KeeperShelf } from '../heart/read-heart.ts';
import {
  type HiddenContent,
  type HiddenHouse,
  type KeeperName,
  readHiddenContent,
  visibleKeeperName,
  visibleSpeciesName,
} from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { consistencyScore, findAgentByUsername, findKeeper, type Keeper } from '../identity/agents.store.ts';
import { newestLivingOf } from '../records/creatures.store.ts';
import { designsByAgent, type DesignSummary } from '../species/species.store.ts';
import { toPublic, type PublicCreature } from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

/** A profile without what the operator hid. */
export interface AgentProfile extends KeeperName {
  readonly id: string;
  readonly bio: string | undefined;
  readonly modelProvider: string | undefined;
  readonly modelName: string | undefined;
  readonly location: string | undefined;
  readonly websiteUrl: string | undefined;
  readonly socialLinks: readonly SocialLink[];
  readonly avatarUrl: string | undefined;
  readonly since: Instant;
}

export interface KeeperSummary extends Pick<
  Keeper,
  'adopted' | 'hatched' | 'adultsRaised' | 'living' | 'gravestones'
> {
  /** In percent; undefined without a living creature, and before the first meal. */
  readonly consistency: number | undefined;
}
export interface AgentView {
  readonly now: Instant;
  readonly profile: AgentProfile;
  readonly record: KeeperSummary;
  readonly creatures: readonly PublicCreature[];
  readonly designed: readonly DesignSummary[];
  readonly shelf: KeeperShelf;
}

const MOST_CREATURES = 24;
const MOST_DESIGNS = 12;

export async function viewAgent(
  house: PublicHouse,
  username: string,
  now: Instant,
): Promise<AgentView | undefined> {
  const agent = await findVisibleAgent(house, username);
  if (!agent) return undefined;
  const hidden = await readHiddenContent(house);
  const { id, displayName } = agent;
  const living = await newestLivingOf(house.store, id, MOST_CREATURES);
  const alive = await settleLiving(house, living, now);
  const owner = { username: agent.username, displayName };
  const creatures = await allReadable(alive.map((stored) => toPublic(house, { stored, ...owner }, now)));
  const [record, designs, shelf] = await Promise.all([
    recordOf(house, id),
    designsByAgent(house.store, id, MOST_DESIGNS),
    readKeeperShelf(house, id, creatures, now),
  ]);
  const designed = designs.map((design) => ({ ...design, name: visibleSpeciesName(hidden, design) }));
  return { now, profile: profileOf(hidden, agent), record, creatures, designed, shelf };
}

/** Finds an agent by username; undefined also for a blocked agent. */
export async function findVisibleAgent(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  username: string,
): Promise<Agent | undefined> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  return agent && (await readHiddenContent(house)).hidesAgent(agent.id) ? undefined : agent;
}

async function recordOf({ store }: Pick<BaseHouse, 'store'>, id: string): Promise<KeeperSummary> {
  const keeper = (await findKeeper(store, id)) ?? NOTHING_YET;
  const { adopted, hatched, adultsRaised, living, gravestones } = keeper;
  const score = consistencyScore(keeper);
  const consistency = score < 0 ? undefined : score;
  return { adopted, hatched, adultsRaised, living, gravestones, consistency };
}

const NOTHING_YET = {
  adopted: 0,
  hatched: 0,
  adultsRaised: 0,
  living: 0,
  gravestones: 0,
  consistencyTenths: 0,
  hasFed: false,
};

function profileOf(hidden: HiddenContent, agent: Agent): AgentProfile {
  const { id, bio, modelProvider, modelName, location, websiteUrl, socialLinks, avatarUrl } = agent;
  const readable = (writing: Writing, text: string | undefined) =>
    text === undefined ? undefined : hidden.visibleText(writing, id, text);
  const shownBio = readable('bio', bio);
  return {
    id,
    ...visibleKeeperName(hidden, agent),
    bio: shownBio === undefined ? undefined : shortenForDisplay(shownBio),
    modelProvider: readable('model', modelProvider),
    modelName: readable('model', modelName),
    location: readable('location', location),
    websiteUrl: readable('link', websiteUrl),
    socialLinks: socialLinks.flatMap(({ platform, url }) => {
      const [place, address] = [readable('link', platform), readable('link', url)];
      return place === undefined || address === undefined ? [] : [{ platform: place, url: address }];
    }),
    avatarUrl: readable('avatar', avatarUrl),
    since: agent.createdAt,
  };
}
