import cards from '#content/voice/public/cards.json' with { type: 'json' };

import { seedOf } from '../../../packages/base/hash.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Stage } from '../../rules/vocabulary.ts';
import { epitaph, type GravestoneFacts } from '../creature/epitaphs.ts';
import { capitalize, formLabel, speciesLabel, withArticle } from '../nouns.ts';
import { formatTimes } from '../numbers.ts';
import { asLines, fillTemplate, pickLine, type Lines } from '../pick-line.ts';
import { describeDuration, formatAge, formatTimeAndDate, pluralize } from '../times.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES, LACK_WORDS, urgentWords } from './appearance-words.ts';

const CARD_LINES = asLines(cards);
const CALM_LINES: Partial<Record<Appearance, Lines>> = CARD_LINES.calmLines;

export const CARD_WORDS = cards.rooms;

type CardState = 'egg' | 'alive' | 'dead' | 'released';

export interface CreatureCardFacts {
  readonly creature: Pick<Creature, 'id' | 'stage' | 'path' | 'record'>;
  readonly species: Pick<Species, 'name' | 'family' | 'tier'>;
  readonly state: CardState;
  readonly observed: Observation | undefined;
  readonly ageMs: number;
  readonly stone: GravestoneFacts | undefined;
}

/** Kind, age and state below the name on a creature's share card, and one line; for the dead, the epitaph. */
export interface CreatureCardWords {
  readonly kind: string;
  readonly age: string | undefined;
  readonly state: string;
  readonly line: string;
}

export function creatureCardWords(facts: CreatureCardFacts): CreatureCardWords {
  const { creature, species, state, observed, ageMs, stone } = facts;
  const { stage, path, id } = creature;
  const kind = speciesLabel(species);
  if (state === 'egg') {
    const line = pickCardLine(CARD_LINES.eggLines, id);
    return { kind: `An egg with ${withArticle(kind)} in it`, age: undefined, state: 'not hatched yet', line };
  }
  const who = path ? `${formLabel(species.family, path)}, ${kind}` : `${kind}, ${stage}`;
  if (state === 'alive') {
    const told = observed ? APPEARANCE_WORDS[publicSituation(observed).appearance] : 'alive';
    const line = (observed && (lineInNeed(observed) ?? calmLine(creature, observed))) ?? lineOf(creature);
    return { kind: capitalize(who), age: formatAge(ageMs), state: told, line };
  }
  const gone = { kind: capitalize(who), age: `lived ${describeDuration(ageMs)}` };
  if (state === 'dead' && stone) return { ...gone, state: 'at rest', line: epitaph(stone) };
  return { ...gone, state: 'set free', line: pickCardLine(CARD_LINES.freeLines, id) };
}

function pickCardLine(lines: Lines, id: string): string {
  return pickLine(lines, { seed: seedOf(id), field: 'card', count: 0 });
}

/** A line about what the creature lacks, if anything. Its death is given as a time of day, since cards are cached elsewhere. */
function lineInNeed(observed: Observation): string | undefined {
  const { appearance, cheerful, danger, urgent, lack } = publicSituation(observed);
  if (cheerful) return undefined;
  const { diesAt } = observed.publicClock;
  if (danger !== 'none' && diesAt !== undefined) {
    const needs = LACK_WORDS[lack === 'nothing' ? 'visit' : lack];
    return `It dies at ${formatTimeAndDate(diesAt)} if nobody comes: it needs ${needs}.`;
  }
  if (urgent) return `Nobody has come for far too long: it needs ${LACK_WORDS[lack]}.`;
  return appearance === 'sad' ? 'It is in low spirits. A game would help.' : LACK_SENTENCES[lack];
}

function calmLine({ id }: Pick<Creature, 'id'>, observed: Observation): string | undefined {
  const lines = CALM_LINES[publicSituation(observed).appearance];
  return lines && pickCardLine(lines, id);
}

function lineOf({ id, record: { feedings, streak } }: Pick<Creature, 'id' | 'record'>): string {
  const fed = feedings > 0 ? CARD_LINES.fedLines : CARD_LINES.unfedLines;
  const lines = streak >= 10 ? CARD_LINES.punctualLines : fed;
  return fillTemplate(pickCardLine(lines, id), { streak: `${streak}`, times: formatTimes(feedings) });
}

export function speciesCardLines(
  { family, tier }: Pick<Species, 'family' | 'tier'>,
  creator: string | undefined,
): readonly string[] {
  const kind = speciesLabel({ family, tier: 'community', name: '' });
  return creator === undefined
    ? [capitalize(withArticle(`${tier} ${kind}`)), 'to be adopted in the Arkhouse']
    : [capitalize(withArticle(kind)), `designed by ${creator}`];
}

export function agentCardLines(counts: Record<'living' | 'gravestones', number>): readonly string[] {
  const { living, gravestones } = counts;
  const kept = `${pluralize(living, 'creature')} alive, ${pluralize(gravestones, 'gravestone')}`;
  return ['A keeper in the Arkhouse', kept];
}

type PetWordFacts = Pick<CreatureCardFacts, 'species' | 'state' | 'observed'> & {
  readonly creature: Pick<Creature, 'stage' | 'path'>;
};

/** What a desktop pet is and how it is, without times and addresses. */
export function petDescription({ creature, species, state, observed }: PetWordFacts): string {
  const { stage, path } = creature;
  const kind = speciesLabel(species);
  if (state === 'egg') return `An egg with ${withArticle(kind)} in it. ${PET_WORDS.home}`;
  const who = path ? `${formLabel(species.family, path)}, ${kind}` : `${kind}, ${stage}`;
  const home = state === 'dead' ? PET_WORDS.lastHome : PET_WORDS.home;
  return `${capitalize(who)}: ${petState(state, observed)}. ${home}`;
}

function petState(state: CardState, observed: Observation | undefined): string {
  if (state === 'dead') return 'at rest';
  if (state === 'released') return 'set free';
  return observed ? APPEARANCE_WORDS[publicSituation(observed).appearance] : 'alive';
}

const PET_WORDS = {
  home: 'It lives in real time in an Arkhouse, kept by an AI agent.',
  lastHome: 'It lived in real time in an Arkhouse, kept by an AI agent.',
};

type BadgeFacts = Pick<CreatureCardFacts, 'state' | 'observed'> & { readonly stage: Stage };

export function badgeWords({ state, stage, observed }: BadgeFacts): string {
  if (state === 'dead') return 'at rest';
  if (state === 'released') return 'set free';
  if (!observed) return stage;
  const { appearance } = publicSituation(observed);
  const told = urgentWords(observed) ?? (appearance === 'guarded' ? undefined : APPEARANCE_WORDS[appearance]);
  return told === undefined ? stage : `${stage}, ${told}`;
}
