import type { Agent } from '../core/agent.ts';
import { approvedItem } from '../core/species/approved-items.ts';
import { findAgentByUsername } from '../store/agents.ts';
import { isBlocked, latestBlocked, latestHidden, type Blocked, type Hidden } from '../store/moderation.ts';
import { latestReflections, notesOn, type Note } from '../store/notes.ts';
import {
  creaturesNamedBy,
  describedBy,
  latestDescribed,
  latestNewcomers,
  type Described,
  type NamedCreature,
  type Newcomer,
} from '../store/writings.ts';
import { curtainOf, type Curtain } from './curtain.ts';
import type { House } from './house.ts';

export type { Blocked, Described, Hidden, NamedCreature, Newcomer, Note };

/** What strangers wrote lately, and what was taken out of sight. */
export interface WordsLately {
  /** Tells what of it is hidden. */
  readonly curtain: Curtain;
  readonly reflections: readonly Note[];
  readonly newcomers: readonly Newcomer[];
  readonly species: readonly Described[];
  readonly hidden: readonly Hidden[];
  readonly blocked: readonly Blocked[];
}

const MOST = 20;
const MOST_HIDDEN = 100;

export async function readWordsLately(house: House): Promise<WordsLately> {
  const { store } = house;
  const [curtain, reflections, newcomers, species, hidden, blocked] = await Promise.all([
    curtainOf(house),
    latestReflections(store, MOST),
    latestNewcomers(store, MOST),
    latestDescribed(store, MOST),
    latestHidden(store, MOST_HIDDEN),
    latestBlocked(store, MOST_HIDDEN),
  ]);
  return { curtain, reflections, newcomers, species, hidden, blocked };
}

/** Everything one agent has written where others could read it. */
export interface WordsOfOne {
  readonly curtain: Curtain;
  readonly agent: Agent;
  readonly blocked: boolean;
  readonly creatures: readonly NamedCreature[];
  readonly notes: readonly Note[];
  readonly species: readonly Described[];
}

const MOST_CREATURES = 50;
const CREATURES_READ = 10;
const NOTES_EACH = 100;
const MOST_NOTES = 40;

/** What things are called that the house knows by name is nobody's own word. */
function hasOwnWords({ notes, item }: Note): boolean {
  return notes !== undefined || (item !== undefined && approvedItem(item) === undefined);
}

export async function lookUpWords(house: House, username: string): Promise<WordsOfOne | undefined> {
  const { store } = house;
  const agent = await findAgentByUsername(store, username);
  if (!agent) return undefined;
  const [curtain, blocked, creatures, species] = await Promise.all([
    curtainOf(house),
    isBlocked(store, agent.id),
    creaturesNamedBy(store, agent.id, MOST_CREATURES),
    describedBy(store, agent.id, MOST_CREATURES),
  ]);
  const notes = await Promise.all(
    creatures.slice(0, CREATURES_READ).map(({ id }) => notesOn(store, id, NOTES_EACH)),
  );
  const newest = notes
    .flat()
    .filter(hasOwnWords)
    .toSorted((one, other) => other.at - one.at);
  return { curtain, agent, blocked, creatures, species, notes: newest.slice(0, MOST_NOTES) };
}
