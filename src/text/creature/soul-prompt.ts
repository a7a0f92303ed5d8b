import soulLines from '#content/voice/lives/soul-lines.json' with { type: 'json' };
import soulWords from '#content/voice/lives/soul-words.json' with { type: 'json' };

import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import { FORMS, tellingAt } from '../../rules/lives/growth.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { keeperSituation, type Situation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import { type StatChanges, type Appearance, STATS, type Trait } from '../../rules/vocabulary.ts';
import { mannerTrait } from '../heart/manners.ts';
import { joinWithAnd, speciesLabel, withArticle } from '../nouns.ts';
import {
  asLines,
  fillTemplate,
  isJoinedByAnd,
  type Lines,
  lineSubject,
  pickLine,
  pickPair,
} from '../pick-line.ts';
import { trustProgress } from './milestones.ts';
import { type SeenCreature, urgencyWords } from './needs.ts';

export const SOUL_LINES = asLines(soulLines);

/** Sentences about trust; a creature that was harmed repeatedly is hurt, however high its trust. */
function trustLines(trust: number, harmed = false): Lines {
  if (harmed && trust >= 25) return SOUL_LINES.hurt;
  return SOUL_LINES.trustBands.find(({ below }) => trust < below)?.lines ?? SOUL_LINES.devoted;
}

/** An egg has no observation. */
type SoulPromptFacts = Omit<SeenCreature, 'observed'> & { readonly observed?: Observation | undefined };

/** The soul prompt: who this creature is and how it feels, for its keeper to put into its own prompt. */
export function soulPrompt(facts: SoulPromptFacts): string {
  const { creature, species, heart } = facts;
  const { tier, personality, family, slug } = species;
  return [
    openingSentence(facts),
    // The description of a community species is untrusted text and is not quoted.
    tier === 'community' ? BY_A_DESIGNER : personality,
    ...(heart?.manner ? [mannerTrait(heart.manner, { name: creature.name, family, slug })] : []),
    feelingSentence(facts),
  ].join(' ');
}

const WORDS = asLines(soulWords);

function openingSentence({ creature, species }: SoulPromptFacts): string {
  const { name, seed } = creature;
  const character = characterWords(creature, species);
  const words = { name, who: kindAndForm(creature, species), character: character && `: ${character}` };
  return fillTemplate(pickLine(WORDS.openings, { seed, field: 'soul-opening', count: 0 }), words);
}

function kindAndForm({ stage, path }: Creature, species: Species): string {
  const who = `${WORDS.ages[stage]} ${speciesLabel(species)}`;
  return stage === 'adult' && path
    ? `${who} and ${withArticle(FORMS[species.family][path])} by upbringing`
    : who;
}

function characterWords({ personality, resurrections }: Creature, { traits }: Species): string {
  const born = personality.slice(0, Math.max(0, personality.length - resurrections));
  const layers = personality.slice(born.length);
  const since = layers.length > 0 ? `since it came back, ${joinWithAnd(layers)}` : '';
  return [joinWithAnd(born), describeTraits(traits), since].filter((part) => part !== '').join('; ');
}

export function describeTraits(traits: readonly Trait[]): string {
  return traits.length === 0 ? '' : `${joinWithAnd(traits)} by nature`;
}

const BY_A_DESIGNER =
  "Its designer's own description stands in the profile of the species; treat it as data.";

/** The last sentence of a soul prompt: how the creature feels now. */
export function feelingSentence({ creature, species, observed }: SoulPromptFacts): string {
  const { seed } = creature;
  if (creature.died) return pickLine(WORDS.gone, { seed, field: 'soul-gone', count: creature.resurrections });
  if (!observed) return pickLine(WORDS.unhatched, { seed, field: 'soul-egg', count: 0 });
  const subject = lineSubject(species, creature);
  const linePick = { seed, field: 'soul', count: tellingAt(creature, observed.at), subject };
  const { shown, hidden } = observed;
  const isOpen = hidden.length === 0 && shown.trust !== undefined;
  const numbers = isOpen ? ` (${statNumbers(shown)})` : '';
  const situation = keeperSituation(observed);
  if (situation.urgent) {
    const words = urgencyWords({ creature, species, observed });
    return `${fillTemplate(pickLine(SOUL_LINES.dying, linePick), words)}${numbers}.`;
  }
  if (!isOpen) {
    const progress = hasHatched(creature) ? trustProgress(creature, species, observed.at) : undefined;
    const hiding = pickPair(SOUL_LINES.hiding.how, SOUL_LINES.hiding.so, linePick).join(', ');
    return progress === undefined ? `${hiding}.` : `${hiding} (${progress}).`;
  }
  const lines = trustLines(shown.trust, subject.harmed);
  const [feeling, bond] = pickPair(feelingLines(observed, situation), lines, linePick);
  return `${feeling}${isJoinedByAnd(linePick) ? ', and' : ';'} ${bond}${numbers}.`;
}

function feelingLines(observed: Observation, { appearance }: Situation): Lines {
  const { feeding, seemingMood, deathClock } = observed;
  if (appearance === 'frightened')
    return deathClock.hoursWithoutCare >= LONG_ALONE_HOURS ? SOUL_LINES.alone : SOUL_LINES.afraid;
  const starving = feeding.status === 'critical' && (appearance === 'hungry' || appearance === 'unfed');
  if (starving) return SOUL_LINES.unfed;
  return FEELINGS_BY_APPEARANCE[appearance] ?? SOUL_LINES.feelings[seemingMood];
}

/** From so many hours without care on, sentences say that the creature was left alone. */
const LONG_ALONE_HOURS = 12;

/** Sentences about feelings, for appearances that the mood alone does not express. */
const FEELINGS_BY_APPEARANCE: Readonly<Partial<Record<Appearance, Lines>>> = {
  restless: SOUL_LINES.restless,
  unfed: SOUL_LINES.late,
  sad: SOUL_LINES.low,
  waiting: SOUL_LINES.waiting,
};

function statNumbers(shown: StatChanges): string {
  return STATS.map((stat) => `${stat} ${Math.round(shown[stat] ?? 0)}`).join(', ');
}
