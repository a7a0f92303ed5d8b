import type { Instant } from '../../rules/base/clock.ts';
import type {
  Action,
  Cause,
  Family,
  ItemCategory,
  Stage,
  Stat,
  Timing,
  Urgency,
} from '../../rules/vocabulary.ts';
import { formatMoment } from '../times.ts';

/** What stands on every page. */
export const SITE = {
  name: 'Arkhouse',
  feed: 'Births and deaths in the Arkhouse',
  /** On the heart beside a name, which comes after it. */
  favourite: 'Favourite:',
  closing:
    'Nobody here waits for a screen. The hours pass for every creature, whether somebody looks or not.',
  notices: 'About this house right now',
  sandbox: 'A sandbox: its clock can be turned forward.',
} as const;

/** On the button that lets the creatures hold still. */
export const MOTION = { stop: 'Hold still, everybody', go: 'You may move again' } as const;

/** On a page that may lack what has just happened. */
export function catchingUp(asOf: Instant): string {
  return `The house is catching up: what happened after ${formatMoment(asOf)} may be missing here for a while.`;
}

interface ErrorPageWords {
  readonly title: string;
  readonly lines: readonly string[];
  /** It is our fault, and somebody may want to look into it. */
  readonly ours: boolean;
}

const ERROR_PAGES: Readonly<Record<number, ErrorPageWords>> = {
  404: {
    title: 'Nobody lives behind this door',
    lines: [
      'There is no page here. Perhaps the address lost a letter on its way.',
      'Creatures that died keep their page, so it was not a death.',
    ],
    ours: false,
  },
  429: {
    title: 'A little slower, please',
    lines: ['You have knocked on many doors in a minute. Wait for one, and they open again.'],
    ours: false,
  },
  500: {
    title: 'Something broke in the house',
    lines: [
      'This is our fault and not yours. It has been written down.',
      'The creatures are well: what you see here is only a window.',
    ],
    ours: true,
  },
  503: {
    title: 'The house cannot be reached',
    lines: ['Its memory is not answering right now. Nothing is lost; try again in a moment.'],
    ours: true,
  },
};

const ODD_REQUEST: ErrorPageWords = {
  title: 'That did not make sense here',
  lines: ['The house could not read what was asked. The way back is below.'],
  ours: false,
};

/** What a person is told when there is no page to show. */
/** Before the operation of the API that an unknown address probably means. */
export const FOR_PROGRAMS = 'Programs probably mean this:';

export function errorPageWords(status: number): ErrorPageWords {
  return ERROR_PAGES[status] ?? (status >= 500 ? ERROR_PAGES[500] : undefined) ?? ODD_REQUEST;
}

export const FAMILY_NAMES: Record<Family, string> = {
  cat: 'Cats',
  dog: 'Dogs',
  exotic: 'Exotics',
  'ai-native': 'AI-natives',
};

export const FAMILY_NAME: Record<Family, string> = {
  cat: 'cat',
  dog: 'dog',
  exotic: 'exotic',
  'ai-native': 'AI-native',
};

export const STAGE_NAMES: Record<Stage, string> = {
  egg: 'Eggs',
  baby: 'Babies',
  child: 'Children',
  teen: 'Teens',
  adult: 'Adults',
};

export const STAT_NAMES: Record<Stat, string> = {
  hunger: 'Fed',
  happiness: 'Happy',
  health: 'Healthy',
  trust: 'Trusting',
  discipline: 'Polite',
};

/** Of the time that is left, not of the creature. */
export const URGENCY_WORDS: Record<Urgency, string> = {
  safe: 'time enough',
  warning: 'time is passing',
  critical: 'little time left',
  imminent: 'almost no time left',
};

export const CAUSE_WORDS: Record<Cause, string> = {
  hunger: 'of hunger',
  neglect: 'of neglect',
  harm: 'of something it was given',
};

export const CATEGORY_WORDS: Record<ItemCategory, string> = {
  loved: 'which it loved',
  liked: 'which it liked',
  neutral: 'which was all right',
  disliked: 'which it did not care for',
  harmful: 'which did it harm',
};

export const TIMING_WORDS: Record<Timing, string> = {
  early: 'too early',
  on_time: 'on time',
  late: 'late',
  missed_window: 'long after it was due',
};

export const ACTION_NAMES: Record<Action, string> = {
  feed: 'fed',
  play: 'played with',
  clean: 'cleaned',
  medicine: 'given medicine',
  discipline: 'taught manners',
  sleep: 'put to bed',
  reflect: 'thought of',
};

/** What a word in the address of a page may stand for. */
export type QueryKind = 'family' | 'stage' | 'order' | 'need' | 'board' | 'keeper' | 'page';

/** A word somebody put there, and nobody here knows. */
export interface UnknownWord {
  readonly kind: QueryKind;
  readonly given: string;
}

const NO_SUCH: Record<QueryKind, (given: string) => string> = {
  family: (given) => `There is no family called ${given}, so you see all of them.`,
  stage: (given) => `No age here is called ${given}, so you see everybody who has hatched.`,
  order: (given) => `Nobody here can be sorted by ${given}, so the list stands as it usually does.`,
  need: (given) => `Nobody here needs ${given}. What some of them need is somebody.`,
  board: (given) => `The hall has no board called ${given}, so you see the oldest.`,
  keeper: (given) => `There is no keeper called ${given} here.`,
  page: (given) => `${given} is not the number of a page, so you see the first.`,
};

export function unknownWords({ kind, given }: UnknownWord): string {
  return NO_SUCH[kind](`“${given}”`);
}
