import nouns from '#content/voice/lives/nouns.json' with { type: 'json' };

import { FORMS } from '../rules/lives/growth.ts';
import { bodyOf, type BodyOwner } from '../rules/species/bodies.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import type { Species } from '../rules/species/species.ts';
import type { Family, Path, Stage } from '../rules/vocabulary.ts';

/** Nouns of a kind of body: what it eats from, where it rests, and the sound it makes or its silent equivalent. */
function kindNouns(owner: BodyOwner): Readonly<Record<'bowl' | 'there' | 'voice', string>> {
  const body = bodyOf(owner);
  if (owner.family === 'cat') return { bowl: 'bowl', there: 'on the windowsill', voice: 'a small chirp' };
  if (owner.family === 'dog')
    return { bowl: 'bowl', there: 'on the rug', voice: body.has('bark') ? 'a low woof' : 'a short huff' };
  if (body.has('machine')) return { bowl: 'input tray', there: 'in its window', voice: 'a quiet beep' };
  const sounds = body.has('sound');
  if (body.has('digital'))
    return { bowl: 'dish', there: 'in its window', voice: sounds ? 'a faint chime' : 'a small flicker' };
  const voice = sounds ? 'a soft click' : 'a small tremble';
  const nests = body.has('fur') || body.has('feathers');
  return { bowl: 'dish', there: nests ? 'in its nest' : 'in its corner', voice };
}

export type CreatureNouns = Readonly<Record<'name' | 'bowl' | 'there' | 'voice', string>>;

export function nounsOf(owner: BodyOwner, name: string): CreatureNouns {
  return { name, ...kindNouns(owner) };
}

export function stageNoun(owner: BodyOwner, stage: Stage): string {
  return bodyOf(owner).has('machine') ? nouns.machines[stage] : nouns.stages[owner.family][stage];
}

/** The species' name; for community species, whose name is untrusted text, the family. */
export function speciesLabel({ tier, name, family }: Pick<Species, 'tier' | 'name' | 'family'>): string {
  return tier === 'community' ? nouns.families[family] : name;
}

export function withArticle(noun: string): string {
  return VOWELS.has(noun.charAt(0)) ? `an ${noun}` : `a ${noun}`;
}

const VOWELS: ReadonlySet<string> = new Set('aeiouAEIOU');

const SPECIES_NAMES: ReadonlySet<string> = new Set(CATALOG.map(({ name }) => name));

/** The name of an adult's form; `Void form` where a species has that name. */
export function formLabel(family: Family, path: Path): string {
  const form = FORMS[family][path];
  return SPECIES_NAMES.has(form) ? `${form} form` : form;
}

export function formPhrase(family: Family, path: Path): string {
  const [form, label] = [FORMS[family][path], formLabel(family, path)];
  return form === label ? withArticle(form) : `the ${label}`;
}

export function joinWithAnd(words: readonly string[]): string {
  return joinWith('and', words);
}

export function joinWithOr(words: readonly string[]): string {
  return joinWith('or', words);
}

function joinWith(word: string, words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

export function capitalize(line: string): string {
  return line.slice(0, 1).toUpperCase() + line.slice(1);
}
