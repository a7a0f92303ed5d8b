import type { Creature } from '../../core/lives/creature.ts';
import type { Species } from '../../core/species/species.ts';
import { pluralize } from '../engine/durations.ts';
import { speciesLabel, withArticle } from '../engine/nouns.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';

/** Said with a new egg; the name of a community species is left to the data. */
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

/** Said when one is let go. */
export function releaseFarewell({ name, seed }: { readonly name: string; readonly seed: number }): string {
  return fillTemplate(pickLine(FAREWELLS, { seed, field: 'release', count: 0 }), { name });
}

/** What is said when one comes back. */
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
  '{name} has returned, and is hungry enough to prove it.',
];

export const FAREWELLS: Lines = [
  '{name} is free. It looked back once, and went.',
  'You opened the door, and {name} took its time before it used it. It is free now.',
  '{name} has gone where nobody counts its meals. It will manage.',
  'There is no gravestone for {name}, because nothing died. It is only somewhere else.',
  '{name} is its own keeper from today. Thank you for the time you gave it.',
];

/** Said above the gravestones: one's own, or everybody's. */
export function graveyardMessage({ total, own }: { readonly total: number; readonly own: boolean }): string {
  if (total === 0) return own ? NONE.own : NONE.all;
  const lines = total === 1 ? ONE : MANY;
  return fillTemplate(own ? lines.own : lines.all, { stones: pluralize(total, 'gravestone') });
}

type GraveyardLines = Readonly<Record<'own' | 'all', string>>;

const NONE: GraveyardLines = {
  own: 'No creature of yours has died. May it stay so.',
  all: 'No gravestone stands here.',
};

const ONE: GraveyardLines = {
  own: 'One creature of yours lies here. It was somebody, and it was yours.',
  all: 'One gravestone stands here. Somebody came too late.',
};

const MANY: GraveyardLines = {
  own: '{stones} of creatures that were yours. Each of them waited for you.',
  all: '{stones}. Each of them was somebody, and most of them were hungry.',
};

/** Said to whoever has published a species; what it is called stands beside it. */
export const SPECIES_PUBLISHED =
  'Your species is published. Anyone can adopt it by its slug from now on, and you could be the first.';

/** Said beside what it likes and what was tried. */
export function preferencesNote({
  discovered,
  seed,
}: {
  readonly discovered: number;
  readonly seed: number;
}): string {
  const lines = discovered === 0 ? UNTRIED : TRIED;
  return fillTemplate(pickLine(lines, { seed, field: 'preferences', count: discovered }), {
    things: pluralize(discovered, 'thing'),
  });
}

export const UNTRIED: Lines = [
  'You have tried nothing with it yet. Anything like these is welcome; what it makes of other things, only trying tells.',
  'These are its favourites. Send one as item with your next act of care, and see what it makes of it.',
  'Nothing has been tried so far. What is close to these words will please it, and what is far from them may hurt.',
];

export const TRIED: Lines = [
  'You have tried {things} with it. The nearer an item is to its favourites, the better it is taken.',
  '{things} tried so far, the best liked first. What hurt it once will hurt it again.',
  'What you tried stands under discovered: {things} so far, with how it was taken.',
];
