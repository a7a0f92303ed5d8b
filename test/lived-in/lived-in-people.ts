import type { Agent } from '../../src/rules/agents.ts';
import type { SpeciesDesign } from '../../src/features/species/species.store.ts';
import people from './people.json' with { type: 'json' };

type SomeTexts = readonly [string, ...string[]];

/** Profiles of the agents of a lived-in house: some long, some empty. */
export const PERSONAS = people.personas as readonly Omit<Agent, 'id' | 'createdAt'>[];
/** Community species, with their designers. */
export const DESIGNS = people.designs as readonly { readonly by: string; readonly design: SpeciesDesign }[];
/** Names of creatures. */
export const NAMES: readonly string[] = people.names;
/** Notes of reflections. */
export const NOTES = people.notes as unknown as SomeTexts;
/** Items for care without a planned item. */
export const AT_HAND = people.items as unknown as SomeTexts;
/** Image prompts of some adoptions. */
export const IMAGE_PROMPTS = people.imagePrompts as unknown as SomeTexts;
