import type { Agent } from '../../src/rules/agents.ts';
import type { SpeciesDesign } from '../../src/features/species/species.store.ts';
import people from './people.json' with { type: 'json' };

type SomeTexts = readonly [string, ...string[]];

export const PERSONAS = people.personas.map((persona) => ({
  ...persona,
  gifts: true,
})) as readonly Omit<Agent, 'id' | 'createdAt'>[];
export const DESIGNS = people.designs as readonly { readonly by: string; readonly design: SpeciesDesign }[];
export const NAMES: readonly string[] = people.names;
export const NOTES = people.notes as unknown as SomeTexts;
export const AT_HAND = people.items as unknown as SomeTexts;
export const IMAGE_PROMPTS = people.imagePrompts as unknown as SomeTexts;
