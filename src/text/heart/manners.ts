import mannerReasons from '#content/voice/heart/manner-reasons.json' with { type: 'json' };
import manners from '#content/voice/heart/manners.json' with { type: 'json' };
import {
  type MannerKind,
  MANNERS,
  type MannerSign,
  QUIET_MANNERS,
  type VarietyBand,
} from '../../rules/heart/manner.ts';
import type { BodyOwner } from '../../rules/species/bodies.ts';
import { nounsOf } from '../nouns.ts';
import { fillTemplate, type Lines } from '../pick-line.ts';

/** What there is to say of a manner. None of it says how a creature is just now, which may be hidden. */
interface MannerLine {
  /** What it is called: `a connoisseur`. */
  readonly name: string;
  /** What its keeper should know, for a prompt. */
  readonly trait: string;
  /** What it can be seen doing: a pair, like everything that may follow a first sentence of its behaviour. */
  readonly behavior: readonly [string, string];
}

/** Who a creature can become. */
export const MANNER_LINES = manners as Readonly<Record<MannerKind, MannerLine>>;

/** What a manner is called: `a connoisseur`. */
export function mannerName(kind: MannerKind): string {
  return MANNER_LINES[kind].name;
}

/** What its keeper should know of it, as a sentence for its soul prompt. */
export function mannerTrait(kind: MannerKind, bearer: BodyOwner & { readonly name: string }): string {
  return fillTemplate(MANNER_LINES[kind].trait, nounsOf(bearer, bearer.name));
}

/** What it can be seen doing because of it, with the gaps that lines of behaviour have: a pair, so that their number stays odd. */
export function mannerAsides(kind: MannerKind): Lines {
  return MANNER_LINES[kind].behavior;
}

const REASONS = mannerReasons as {
  readonly quiet: Record<VarietyBand, string>;
  /** How varied its care was, as it goes with what else is told. */
  readonly variety: Record<SignSubject, Record<VarietyBand, string>>;
};

/**
 * Why it became who it is, as it follows "because". It is made of the row in the table, so that it cannot say more than what was
 * true when it grew up.
 */
export function mannerReason(kind: MannerKind): string {
  const { band, sign, from } = MANNERS[kind];
  // One may also become this when nothing stands out.
  if (QUIET_MANNERS[band] === kind) return REASONS.quiet[band];
  const { told, about } = SIGNS[sign];
  return `${told(from)}, ${REASONS.variety[about][band]}`;
}

/** What a sign tells of: what was done, at what hours, or something else. */
type SignSubject = 'deeds' | 'hours' | 'days';

interface SignReason {
  readonly about: SignSubject;
  readonly told: (from: number) => string;
}

const SIGNS: Readonly<Record<MannerSign, SignReason>> = {
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
};

function deeds(what: string): SignReason {
  return { about: 'deeds', told: (from) => `${shareWords(from)} of its care was ${what}` };
}

function hours(when: string): SignReason {
  return { about: 'hours', told: (from) => `${shareWords(from)} of its care came ${when}` };
}

function days(told: SignReason['told']): SignReason {
  return { about: 'days', told };
}

/** Parts of a whole that have a word of their own, the largest first. */
const SHARES: readonly { readonly from: number; readonly words: string }[] = [
  { from: 1 / 2, words: 'half' },
  { from: 2 / 5, words: 'two fifths' },
  { from: 1 / 3, words: 'a third' },
  { from: 1 / 4, words: 'a quarter' },
  { from: 1 / 5, words: 'a fifth' },
  { from: 1 / 6, words: 'a sixth' },
  { from: 1 / 10, words: 'a tenth' },
];

/** `at least a quarter`, by the next word below: never too much. */
function shareWords(share: number): string {
  const found = SHARES.find(({ from }) => share >= from);
  return found ? `at least ${found.words}` : 'some';
}

const NUMBERS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');

function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}
