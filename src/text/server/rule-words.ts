import shared from '#content/agent/shared.json' with { type: 'json' };

import { TIER_NEEDS } from '../../rules/agents.ts';
import { DAY, MINUTE } from '../../rules/base/clock.ts';
import { CATEGORY_SCORES, effectOf } from '../../rules/care/care.ts';
import {
  CRITICAL_WINDOWS,
  FEED_TIMINGS,
  OVERDUE_WINDOWS,
  STREAK_BONUSES,
  WINDOW_OPENS,
} from '../../rules/care/feeding.ts';
import { WEAK_HEALTH } from '../../rules/care/needs.ts';
import { CRITICAL_HEALTH, STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { HEALTH_LOSS_WHILE_CRITICAL } from '../../rules/lives/decay.ts';
import {
  GROWN_UP_CONSISTENCY,
  GROWS_AT,
  HIGH_CARE_CONSISTENCY,
  LATE_BLOOM_HOURS,
} from '../../rules/lives/growth.ts';
import { RESURRECTION_WINDOW } from '../../rules/lives/resurrection.ts';
import {
  ASLEEP_PACE,
  BEDTIME,
  livesWellWith,
  longestGapFor,
  MORNING,
  SAME_VISIT,
  shortestWindowFor,
  THRESHOLD_HOURS,
  USUAL_THRESHOLD_HOURS,
  WINDOW_PER_GAP,
} from '../../rules/lives/rhythm.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { STATS, TIERS } from '../../rules/vocabulary.ts';
import { PROBLEM_STATUS } from '../../api/problems.ts';
import { formatChanges, formatHour, formatPercent } from '../numbers.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import { pluralize } from '../times.ts';
import { ABOUT, HOW_TO_AUTHENTICATE } from './next-steps.ts';

/** A species of the lower tiers with the shortest window that fits, or with the longest one if none fits. */
function exampleFor(everyHours: number): string {
  const usual = CATALOG.filter(({ tier }) => tier === 'common' || tier === 'uncommon');
  const fitting = usual.filter((species) => livesWellWith(species, everyHours));
  const windows = fitting.map(({ feedingWindowHours }) => feedingWindowHours);
  const window = fitting.length > 0 ? Math.min(...windows) : Math.max(...WINDOWS);
  const [example] = usual
    .filter(({ feedingWindowHours }) => feedingWindowHours === window)
    .toSorted((one, other) => TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier));
  return example ? `${example.slug} (${example.tier}, ${window} h)` : '';
}

const WINDOWS = CATALOG.map(({ feedingWindowHours }) => feedingWindowHours);
const EIGHT_HOURS = 8;

/** The numbers of the rules, as placeholder values of documents. */
export const RULE_WORDS = {
  aboutTheApi: ABOUT.api,
  keyPrefix: HOW_TO_AUTHENTICATE.key_prefix,
  windowOpens: formatPercent(WINDOW_OPENS),
  windowCloses: formatPercent(OVERDUE_WINDOWS),
  windowMissed: formatPercent(CRITICAL_WINDOWS),
  shortestOwnWindow: `${Math.min(...WINDOWS)}`,
  longestOwnWindow: `${Math.max(...WINDOWS)}`,
  windowPerGap: `${WINDOW_PER_GAP}`,
  hourlySpecies: exampleFor(1),
  eightHours: `${EIGHT_HOURS}`,
  eightHourlyWindow: `${shortestWindowFor(EIGHT_HOURS)}`,
  eightHourlySpecies: exampleFor(EIGHT_HOURS),
  longestGap: `${Math.max(...CATALOG.map(longestGapFor))}`,
  dailySpecies: exampleFor(24),
  criticalHealthLoss: `${HEALTH_LOSS_WHILE_CRITICAL}`,
  visitMinutes: `${SAME_VISIT / MINUTE}`,
  usualThreshold: `${USUAL_THRESHOLD_HOURS}`,
  lowestThreshold: `${THRESHOLD_HOURS.lowest}`,
  highestThreshold: `${THRESHOLD_HOURS.highest}`,
  bedtime: formatHour(BEDTIME),
  morning: formatHour(MORNING),
  asleepPace: formatPercent(ASLEEP_PACE),
  statsAtBirth: STATS.map((stat) => `${stat} ${STATS_AT_BIRTH[stat]}`).join(', '),
  weakHealth: `${WEAK_HEALTH}`,
  criticalHealth: `${CRITICAL_HEALTH}`,
  medicineHealth: `${effectOf('medicine', undefined).health}`,
  cleanHealth: `${effectOf('clean', undefined).health}`,
  harmfulScore: `${CATEGORY_SCORES.at(-1)?.from}`,
  missedMeal: formatChanges(FEED_TIMINGS[4].also),
  childAt: `${GROWS_AT.baby}`,
  teenAt: `${GROWS_AT.child}`,
  adultAt: `${GROWS_AT.teen}`,
  grownUpConsistency: `${GROWN_UP_CONSISTENCY}`,
  highCareConsistency: `${HIGH_CARE_CONSISTENCY}`,
  lateBloom: `${LATE_BLOOM_HOURS}`,
  streaks: STREAK_BONUSES.toReversed()
    .map(({ from, trust }) => `${from} or more, +${trust} each`)
    .join('; '),
  uncommonAdults: pluralize(TIER_NEEDS.uncommon.adults, 'adult'),
  rareAdults: `${TIER_NEEDS.rare.adults}`,
  rareDeathShare: formatPercent(TIER_NEEDS.rare.deathShare),
  extremeHatched: `${TIER_NEEDS.extreme.hatched}`,
  extremeDays: `${TIER_NEEDS.extreme.days}`,
  resurrectionDays: `${RESURRECTION_WINDOW / DAY}`,
  unknownKey: `${PROBLEM_STATUS.unknown_key}`,
  nobodyHome: `${PROBLEM_STATUS.nobody_home}`,
  creatureAsleep: `${PROBLEM_STATUS.creature_asleep}`,
  tooManyRequests: `${PROBLEM_STATUS.too_many_requests}`,
  houseUnreachable: `${PROBLEM_STATUS.house_unreachable}`,
} as const satisfies TemplateWords;

export const SHARED_TEXTS = shared.texts;

export const CARE_GUIDE = shared.careGuide;

export function sharedList(name: keyof typeof shared.lists, more: TemplateWords = {}): string[] {
  return shared.lists[name].map((line) => fillTemplate(line, { ...RULE_WORDS, ...shared.texts, ...more }));
}

export function sharedWords(more: TemplateWords = {}): TemplateWords {
  const names = Object.keys(shared.lists) as (keyof typeof shared.lists)[];
  const lists = names.map((name) => [
    name,
    sharedList(name, more)
      .map((line) => `- ${line}`)
      .join('\n'),
  ]);
  return { ...RULE_WORDS, ...shared.texts, ...Object.fromEntries(lists), ...more };
}
