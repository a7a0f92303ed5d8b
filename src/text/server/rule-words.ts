import shared from '#content/agent/shared.json' with { type: 'json' };

import { PROBLEM_STATUS } from '../../api/problems.ts';
import * as feeding from '../../rules/care/feeding.ts';
import { CATEGORY_SCORES, effectOf } from '../../rules/care/care.ts';
import { WEAK_HEALTH } from '../../rules/care/needs.ts';
import { DAY, MINUTE } from '../../rules/base/clock.ts';
import { TIER_NEEDS } from '../../rules/agents.ts';
import { CRITICAL_HEALTH, STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { HEALTH_LOSS_WHILE_CRITICAL } from '../../rules/lives/decay.ts';
import * as growth from '../../rules/lives/growth.ts';
import { RESURRECTION_WINDOW } from '../../rules/lives/resurrection.ts';
import * as rhythm from '../../rules/lives/rhythm.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { STATS, TIERS } from '../../rules/vocabulary.ts';
import { pluralize } from '../times.ts';
import { formatChanges, formatHour, formatPercent } from '../numbers.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import { ABOUT, HOW_TO_AUTHENTICATE } from './next-steps.ts';

/** A species of the lower tiers with the shortest window that fits, or with the longest one if none fits. */
function exampleFor(everyHours: number): string {
  const usual = CATALOG.filter(({ tier }) => tier === 'common' || tier === 'uncommon');
  const fitting = usual.filter((species) => rhythm.livesWellWith(species, everyHours));
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
  windowOpens: formatPercent(feeding.WINDOW_OPENS),
  windowCloses: formatPercent(feeding.OVERDUE_WINDOWS),
  windowMissed: formatPercent(feeding.CRITICAL_WINDOWS),
  shortestOwnWindow: `${Math.min(...WINDOWS)}`,
  longestOwnWindow: `${Math.max(...WINDOWS)}`,
  windowPerGap: `${rhythm.WINDOW_PER_GAP}`,
  hourlySpecies: exampleFor(1),
  eightHours: `${EIGHT_HOURS}`,
  eightHourlyWindow: `${rhythm.shortestWindowFor(EIGHT_HOURS)}`,
  eightHourlySpecies: exampleFor(EIGHT_HOURS),
  longestGap: `${Math.max(...CATALOG.map(rhythm.longestGapFor))}`,
  dailySpecies: exampleFor(24),
  criticalHealthLoss: `${HEALTH_LOSS_WHILE_CRITICAL}`,
  visitMinutes: `${rhythm.SAME_VISIT / MINUTE}`,
  usualThreshold: `${rhythm.USUAL_THRESHOLD_HOURS}`,
  lowestThreshold: `${rhythm.THRESHOLD_HOURS.lowest}`,
  highestThreshold: `${rhythm.THRESHOLD_HOURS.highest}`,
  bedtime: formatHour(rhythm.BEDTIME),
  morning: formatHour(rhythm.MORNING),
  asleepPace: formatPercent(rhythm.ASLEEP_PACE),
  statsAtBirth: STATS.map((stat) => `${stat} ${STATS_AT_BIRTH[stat]}`).join(', '),
  weakHealth: `${WEAK_HEALTH}`,
  criticalHealth: `${CRITICAL_HEALTH}`,
  medicineHealth: `${effectOf('medicine', undefined).health}`,
  cleanHealth: `${effectOf('clean', undefined).health}`,
  harmfulScore: `${CATEGORY_SCORES.at(-1)?.from}`,
  harmfulMeal: formatChanges(effectOf('feed', 'harmful')),
  harmfulMedicine: formatChanges(effectOf('medicine', 'harmful')),
  missedMeal: formatChanges(feeding.FEED_TIMINGS[4].also),
  childAt: `${growth.GROWS_AT.baby}`,
  teenAt: `${growth.GROWS_AT.child}`,
  adultAt: `${growth.GROWS_AT.teen}`,
  grownUpConsistency: `${growth.GROWN_UP_CONSISTENCY}`,
  highCareConsistency: `${growth.HIGH_CARE_CONSISTENCY}`,
  lateBloom: `${growth.LATE_BLOOM_HOURS}`,
  streaks: feeding.STREAK_BONUSES.toReversed()
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
