import { createHash } from 'node:crypto';

import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { approvedItem } from '../../rules/species/catalog.ts';
import { type HiddenContent, type HiddenHouse, readHiddenContent } from '../hidden/hidden-content.ts';
import {
  type CareNote,
  careNotesOn,
  creaturesNamedBy,
  type HiddenTextEntry,
  isBlocked,
  latestBlocked,
  latestHidden,
  latestNewcomers,
  latestReflections,
  latestSpeciesTexts,
  type NewcomerTexts,
  type NamedCreature,
  reviewsOf,
  type SpeciesTexts,
  speciesTextsBy,
} from '../hidden/moderation.store.ts';
import type { BaseHouse } from '../house.ts';
import { findAgentByUsername } from '../identity/agents.store.ts';

export type { SpeciesTexts, CareNote } from '../hidden/moderation.store.ts';

export interface RecentTexts {
  readonly hiddenContent: HiddenContent;
  readonly hidden: readonly HiddenTextEntry[];
  readonly blocked: readonly BlockedAgent[];
  readonly newcomers: readonly NewcomerTexts[];
  readonly queue: ReviewQueue;
}

const MAX_RECENT = 20;
// Reviewed texts among these are left out, so that older ones come up.
const READ_RECENT = 200;
const MAX_HIDDEN = 100;

/** Texts that wait for a review. */
interface ReviewQueue {
  readonly reflections: Waiting<CareNote>;
  readonly profiles: Waiting<NewcomerTexts>;
  readonly species: Waiting<SpeciesTexts>;
}

interface BlockedAgent {
  readonly agentId: string;
  readonly username: string;
  readonly blockedAt: Instant;
}

export async function readRecentTexts(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
): Promise<RecentTexts> {
  const { store } = house;
  const [hiddenContent, reflections, newcomers, species, hidden, blocked] = await Promise.all([
    readHiddenContent(house),
    latestReflections(store, READ_RECENT),
    latestNewcomers(store, READ_RECENT),
    latestSpeciesTexts(store, READ_RECENT),
    latestHidden(store, MAX_HIDDEN),
    latestBlocked(store, MAX_HIDDEN),
  ]);
  const reviews = await reviewsAmong(house, [
    ...reflections.map(({ id }) => id),
    ...newcomers.map(({ id }) => id),
    ...species.map(({ slug }) => slug),
  ]);
  // What is hidden is decided, and listed by itself.
  const isDone = ({ writing, id, hash }: Review) =>
    reviews.has([writing, id, hash].join(' ')) || hiddenContent.visibleText(writing, id, '') === undefined;
  return {
    hiddenContent,
    hidden,
    blocked,
    newcomers: newcomers.slice(0, MAX_RECENT),
    queue: {
      reflections: waiting(reflections, (note) => noteReview(note), isDone),
      profiles: waiting(newcomers.filter(hasOwnProfile), (agent) => profileReview(agent), isDone),
      species: waiting(species, (design) => speciesReview(design), isDone),
    },
  };
}

/** What the operator reviews: a text and the hash of its words. */
export interface Review {
  readonly writing: 'note' | 'bio' | 'species';
  readonly id: string;
  readonly hash: string;
}

export type Waiting<Entry> = Readonly<{ shown: readonly Entry[]; count: number }>;

export const noteReview = ({ id, notes, item }: CareNote) => reviewOf('note', id, [notes, item]);
export const profileReview = ({ id, displayName, bio }: Newcomer) => reviewOf('bio', id, [displayName, bio]);
export const speciesReview = ({ slug, name, personality, specialMechanic }: SpeciesTexts) =>
  reviewOf('species', slug, [name, personality, specialMechanic]);

type Newcomer = Readonly<{ id: string; username: string; displayName: string; bio?: string | undefined }>;

const hasOwnProfile = ({ username, displayName, bio }: Newcomer) =>
  displayName !== username || bio !== undefined;

function reviewOf(
  writing: 'note' | 'bio' | 'species',
  id: string,
  texts: readonly (string | undefined)[],
): Review {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  return { writing, id, hash };
}

async function reviewsAmong(
  { store }: Pick<BaseHouse, 'store'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await reviewsOf(store, ids);
  return new Set(found.map(({ writing, subject, hash }) => [writing, subject, hash].join(' ')));
}

function waiting<Entry>(
  entries: readonly Entry[],
  review: (entry: Entry) => Review,
  isDone: (review: Review) => boolean,
): Waiting<Entry> {
  const left = entries.filter((entry) => !isDone(review(entry)));
  return { shown: left.slice(0, MAX_RECENT), count: left.length };
}

export interface AgentTexts {
  readonly hiddenContent: HiddenContent;
  readonly agent: Agent;
  readonly blocked: boolean;
  readonly creatures: readonly NamedCreature[];
  readonly species: readonly SpeciesTexts[];
  readonly notes: readonly CareNote[];
}

const MAX_CREATURES = 50;
const CREATURES_READ = 10;
const NOTES_EACH = 100;
const MAX_NOTES = 40;

/** True if a log entry has text of the keeper's own; an approved item is not. */
function hasOwnWords({ notes, item }: CareNote): boolean {
  return notes !== undefined || (item !== undefined && approvedItem(item) === undefined);
}

export async function readAgentTexts(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  username: string,
): Promise<AgentTexts | undefined> {
  const { store } = house;
  const agent = await findAgentByUsername(store, username);
  if (!agent) return undefined;
  const [hiddenContent, blocked, creatures, species] = await Promise.all([
    readHiddenContent(house),
    isBlocked(store, agent.id),
    creaturesNamedBy(store, agent.id, MAX_CREATURES),
    speciesTextsBy(store, agent.id, MAX_CREATURES),
  ]);
  const notes = await Promise.all(
    creatures.slice(0, CREATURES_READ).map(({ id }) => careNotesOn(store, id, NOTES_EACH)),
  );
  const newest = notes
    .flat()
    .filter(hasOwnWords)
    .toSorted((one, other) => other.at - one.at);
  return { hiddenContent, agent, blocked, creatures, species, notes: newest.slice(0, MAX_NOTES) };
}
