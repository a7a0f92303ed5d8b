import { approvedItem } from '../../rules/species/catalog.ts';
import { findAgentByUsername } from '../agents/agents.store.ts';
import {
  type CareNote,
  careNotesOn,
  creaturesNamedBy,
  latestNewcomers,
  latestReflections,
  latestSpeciesTexts,
  type SpeciesTexts,
  speciesTextsBy,
} from './writings.store.ts';
import { isBlocked, latestBlocked, latestHidden } from './moderation.store.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from './hidden-content.ts';

export type { SpeciesTexts, CareNote };

/** What strangers wrote lately, and what was taken out of sight; `hiddenContent` tells what of it is hidden. */
export type RecentTexts = Awaited<ReturnType<typeof readRecentTexts>>;

const MOST = 20;
const MOST_HIDDEN = 100;

export async function readRecentTexts(house: House) {
  const { store } = house;
  const [hiddenContent, reflections, newcomers, species, hidden, blocked] = await Promise.all([
    readHiddenContent(house),
    latestReflections(store, MOST),
    latestNewcomers(store, MOST),
    latestSpeciesTexts(store, MOST),
    latestHidden(store, MOST_HIDDEN),
    latestBlocked(store, MOST_HIDDEN),
  ]);
  return { hiddenContent, reflections, newcomers, species, hidden, blocked };
}

/** Everything one agent has written where others could read it. */
export type AgentTexts = NonNullable<Awaited<ReturnType<typeof readAgentTexts>>>;

const MOST_CREATURES = 50;
const CREATURES_READ = 10;
const NOTES_EACH = 100;
const MOST_NOTES = 40;

/** What things are called that the house knows by name is nobody's own word. */
function hasOwnWords({ notes, item }: CareNote): boolean {
  return notes !== undefined || (item !== undefined && approvedItem(item) === undefined);
}

export async function readAgentTexts(house: House, username: string) {
  const { store } = house;
  const agent = await findAgentByUsername(store, username);
  if (!agent) return undefined;
  const [hiddenContent, blocked, creatures, species] = await Promise.all([
    readHiddenContent(house),
    isBlocked(store, agent.id),
    creaturesNamedBy(store, agent.id, MOST_CREATURES),
    speciesTextsBy(store, agent.id, MOST_CREATURES),
  ]);
  const notes = await Promise.all(
    creatures.slice(0, CREATURES_READ).map(({ id }) => careNotesOn(store, id, NOTES_EACH)),
  );
  const newest = notes
    .flat()
    .filter(hasOwnWords)
    .toSorted((one, other) => other.at - one.at);
  return { hiddenContent, agent, blocked, creatures, species, notes: newest.slice(0, MOST_NOTES) };
}
