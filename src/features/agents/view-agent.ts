import type { Instant } from '../../rules/base/clock.ts';
import { isUsername } from '../../rules/base/ids.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import type { Agent } from '../../rules/agents.ts';
import { isAlive } from '../../rules/lives/creature.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import { findAgentByUsername } from './agents.store.ts';
import { findKeeper, consistencyScore, type Keeper } from './keepers.store.ts';
import { livingOf } from '../lives/creatures.store.ts';
import { designsByAgent, type DesignSummary } from '../species/species.store.ts';
import { readKeeperShelf, type KeeperShelf } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { settle } from '../lives/settle.ts';
import { readHiddenContent, type HiddenContent } from '../moderation/hidden-content.ts';
import { visibleKeeperName, visibleSpeciesName } from '../moderation/redact.ts';
import { toPublic, type PublicCreature } from '../public/public-creature.ts';

/** What an agent says of itself. Nearly all of it is a stranger's words. */
export type AgentProfile = ReturnType<typeof profileOf>;

/** What has become of those in its care. */
export interface KeeperSummary extends Pick<
  Keeper,
  'adopted' | 'hatched' | 'adultsRaised' | 'living' | 'gravestones'
> {
  /** The mean consistency of the living, in percent; undefined without any, and before the first meal. */
  readonly consistency: number | undefined;
}

export interface AgentView {
  readonly now: Instant;
  readonly profile: AgentProfile;
  readonly record: KeeperSummary;
  /** The newest first, eggs among them; no more than the newest two dozen. */
  readonly creatures: readonly PublicCreature[];
  /** The species it designed, the newest first. */
  readonly designed: readonly DesignSummary[];
  readonly shelf: KeeperShelf;
}

const MOST_CREATURES = 24;
const MOST_DESIGNS = 12;

/** An agent as anybody may know it. */
export async function viewAgent(
  house: House,
  username: string,
  now: Instant,
): Promise<AgentView | undefined> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  const hidden = await readHiddenContent(house);
  if (!agent || hidden.hidesAgent(agent.id)) return undefined;
  const creatures = await creaturesOf(house, agent, now);
  const [record, designed, shelf] = await Promise.all([
    recordOf(house, agent.id),
    designsBy(house, hidden, agent.id),
    readKeeperShelf(house, agent.id, creatures, now),
  ]);
  return { now, profile: profileOf(hidden, agent), record, creatures, designed, shelf };
}

/** Is there an agent of that name whom others may see? */
export async function isKnownKeeper(house: House, username: string): Promise<boolean> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  return agent !== undefined && !(await readHiddenContent(house)).hidesAgent(agent.id);
}

async function creaturesOf(house: House, { id, username, displayName }: Agent, now: Instant) {
  const living = (await livingOf(house.store, id)).slice(0, MOST_CREATURES);
  const settled = await Promise.all(living.map((stored) => settle(house, stored, now)));
  const alive = settled.filter(({ creature }) => isAlive(creature));
  return Promise.all(alive.map((stored) => toPublic(house, { stored, username, displayName }, now)));
}

async function designsBy(
  { store }: House,
  hidden: HiddenContent,
  id: string,
): Promise<readonly DesignSummary[]> {
  const designs = await designsByAgent(store, id, MOST_DESIGNS);
  return designs.map((design) => ({
    ...design,
    name: visibleSpeciesName(hidden, design),
  }));
}

async function recordOf({ store }: House, id: string): Promise<KeeperSummary> {
  const keeper = await findKeeper(store, id);
  if (!keeper) return NOTHING_YET;
  const { adopted, hatched, adultsRaised, living, gravestones } = keeper;
  const score = consistencyScore(keeper);
  const consistency = score < 0 ? undefined : score;
  return { adopted, hatched, adultsRaised, living, gravestones, consistency };
}

const NOTHING_YET: KeeperSummary = {
  adopted: 0,
  hatched: 0,
  adultsRaised: 0,
  living: 0,
  gravestones: 0,
  consistency: undefined,
};

function profileOf(hidden: HiddenContent, agent: Agent) {
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
