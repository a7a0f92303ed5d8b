import mannerReasons from '#content/voice/heart/manner-reasons.json' with { type: 'json' };
import manners from '#content/voice/heart/manners.json' with { type: 'json' };

import { type MannerKind, MANNERS, type MannerSign, QUIET_MANNERS } from '../../rules/heart/manner.ts';
import type { BodyOwner } from '../../rules/species/bodies.ts';
import { nounsOf } from '../nouns.ts';
import { asLines, fillTemplate } from '../pick-line.ts';

/** Name, soul prompt trait and behaviour of each manner (character of an adult). No line reveals a stat, which may be hidden. */
export const MANNER_LINES = asLines(manners);

export function mannerName(kind: MannerKind): string {
  return MANNER_LINES[kind].name;
}

export function mannerTrait(kind: MannerKind, bearer: BodyOwner & { readonly name: string }): string {
  return fillTemplate(MANNER_LINES[kind].trait, nounsOf(bearer, bearer.name));
}

/** Follows "because". Derived from the row of the rules, so that it claims no more than the rule requires. */
export function mannerReason(kind: MannerKind): string {
  const { band, sign, from } = MANNERS[kind];
  // The quiet manner is also that of creatures for which no sign stands out.
  if (QUIET_MANNERS[band] === kind) return mannerReasons.quiet[band];
  const { told, about } = SIGNS[sign];
  return `${told(from)}, ${mannerReasons.variety[about][band]}`;
}

/** What a sign says of a creature's care, and the kind of variety it is about. */
const SIGNS = {
  feed: deeds('food'),
  play: deeds('play'),
  clean: deeds('washing'),
  medicine: deeds('medicine'),
  discipline: deeds('lessons'),
  sleep: deeds('rest'),
  reflect: deeds('company'),
  night: hours('at night'),
  morning: hours('in the morning'),
  midday: hours('in the middle of the day'),
  evening: hours('in the evening'),
  late_meals: days((from) => `${shareWords(from)} of its meals never came`),
  streak: days((from) => `at least its last ${numberWord(from)} meals had come on time`),
  visits_a_day: days((from) => `somebody came by at least ${numberWord(from)} times a day`),
  granted: days((from) => `at least ${numberWord(from)} of its wishes had come true`),
  loved: days((from) =>
    from > 1 ? `it had found at least ${numberWord(from)} things to love` : 'it had found something to love',
  ),
} as const satisfies Record<MannerSign, object>;

function deeds(what: string) {
  return { about: 'deeds', told: (from: number) => `${shareWords(from)} of its care was ${what}` } as const;
}

function hours(when: string) {
  return { about: 'hours', told: (from: number) => `${shareWords(from)} of its care came ${when}` } as const;
}

function days(told: (from: number) => string) {
  return { about: 'days', told } as const;
}

const SHARES = [
  [1 / 2, 'half'],
  [2 / 5, 'two fifths'],
  [1 / 3, 'a third'],
  [1 / 4, 'a quarter'],
  [1 / 5, 'a fifth'],
  [1 / 6, 'a sixth'],
  [1 / 10, 'a tenth'],
] as const;

/** A share in words, rounded down to the next named share: `at least a quarter`. */
function shareWords(share: number): string {
  const [, words] = SHARES.find(([from]) => share >= from) ?? [];
  return words === undefined ? 'some' : `at least ${words}`;
}

const NUMBERS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');

function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}
