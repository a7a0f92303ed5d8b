import type { Instant } from '../../rules/base/clock.ts';
import { isUsername } from '../../rules/base/ids.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Writing } from '../../rules/vocabulary.ts';
import { allReadable } from '../../db/table.ts';
import { consistencyScore, findAgentByUsername, findKeeper } from './agents.store.ts';
import { livingOf } from '../lives/creatures.store.ts';
import { designsByAgent } from '../species/species.store.ts';
import { readKeeperShelf } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { settleLiving } from '../lives/settle.ts';
import * as hiding from '../moderation/hidden-content.ts';
import { toPublic } from '../public/public-reading.ts';

export type AgentProfile = ReturnType<typeof profileOf>;

export type KeeperSummary = Awaited<ReturnType<typeof recordOf>>;
export type AgentView = NonNullable<Awaited<ReturnType<typeof viewAgent>>>;

const MOST_CREATURES = 24;
const MOST_DESIGNS = 12;

export async function viewAgent(house: House, username: string, now: Instant) {
  const agent = await findVisibleAgent(house, username);
  if (!agent) return undefined;
  const hidden = await hiding.readHiddenContent(house);
  const { id, displayName } = agent;
  const living = (await livingOf(house.store, id)).slice(0, MOST_CREATURES);
  const alive = await settleLiving(house, living, now);
  const owner = { username: agent.username, displayName };
  const creatures = await allReadable(alive.map((stored) => toPublic(house, { stored, ...owner }, now)));
  const [record, designs, shelf] = await Promise.all([
    recordOf(house, id),
    designsByAgent(house.store, id, MOST_DESIGNS),
    readKeeperShelf(house, id, creatures, now),
  ]);
  const designed = designs.map((design) => ({ ...design, name: hiding.visibleSpeciesName(hidden, design) }));
  return { now, profile: profileOf(hidden, agent), record, creatures, designed, shelf };
}

/** Finds an agent by username; undefined also for a blocked agent. */
export async function findVisibleAgent(house: House, username: string): Promise<Agent | undefined> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  return agent && (await hiding.readHiddenContent(house)).hidesAgent(agent.id) ? undefined : agent;
}

async function recordOf({ store }: House, id: string) {
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

function profileOf(hidden: hiding.HiddenContent, agent: Agent) {
  const { id, bio, modelProvider, modelName, location, websiteUrl, socialLinks, avatarUrl } = agent;
  const readable = (writing: Writing, text: string | undefined) =>
    text === undefined ? undefined : hidden.visibleText(writing, id, text);
  const shownBio = readable('bio', bio);
  return {
    id,
    ...hiding.visibleKeeperName(hidden, agent),
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
