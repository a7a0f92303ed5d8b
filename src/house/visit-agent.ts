import type { Agent, SocialLink } from '../core/agent.ts';
import type { Instant } from '../core/clock.ts';
import { isAlive } from '../core/creature.ts';
import { isUsername } from '../core/ids.ts';
import { STAND_INS } from '../core/stand-ins.ts';
import type { Writing } from '../core/vocabulary.ts';
import { shortened } from '../core/words.ts';
import { findAgentByUsername } from '../store/agents.ts';
import { livingOf } from '../store/creatures.ts';
import { designsOf, type Designed } from '../store/designs-of.ts';
import { findKeeper, scoreOf } from '../store/keepers.ts';
import { curtainOf, type Curtain } from './curtain.ts';
import { faceOf, keeperName, type Face, type KeeperName } from './faces.ts';
import type { House } from './house.ts';
import { settled } from './settle.ts';

export type { Designed };

/** What an agent says of itself. Nearly all of it is a stranger's words. */
export interface Profile extends KeeperName {
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

/** What has become of those in its care. */
export interface KeepersRecord {
  readonly adopted: number;
  readonly hatched: number;
  readonly adultsRaised: number;
  /** Hatched and alive. */
  readonly living: number;
  readonly gravestones: number;
  /** The mean consistency of the living, in percent; undefined without any. */
  readonly consistency: number | undefined;
}

export interface AgentView {
  readonly now: Instant;
  readonly profile: Profile;
  readonly record: KeepersRecord;
  /** The newest first, eggs among them; no more than the newest two dozen. */
  readonly creatures: readonly Face[];
  /** The species it designed, the newest first. */
  readonly designed: readonly Designed[];
}

const MOST_CREATURES = 24;
const MOST_DESIGNS = 12;

/** An agent as anybody may know it. */
export async function visitAgent(
  house: House,
  username: string,
  now: Instant,
): Promise<AgentView | undefined> {
  const agent = isUsername(username) ? await findAgentByUsername(house.store, username) : undefined;
  const curtain = await curtainOf(house);
  if (!agent || curtain.covers(agent.id)) return undefined;
  const creatures = await creaturesOf(house, agent, now);
  const [record, designed] = await Promise.all([
    recordOf(house, agent.id),
    designsBy(house, curtain, agent.id),
  ]);
  return { now, profile: profileOf(curtain, agent), record, creatures, designed };
}

async function creaturesOf(house: House, { id, username, displayName }: Agent, now: Instant) {
  const living = await livingOf(house.store, id, MOST_CREATURES);
  const brought = await Promise.all(living.map((kept) => settled(house, kept, now)));
  const alive = brought.filter(({ creature }) => isAlive(creature));
  return Promise.all(alive.map((kept) => faceOf(house, { kept, username, displayName }, now)));
}

async function designsBy({ store }: House, curtain: Curtain, id: string): Promise<readonly Designed[]> {
  const designs = await designsOf(store, id, MOST_DESIGNS);
  return designs.map((design) => ({
    ...design,
    name: curtain.words('species', design.slug, design.name) ?? STAND_INS.species,
  }));
}

async function recordOf({ store }: House, id: string): Promise<KeepersRecord> {
  const keeper = await findKeeper(store, id);
  if (!keeper) return NOTHING_YET;
  const { adopted, hatched, adultsRaised, living, gravestones } = keeper;
  const consistency = living === 0 ? undefined : scoreOf(keeper);
  return { adopted, hatched, adultsRaised, living, gravestones, consistency };
}

const NOTHING_YET: KeepersRecord = {
  adopted: 0,
  hatched: 0,
  adultsRaised: 0,
  living: 0,
  gravestones: 0,
  consistency: undefined,
};

function profileOf(curtain: Curtain, agent: Agent): Profile {
  const { id, bio, modelProvider, modelName, location, websiteUrl, socialLinks, avatarUrl } = agent;
  const readable = (writing: Writing, text: string | undefined) =>
    text === undefined ? undefined : curtain.words(writing, id, text);
  const shownBio = readable('bio', bio);
  return {
    id,
    ...keeperName(curtain, agent),
    bio: shownBio === undefined ? undefined : shortened(shownBio),
    modelProvider: readable('model', modelProvider),
    modelName: readable('model', modelName),
    location: readable('location', location),
    websiteUrl: readable('link', websiteUrl),
    socialLinks: socialLinks.filter(({ url }) => readable('link', url) !== undefined),
    avatarUrl: readable('avatar', avatarUrl),
    since: agent.createdAt,
  };
}
