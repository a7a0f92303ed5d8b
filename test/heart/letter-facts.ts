import { HOUR, TimeZone } from '../../src/rules/base/clock.ts';
import { AMBITION_KINDS } from '../../src/rules/heart/ambitions-table.ts';
import { newPage, type RecentDigest, type Letter } from '../../src/rules/heart/heart.ts';
import { KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { keepsakeOfWish, KEEPSAKES_OF_DAYS } from '../../src/rules/heart/keepsakes.ts';
import { MANNER_KINDS } from '../../src/rules/heart/manner.ts';
import { WISH_KINDS } from '../../src/rules/heart/wishes-table.ts';
import { APPROVED_ITEMS, CATALOG } from '../../src/rules/species/catalog.ts';
import {
  ACTIONS,
  CAUSES,
  DAY_PARTS,
  FEEDING_STATUSES,
  LETTER_OCCASIONS,
  type LetterOccasion,
  type Stage,
  TIMINGS,
} from '../../src/rules/vocabulary.ts';
import type { LetterWriter } from '../../src/text/heart/letter.ts';

export type Ints = (from: number, below: number) => number;

const NAMES = ['Miso', 'Bolt', 'q7', 'Old Tom 3', 'a b c d e f g h i j k l m n o p q r s t u v w x y'];
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const ITEMS = [...APPROVED_ITEMS];
const START = Date.UTC(2026, 2, 20, 9);

export function anyOf<T>(list: readonly T[], ints: Ints): T {
  const one = list[ints(0, list.length)];
  if (one === undefined) throw new RangeError('nothing to choose from');
  return one;
}

export function anyWriter(ints: Ints): LetterWriter {
  const [name, seed] = [anyOf(NAMES, ints), ints(0, 2 ** 32)];
  return { name, seed, species: anyOf(CATALOG, ints), zone: new TimeZone(anyOf(ZONES, ints)) };
}

const HATCHED: readonly Stage[] = ['baby', 'child', 'teen', 'adult'];
const STAGES_OF: Readonly<Record<LetterOccasion, readonly Stage[]>> = {
  week: ['child', 'teen', 'adult', 'adult', 'adult'],
  child: ['child'],
  teen: ['teen'],
  adult: ['adult'],
  death: HATCHED,
  return: HATCHED,
  ambition: ['child', 'teen', 'adult'],
};
const YOUNGEST: Readonly<Record<Stage, number>> = { egg: 0, baby: 0, child: 1, teen: 3, adult: 5 };

export function anyLetter(ints: Ints, occasion = anyOf(LETTER_OCCASIONS, ints)): Letter {
  const stage = anyOf(STAGES_OF[occasion], ints);
  const at = START + ints(0, 300 * 24) * HOUR;
  const isGrown = stage === 'adult' && (occasion === 'adult' || ints(0, 10) > 0);
  return {
    number: occasion === 'return' ? ints(2, 60) : ints(1, 60),
    occasion,
    at,
    stage,
    ageDays: YOUNGEST[stage] + (stage === 'adult' ? ints(0, anyOf([14, 300], ints)) : ints(0, 2)),
    streak: occasion === 'return' ? 0 : ints(0, 40),
    manner: isGrown ? anyOf(MANNER_KINDS, ints) : undefined,
    wish: occasion === 'return' || ints(0, 2) === 0 ? undefined : anyOf(WISH_KINDS, ints),
    ...factsOf(at, occasion, ints),
    ambition: ambitionOf(occasion, ints),
  };
}

function ambitionOf(occasion: LetterOccasion, ints: Ints): Letter['ambition'] {
  const kind = anyOf(AMBITION_KINDS, ints);
  if (occasion === 'ambition') return { kind, is: 'done' };
  return occasion === 'return' || ints(0, 3) === 0 ? undefined : { kind, is: anyOf(['open', 'faded'], ints) };
}

/** In the format of this version or of older ones. */
function factsOf(at: number, occasion: LetterOccasion, ints: Ints): Partial<Letter> & Pick<Letter, 'page'> {
  if (occasion === 'return')
    return { page: { ...newPage(at), kept: ints(0, 3) === 0 ? [] : ['warm_ember'] } };
  const page = anyPage(at, occasion, ints);
  if (ints(0, 5) === 0) return { page: { ...page, begins: undefined, harm: undefined } };
  const { harm } = page;
  const causes = harm && harm.times > 0 ? CAUSES : (['hunger', 'neglect'] as const);
  return {
    page,
    cause: occasion === 'death' ? anyOf(causes, ints) : undefined,
    waiting: {
      careHours: ints(0, 300) / 10,
      feeding: anyOf(FEEDING_STATUSES, ints),
      everFed: page.actions.feed > 0 || ints(0, 4) > 0,
    },
  };
}

const OTHER_KEEPSAKES = KEEPSAKE_KINDS.filter(
  (kind) => kind !== 'warm_ember' && !KEEPSAKES_OF_DAYS.some((row) => row.kind === kind),
);
const ACTIONS_DONE = [ACTIONS, ACTIONS, ['feed'], ['feed', 'play'], ['reflect', 'medicine']] as const;
const PARTS_VISITED = [DAY_PARTS, ['evening'], ['morning', 'night']] as const;
const TIMINGS_KEPT = [TIMINGS, ['on_time'], ['early', 'on_time'], ['late']] as const;

function anyPage(at: number, occasion: LetterOccasion, ints: Ints): RecentDigest {
  const hours = occasion === 'week' ? anyOf([48, 168, 168], ints) : ints(1, 168);
  const begins = (['hatching', 'memory'] as const)[ints(0, 4)];
  const empty = { ...newPage(at - hours * HOUR - ints(0, 2)), begins };
  const days = ints(0, 5) === 0 ? [anyOf(KEEPSAKES_OF_DAYS, ints).kind] : [];
  const kept = [...days, ...someOf(OTHER_KEEPSAKES, 3, ints)];
  if (ints(0, 6) === 0) return { ...empty, letGo: someOf(WISH_KINDS, 3, ints) };
  const visits = ints(1, 1 + Math.ceil(hours / anyOf([3, 12, 40], ints)));
  const acts = visits + ints(0, visits + 2);
  const actions = spread(acts, anyOf(ACTIONS_DONE, ints), empty.actions, ints);
  const granted = someOf(WISH_KINDS, Math.min(acts, 4), ints);
  return {
    ...empty,
    actions,
    hours: spread(acts, anyOf(PARTS_VISITED, ints), empty.hours, ints),
    visits,
    meals: spread(actions.feed, anyOf(TIMINGS_KEPT, ints), empty.meals, ints),
    longestWaitHours: ints(1, 400) / 10,
    loved: someOf(ITEMS, Math.min(acts, 9), ints),
    granted,
    letGo: someOf(WISH_KINDS, 3, ints),
    kept: [...new Set([...granted.map(keepsakeOfWish), ...kept])],
    ...(ints(0, 4) === 0 && { harm: { times: ints(1, acts + 1), things: someOf(ITEMS, 2, ints) } }),
  };
}

function someOf<T>(list: readonly T[], below: number, ints: Ints): T[] {
  const count = below > 0 ? ints(0, below) : 0;
  return [...new Set(Array.from({ length: count }, () => anyOf(list, ints)))];
}

function spread<W extends string>(count: number, words: readonly W[], none: Record<W, number>, ints: Ints) {
  const counts = { ...none };
  for (let nth = 0; nth < count; nth += 1) counts[anyOf(words, ints)] += 1;
  return counts;
}
