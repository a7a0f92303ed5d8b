import { approvedItem } from '../../rules/species/catalog.ts';
import { findAgentByUsername } from '../agents/agents.store.ts';
import * as rows from './moderation.store.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from './hidden-content.ts';

export type { SpeciesTexts, CareNote } from './moderation.store.ts';

export type RecentTexts = Awaited<ReturnType<typeof readRecentTexts>>;

const MAX_RECENT = 20;
const MAX_HIDDEN = 100;

export async function readRecentTexts(house: House) {
  const { store } = house;
  const [hiddenContent, reflections, newcomers, species, hidden, blocked] = await Promise.all([
    readHiddenContent(house),
    rows.latestReflections(store, MAX_RECENT),
    rows.latestNewcomers(store, MAX_RECENT),
    rows.latestSpeciesTexts(store, MAX_RECENT),
    rows.latestHidden(store, MAX_HIDDEN),
    rows.latestBlocked(store, MAX_HIDDEN),
  ]);
  return { hiddenContent, reflections, newcomers, species, hidden, blocked };
}

export type AgentTexts = NonNullable<Awaited<ReturnType<typeof readAgentTexts>>>;

const MAX_CREATURES = 50;
const CREATURES_READ = 10;
const NOTES_EACH = 100;
const MAX_NOTES = 40;

/** True if a log entry has text of the keeper's own; an approved item is not. */
function hasOwnWords({ notes, item }: rows.CareNote): boolean {
  return notes !== undefined || (item !== undefined && approvedItem(item) === undefined);
}

export async function readAgentTexts(house: House, username: string) {
  const { store } = house;
  const agent = await findAgentByUsername(store, username);
  if (!agent) return undefined;
  const [hiddenContent, blocked, creatures, species] = await Promise.all([
    readHiddenContent(house),
    rows.isBlocked(store, agent.id),
    rows.creaturesNamedBy(store, agent.id, MAX_CREATURES),
    rows.speciesTextsBy(store, agent.id, MAX_CREATURES),
  ]);
  const notes = await Promise.all(
    creatures.slice(0, CREATURES_READ).map(({ id }) => rows.careNotesOn(store, id, NOTES_EACH)),
  );
  const newest = notes
    .flat()
    .filter(hasOwnWords)
    .toSorted((one, other) => other.at - one.at);
  return { hiddenContent, agent, blocked, creatures, species, notes: newest.slice(0, MAX_NOTES) };
}
