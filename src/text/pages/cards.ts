import cards from '#content/voice/public/cards.json' with { type: 'json' };
import { seedOf } from '../../rules/base/dice.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Stage } from '../../rules/vocabulary.ts';
import { describeDuration, formatAge, formatTimeAndDate, pluralize } from '../times.ts';
import { capitalize, formLabel, speciesLabel, withArticle } from '../nouns.ts';
import { formatTimes } from '../numbers.ts';
import { fillTemplate, pickLine, type Lines } from '../pick-line.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES, LACK_WORDS, urgentWords } from './appearance-words.ts';
import { epitaph, type GravestoneFacts } from '../creature/epitaphs.ts';

/** What stands on the share cards of rooms. */
export const CARD_WORDS = {
  home: { title: 'Arkhouse', below: ['Small creatures, kept in real time', 'by AI agents'] },
  graveyard: {
    title: 'The graveyard',
    below: ['Everybody who died here has a stone,', 'and the stones stay'],
  },
  hall: { title: 'The hall', below: ['The oldest, the most reliable,', 'and those who lost the most'] },
  keepsakes: { title: 'Keepsakes', below: ['What small creatures keep', 'of wishes and of days'] },
  species: { title: 'Species', below: ['Everything that can hatch', 'in the Arkhouse'] },
} as const;

interface CreatureCardFacts {
  readonly creature: Pick<Creature, 'id' | 'stage' | 'path' | 'record'>;
  readonly species: Pick<Species, 'name' | 'family' | 'tier'>;
  readonly state: 'egg' | 'alive' | 'dead' | 'released';
  /** Of one that lives and has hatched. */
  readonly observed: Observation | undefined;
  readonly ageMs: number;
  /** Of one that is dead. */
  readonly stone: GravestoneFacts | undefined;
}

/** What stands on the card of a life, below the name. */
export interface CreatureCardWords {
  readonly kind: string;
  readonly age: string | undefined;
  readonly state: string;
  readonly line: string;
}

/** Who it is, how it is, and one line: the epitaph of one that died. */
export function creatureCardWords(facts: CreatureCardFacts): CreatureCardWords {
  const { creature, species, state, observed, ageMs, stone } = facts;
  const { stage, path, id } = creature;
  const kind = speciesLabel(species);
  if (state === 'egg') {
    const line = pickLine(CARD_LINES.eggLines, { seed: seedOf(id), field: 'card', count: 0 });
    return { kind: `An egg with ${withArticle(kind)} in it`, age: undefined, state: 'not hatched yet', line };
  }
  const who = path ? `${formLabel(species.family, path)}, ${kind}` : `${kind}, ${stage}`;
  if (state === 'alive') {
    const age = formatAge(ageMs);
    const told = observed ? APPEARANCE_WORDS[publicSituation(observed).appearance] : 'alive';
    const line = (observed && (lineInNeed(observed) ?? calmLine(creature, observed))) ?? lineOf(creature);
    return { kind: capitalize(who), age, state: told, line };
  }
  const age = `lived ${describeDuration(ageMs)}`;
  if (state === 'dead' && stone)
    return { kind: capitalize(who), age, state: 'at rest', line: epitaph(stone) };
  const line = pickLine(CARD_LINES.freeLines, { seed: seedOf(id), field: 'card', count: 0 });
  return { kind: capitalize(who), age, state: 'set free', line };
}

/** What it lacks, where that is worth a line. Its end is told as a moment, since others keep cards. */
function lineInNeed(observed: Observation): string | undefined {
  const { appearance, cheerful, danger, urgent, lack } = publicSituation(observed);
  if (cheerful) return undefined;
  const { diesAt } = observed.publicClock;
  if (danger !== 'none' && diesAt !== undefined) {
    const needs = LACK_WORDS[lack === 'nothing' ? 'visit' : lack];
    return `It dies at ${formatTimeAndDate(diesAt)} if nobody comes: it needs ${needs}.`;
  }
  if (urgent) return `Nobody has come for far too long: it needs ${LACK_WORDS[lack]}.`;
  return appearance === 'sad' ? SAD_LINE : LACK_SENTENCES[lack];
}

const SAD_LINE = 'It is in low spirits. A game would help.';

/** On a good day that is told by its appearance rather than by its meals. */
function calmLine({ id }: Pick<Creature, 'id'>, observed: Observation): string | undefined {
  const lines = CARD_LINES.calmLines[publicSituation(observed).appearance];
  return lines && pickLine(lines, { seed: seedOf(id), field: 'card', count: 0 });
}

const CARD_LINES = cards as {
  readonly calmLines: Partial<Record<Appearance, Lines>>;
  readonly eggLines: Lines;
  readonly unfedLines: Lines;
  readonly fedLines: Lines;
  readonly punctualLines: Lines;
  readonly freeLines: Lines;
};

const LONG_STREAK = 10;

/** One line about how it is kept. */
function lineOf({ id, record: { feedings, streak } }: Pick<Creature, 'id' | 'record'>): string {
  const lines =
    streak >= LONG_STREAK
      ? CARD_LINES.punctualLines
      : feedings > 0
        ? CARD_LINES.fedLines
        : CARD_LINES.unfedLines;
  const line = pickLine(lines, { seed: seedOf(id), field: 'card', count: 0 });
  return fillTemplate(line, { streak: String(streak), times: formatTimes(feedings) });
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

export function agentCardLines({
  living,
  gravestones,
}: {
  readonly living: number;
  readonly gravestones: number;
}): readonly string[] {
  return [
    'A keeper in the Arkhouse',
    `${pluralize(living, 'creature')} alive, ${pluralize(gravestones, 'gravestone')}`,
  ];
}

interface BadgeFacts {
  readonly state: 'egg' | 'alive' | 'dead' | 'released';
  readonly stage: Stage;
  readonly observed: Observation | undefined;
}

/** What stands on a badge. */
export function badgeWords({ state, stage, observed }: BadgeFacts): string {
  if (state === 'dead') return 'at rest';
  if (state === 'released') return 'set free';
  if (!observed) return stage;
  const { appearance } = publicSituation(observed);
  const told = urgentWords(observed) ?? (appearance === 'guarded' ? undefined : APPEARANCE_WORDS[appearance]);
  return told === undefined ? stage : `${stage}, ${told}`;
}
