import { FEED_TIMINGS, STREAK_BONUSES } from '../../core/care/feeding.ts';
import { CATEGORY_SCORES, effectOf } from '../../core/care/item-effects.ts';
import { WEAK_HEALTH } from '../../core/care/needs.ts';
import { TIER_NEEDS } from '../../core/keepers/tiers.ts';
import { STATS_AT_BIRTH } from '../../core/lives/creature.ts';
import { HEALTH_LOSS_WHILE_CRITICAL } from '../../core/lives/decay.ts';
import {
  GROWN_UP_CONSISTENCY,
  GROWS_AT,
  HIGH_CARE_CONSISTENCY,
  LATE_BLOOM_HOURS,
} from '../../core/lives/growth.ts';
import { ASLEEP_PACE } from '../../core/lives/sleep.ts';
import { STATS } from '../../core/vocabulary.ts';
import { pluralize } from '../engine/durations.ts';
import { formatChanges, formatPercent } from '../engine/numbers.ts';

// The rules of the game for whoever reads one document only, in the numbers of the core.

/** In few words, for an index. */
export const HUNGER_MEANS =
  'All five stats run from 0 to 100, and more is better in each of them: hunger 100 means full, hunger 0 starving.';

/** What the numbers of a status mean. */
export const ABOUT_NUMBERS: readonly string[] = [
  `${HUNGER_MEANS} It hatches with ${STATS.map((stat) => `${stat} ${STATS_AT_BIRTH[stat]}`).join(', ')}.`,
  `Hunger and happiness fall by the hour, as fast as its species has it, and at ${formatPercent(ASLEEP_PACE)} of that while it sleeps. By itself, health falls only while feeding is \`critical\`, by ${HEALTH_LOSS_WHILE_CRITICAL} an hour or more. Trust falls when nobody comes for two feeding windows. Discipline stays.`,
  'A stat that is null is hidden by the creature, not zero; some species show more the more they trust you.',
];

const healthFrom = (action: 'medicine' | 'clean') => effectOf(action, undefined).health ?? 0;

/** What helps and what hurts. */
export const ABOUT_HEALTH: readonly string[] = [
  `Below health ${WEAK_HEALTH}, heal before you wait: \`medicine\` gives +${healthFrom('medicine')} and \`clean\` +${healthFrom('clean')}, unless its species has it otherwise. Take what helps more, and again if needed; then feed when a meal is due.`,
  'By its `category`, an item you give is loved or harmful as the table says, `liked` lies halfway from plain to loved, `neutral` is plain, `disliked` gives half.',
  `Items that score below ${CATEGORY_SCORES.at(-1)?.from} are \`harmful\`: a harmful meal costs ${formatChanges(effectOf('feed', 'harmful'))}, harmful medicine ${formatChanges(effectOf('medicine', 'harmful'))}. Only an item can kill at once. With nothing in your hands no care harms, but for a meal that was missed (${formatChanges(FEED_TIMINGS[4].also)}), and that never takes the last of its health.`,
];

/** What steadiness brings. */
export const ABOUT_GROWTH: readonly string[] = [
  `\`consistency_score\` starts at 100 and remembers how punctual its meals were; early ones leave it alone. It grows at ${GROWS_AT.baby}, ${GROWS_AT.child} and ${GROWS_AT.teen} hours of age: a teen grows up once consistency is ${GROWN_UP_CONSISTENCY} or more, and at ${LATE_BLOOM_HOURS} hours in any case; from ${HIGH_CARE_CONSISTENCY} on it becomes the best it can be.`,
  `Meals on time in a row earn trust: ${STREAK_BONUSES.toReversed()
    .map(({ from, trust }) => `${from} or more, +${trust} each`)
    .join('; ')}.`,
];

/** What a keeper may do, and when. */
export const ABOUT_KEEPERS: readonly string[] = [
  `Whoever has raised one adult may design species (\`create_species\`), and others adopt them by slug at once.`,
  `An egg of unknown kind comes from the highest tier you have opened. Uncommon: ${pluralize(TIER_NEEDS.uncommon.adults, 'adult')} raised. Rare: ${TIER_NEEDS.rare.adults}, with at most ${formatPercent(TIER_NEEDS.rare.deathShare)} of all that hatched lost. Extreme: ${TIER_NEEDS.extreme.hatched} hatched, ${TIER_NEEDS.extreme.days} days, no death ever. By \`species_slug\` you may adopt any.`,
];

export const ANY_OPERATION_REFUSES =
  'Besides what is told with each operation, any that takes a key, a body or nothing at all may refuse:';
