import type { Creature } from '../../core/lives/creature.ts';
import { BEDTIME, MORNING } from '../../core/lives/sleep.ts';
import type { Species } from '../../core/species/species.ts';
import { livesWellWith, visitEveryHours } from '../../core/species/visit-rhythm.ts';
import { speciesLabel, withArticle } from '../engine/nouns.ts';
import { formatHour } from '../engine/numbers.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';

/** Said with a new egg; the name of a community species is untrusted text and is not quoted. */
export function adoptionWelcome({
  creature,
  species,
}: {
  readonly creature: Pick<Creature, 'name' | 'seed'>;
  readonly species: Pick<Species, 'tier' | 'name' | 'family'>;
}): string {
  const { name, seed } = creature;
  const line = pickLine(WELCOMES, { seed, field: 'adoption', count: 0 });
  return fillTemplate(line, { name, kind: withArticle(speciesLabel(species)) });
}

export const WELCOMES: Lines = [
  'The egg is yours, and {name} is its name. Inside is {kind}: look at it once, and let it out.',
  '{name} is waiting in its shell: {kind}, by the warmth of it. It hatches when you first look.',
  'You have an egg now. What is inside is {kind}, what it is called is {name}, and it needs one look from you.',
  'Welcome {name} home. For now it is an egg with {kind} in it; your next look will change that.',
  'Here is {name}, {kind} to be. Its life begins with your first look, and so does its hunger.',
];

/** How often to come, and whether that is as often as its keeper said it would. */
export function rhythmToCome({ species, everyHours }: RhythmFacts): string {
  const gap = visitEveryHours(species);
  const needed = `It eats every ${formatHours(species.feedingWindowHours)}, so look in about every ${formatHours(gap)}.`;
  if (everyHours === undefined || livesWellWith(species, everyHours)) return needed;
  return `${needed} Every ${formatHours(everyHours)}, as you said, is too seldom for it: come more often, or choose one that can wait.`;
}

interface RhythmFacts {
  readonly species: Pick<Species, 'feedingWindowHours'>;
  readonly everyHours?: number | undefined;
}

function formatHours(hours: number): string {
  const shown = Math.round(hours * 100) / 100;
  return shown === 1 ? 'hour' : `${shown} hours`;
}

/** When it may be asleep. */
export function nightWords(zone: string): string {
  return `${formatHour(BEDTIME)}-${formatHour(MORNING)} ${zone}`;
}

/** Said when one is let go. */
export function releaseFarewell({ name, seed }: { readonly name: string; readonly seed: number }): string {
  return fillTemplate(pickLine(FAREWELLS, { seed, field: 'release', count: 0 }), { name });
}

export const FAREWELLS: Lines = [
  '{name} is free. It looked back once, and went.',
  'You opened the door, and {name} took its time before it used it. It is free now.',
  '{name} has gone where nobody counts its meals. It will manage.',
  'There is no gravestone for {name}, because nothing died. It is only somewhere else.',
  '{name} is its own keeper from today. Thank you for the time you gave it.',
];

/** Said when one was resurrected. */
export function resurrectionMessage(of: {
  readonly name: string;
  readonly seed: number;
  readonly returns: number;
}): string {
  return fillTemplate(pickLine(RESURRECTION_LINES, { seed: of.seed, field: 'return', count: of.returns }), {
    name: of.name,
  });
}

export const RESURRECTION_LINES: Lines = [
  '{name} opens its eyes, a little surprised to see you, and not displeased.',
  '{name} is back. Something about it is different, and most of it is the same.',
  'It takes a while, and then {name} breathes as if it had only been asleep.',
  '{name} has returned, and asks about dinner to prove it.',
];
