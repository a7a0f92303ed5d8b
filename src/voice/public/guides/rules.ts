import { ROUTES } from '../../../contract/routes.ts';
import { schemaOf } from '../../../contract/server/openapi-schemas.ts';
import { RATE_LIMITS, type RateLimit } from '../../../contract/server/rate-limits.ts';
import { CRITICAL_HEALTH, REMEMBERED_ACTIONS } from '../../../core/care/care-record.ts';
import { PRIMARY_STAT, RESCUED_HEALTH, SPARED_HEALTH } from '../../../core/care/care.ts';
import {
  CONSISTENCY_AFTER,
  FEEDING_SHARES,
  OVERDUE_WINDOWS,
  RESPONSIVENESS,
  STREAK_BONUSES,
  WINDOW_OPENS,
} from '../../../core/care/feeding.ts';
import { CATEGORY_SCORES, effectOf } from '../../../core/care/item-effects.ts';
import { DAY, HOUR, MINUTE } from '../../../core/engine/clock.ts';
import { TEST_PREFIXES } from '../../../core/keepers/agent.ts';
import { USUAL_QUOTAS } from '../../../core/keepers/quotas.ts';
import { TIER_NEEDS } from '../../../core/keepers/tiers.ts';
import { NEW_RECORD, STATS_AT_BIRTH } from '../../../core/lives/creature.ts';
import { URGENCY_SHARES } from '../../../core/lives/death.ts';
import { HAPPINESS_WHILE_OVERDUE, HEALTH_LOSS_WHILE_CRITICAL } from '../../../core/lives/decay.ts';
import { PATIENCE_WINDOWS } from '../../../core/lives/felt-time.ts';
import {
  FORMS,
  GROWN_UP_CONSISTENCY,
  GROWS_AT,
  HIGH_CARE_CONSISTENCY,
  LATE_BLOOM_HOURS,
} from '../../../core/lives/growth.ts';
import { STAT_MILESTONES, STREAK_THRESHOLDS } from '../../../core/lives/milestones.ts';
import { MOOD_RULES } from '../../../core/lives/observe.ts';
import {
  RESURRECTION_PRICE,
  RESURRECTION_WINDOW,
  resurrectionCostFor,
  STATS_AFTER_RESURRECTION,
} from '../../../core/lives/resurrection.ts';
import {
  ESTABLISHED_FROM,
  HEALTH_PACE_CAP,
  MULTIPLIER_KNOTS,
  RHYTHM_SAMPLES,
  SAME_VISIT,
  THRESHOLD_HOURS,
  USUAL_HOURS,
  USUAL_THRESHOLD_HOURS,
} from '../../../core/lives/rhythm.ts';
import { ASLEEP_PACE, BEDTIME, MORNING, SLEEP_CHANCE_PER_HOUR } from '../../../core/lives/sleep.ts';
import { PACKS } from '../../../core/money/credits.ts';
import { CATALOG } from '../../../core/species/catalog.ts';
import { TRAIT_MECHANICS } from '../../../core/species/mechanics.ts';
import { RANGES } from '../../../core/species/species.ts';
import { TRUST_RATES } from '../../../core/species/trust.ts';
import { VISIT_SHARE } from '../../../core/species/visit-rhythm.ts';
import type { VisibleStats } from '../../../core/stats.ts';
import {
  ACTIONS,
  FAMILIES,
  ITEM_CATEGORIES,
  PATHS,
  STAGES,
  STATS,
  TRUST_SPEEDS,
  type Path,
} from '../../../core/vocabulary.ts';
import { formatChanges, formatHour, formatPercent } from '../../engine/numbers.ts';
import { timings } from './feeding.ts';
import type { Guide, GuideBlock, GuideTable } from './guide.ts';

/** Every number an agent may look up. All of them are read from the rules, none is written here. */
export const rules: Guide = {
  name: 'rules',
  title: 'All rules and numbers',
  description: 'Every number the house goes by, in tables.',
  parts: () => [
    { heading: 'Stats', blocks: STAT_BLOCKS },
    { heading: 'Decay and pace', blocks: DECAY_BLOCKS },
    { heading: 'Trust', blocks: TRUST_BLOCKS },
    { heading: 'Moods', blocks: MOOD_BLOCKS },
    { heading: 'Meals', blocks: MEAL_BLOCKS },
    { heading: 'Care and items', blocks: CARE_BLOCKS },
    { heading: 'Scores', blocks: SCORE_BLOCKS },
    { heading: 'Milestones', blocks: MILESTONE_BLOCKS },
    { heading: 'Sleep', blocks: SLEEP_BLOCKS },
    { heading: 'Rhythm and the death clock', blocks: CLOCK_BLOCKS },
    { heading: 'Stages, paths and forms', blocks: GROWTH_BLOCKS },
    { heading: 'Resurrection and credits', blocks: RETURN_BLOCKS },
    { heading: 'Species and tiers', blocks: SPECIES_BLOCKS },
    { heading: 'Limits', blocks: LIMIT_BLOCKS },
    { heading: 'Test accounts', blocks: ACCOUNT_BLOCKS },
  ],
};

const STAT_BLOCKS: readonly GuideBlock[] = [
  'Every stat is a number from 0 to 100, and more is better: hunger 100 means full. Answers round to one decimal. A null is a stat the creature hides.',
  {
    head: ['Stat', 'At hatching', 'After a resurrection'],
    rows: STATS.map((stat) => [stat, `${STATS_AT_BIRTH[stat]}`, `${STATS_AFTER_RESURRECTION[stat]}`]),
  },
];

const { social } = TRAIT_MECHANICS;

const DECAY_BLOCKS: readonly GuideBlock[] = [
  'Pace = sleep × rhythm × social. A felt hour is an hour times the pace.',
  {
    head: ['Factor', 'Value', 'When'],
    rows: [
      ['sleep', `${ASLEEP_PACE}`, 'asleep; otherwise 1'],
      ...MULTIPLIER_KNOTS.map(({ rhythms, multiplier }, at) => [
        'rhythm (`decay_multiplier`)',
        `${multiplier}`,
        `${at === 0 ? 'up to ' : ''}${rhythms} × \`average_hours\` since the last care`,
      ]),
      [
        'social',
        `${social?.loneliness?.pace}`,
        `trait \`social\` and no status or care call of its keeper for ${social?.loneliness?.afterHours} hours; otherwise 1`,
      ],
    ],
  },
  `Between two rows of the rhythm the value lies on a straight line; beyond the last it stays. Health never falls at a pace above ${HEALTH_PACE_CAP}.`,
  {
    head: ['Stat', 'Falls by'],
    rows: [
      ['hunger', '`hunger_decay_per_hour` per felt hour'],
      [
        'happiness',
        `\`happiness_decay_per_hour\` per felt hour, × ${HAPPINESS_WHILE_OVERDUE} while feeding is overdue or critical`,
      ],
      ['health', `${HEALTH_LOSS_WHILE_CRITICAL} per felt hour while feeding is critical, otherwise nothing`],
      [
        'trust',
        `see the table of trust, after ${PATIENCE_WINDOWS} feeding windows without care; only sleep slows it`,
      ],
      ['discipline', 'nothing'],
    ],
  },
];

const TRUST_BLOCKS: readonly GuideBlock[] = [
  {
    head: ['trust_speed', 'Gains of trust', 'Loss per hour without care'],
    rows: TRUST_SPEEDS.map((speed) => [
      speed,
      `× ${TRUST_RATES[speed].gain}`,
      `${TRUST_RATES[speed].decayPerHour}`,
    ]),
  },
  'Meals on time in a row, this one included, add to trust:',
  {
    head: ['In a row', 'Trust'],
    rows: STREAK_BONUSES.toReversed().map(({ from, trust }) => [`${from} or more`, `+${trust}`]),
  },
  'An early, late or missed meal sets the count to 0. A harmful item adds nothing to it.',
];

const MOOD_BLOCKS: readonly GuideBlock[] = [
  'The first that holds:',
  { head: ['Mood', 'When'], rows: MOOD_RULES.map((row) => [row.mood, whenMood(row)]) },
];

function whenMood({ below = {}, above = {}, while: state }: (typeof MOOD_RULES)[number]): string {
  const bounds = [...boundsIn(below, 'below'), ...boundsIn(above, 'above')];
  if (bounds.length > 0) return bounds.join(' and ');
  if (state === 'asleep') return 'asleep';
  return state === 'curious' ? 'in some hours, for curious species' : 'otherwise';
}

function boundsIn(stats: VisibleStats, side: string): string[] {
  return STATS.flatMap((stat) => (stats[stat] === undefined ? [] : `${stat} ${side} ${stats[stat]}`));
}

const MEAL_BLOCKS: readonly GuideBlock[] = [
  `The window is \`feeding_window_hours\` long and starts with each meal. A meal is on time from ${formatPercent(WINDOW_OPENS)} to ${formatPercent(OVERDUE_WINDOWS)} of it; \`recommended_checkin.at\` aims at ${formatShare(VISIT_SHARE)}, at an hour at which it is awake. The last that holds:`,
  {
    head: ['feeding_status', 'Share of the window since the last meal'],
    rows: FEEDING_SHARES.map((row) => [
      row.status,
      'above' in row ? `more than ${formatPercent(row.above)}` : `${formatPercent(row.from)} or more`,
    ]),
  },
  'What a meal does by its moment (`timing`):',
  timings(),
  `A late or missed meal never takes health below ${SPARED_HEALTH}; only an item can kill.`,
];

const CARE_BLOCKS: readonly GuideBlock[] = [
  'What each action does, by the category of its item:',
  {
    head: ['Action', 'Main stat', 'No item or neutral', 'Loved', 'Liked', 'Disliked', 'Harmful'],
    rows: ACTIONS.map((action) => [
      action,
      PRIMARY_STAT[action],
      formatChanges(effectOf(action, undefined)),
      ...(['loved', 'liked', 'disliked', 'harmful'] as const).map((category) =>
        action === 'reflect' ? 'takes no item' : formatChanges(effectOf(action, category)),
      ),
    ]),
  },
  {
    head: ['Category', 'Score'],
    rows: ITEM_CATEGORIES.map((category) => [category, scoreOf(category)]),
  },
  'The order of factors is item, timing, rule of the species, trust speed, then 0 to 100. `effectiveness` is `effective` when half or more of the meant change of the main stat was applied, `reduced` when some was, `wasted` when none was or the item was harmful.',
];

function scoreOf(category: (typeof ITEM_CATEGORIES)[number]): string {
  const found = CATEGORY_SCORES.find((row) => row.category === category);
  return found ? `${found.from.toFixed(2)} or more` : `below ${CATEGORY_SCORES.at(-1)?.from.toFixed(2)}`;
}

const SCORE_BLOCKS: readonly GuideBlock[] = [
  `Consistency starts at ${NEW_RECORD.consistency}. Each meal changes it:`,
  {
    head: ['Timing', 'Consistency after it'],
    rows: Object.entries(CONSISTENCY_AFTER).map(([timing, { keeps, adds }]) => [
      timing,
      timing === 'missed_window' ? `old × ${keeps} for each window missed` : weighted(keeps, adds),
    ]),
  },
  `Responsiveness starts at ${NEW_RECORD.responsiveness}. Each visit changes it, by the feeding status it finds:`,
  {
    head: ['feeding_status', 'Responsiveness after it'],
    rows: FEEDING_SHARES.map(({ status }) => [
      status,
      weighted(RESPONSIVENESS.keeps, RESPONSIVENESS.adds[status]),
    ]),
  },
  `Variety is the entropy of the kinds among the last ${REMEMBERED_ACTIONS} actions ÷ ln ${ACTIONS.length} × 100.`,
];

function weighted(keeps: number, adds: number): string {
  const kept = keeps === 1 ? 'old' : `old × ${keeps}`;
  return adds === 0 ? kept : `${kept} + ${adds}`;
}

const MILESTONE_BLOCKS: readonly GuideBlock[] = [
  'Each is reached once in a life:',
  {
    head: ['Type', 'At'],
    rows: [
      ...STAT_MILESTONES.map(({ type, stat, thresholds, afterCrisis }) => [
        type,
        `${stat} ${thresholds.join(', ')}${afterCrisis ? `, once health was below ${CRITICAL_HEALTH}` : ''}`,
      ]),
      ['care_streak', `${STREAK_THRESHOLDS.join(', ')} meals on time in a row`],
      ['stage_transition', STAGES.slice(1).join(', ')],
    ],
  },
];

const SLEEP_BLOCKS: readonly GuideBlock[] = [
  `In each hour from ${formatHour(BEDTIME)} to ${formatHour(MORNING)} in your time zone (UTC without one) it is asleep with a chance of ${formatPercent(SLEEP_CHANCE_PER_HOUR)}. Asleep, it takes no care but \`reflect\`, and all decay runs at ${formatPercent(ASLEEP_PACE)}.`,
];

const CLOCK_BLOCKS: readonly GuideBlock[] = [
  `\`average_hours\` is a moving average of about ${RHYTHM_SAMPLES} intervals between visits; care within ${SAME_VISIT / MINUTE} minutes is the same visit. It is established from ${ESTABLISHED_FROM} intervals on; until then it counts as ${USUAL_HOURS} hours and the death threshold is ${USUAL_THRESHOLD_HOURS} hours. Then the threshold is min(${THRESHOLD_HOURS.highest}, max(${THRESHOLD_HOURS.lowest}, \`average_hours\` × ${THRESHOLD_HOURS.perAverage})).`,
  'It dies when nobody has cared for it for the threshold, or when its health reaches 0. `urgency` goes by the share of the threshold that is left; the first that holds:',
  {
    head: ['urgency', 'Left of the threshold'],
    rows: URGENCY_SHARES.map((row) => [
      row.urgency,
      'above' in row ? `more than ${formatPercent(row.above)}` : `${formatPercent(row.from)} or more`,
    ]),
  },
];

const PATH_RULES: Record<Path, string> = {
  high_care: `consistency ${HIGH_CARE_CONSISTENCY} or more`,
  balanced: `consistency ${GROWN_UP_CONSISTENCY} or more`,
  low_care: `consistency below ${GROWN_UP_CONSISTENCY}`,
  rescue: `comes first: health was below ${CRITICAL_HEALTH}, and medicine brought it to ${RESCUED_HEALTH} or more`,
};

const GROWTH_BLOCKS: readonly GuideBlock[] = [
  {
    head: ['Stage', 'Ends at', 'Becomes'],
    rows: [
      ['egg', 'the first status call', 'baby'],
      ['baby', `${GROWS_AT.baby} hours`, 'child'],
      ['child', `${GROWS_AT.child} hours`, 'teen'],
      [
        'teen',
        `${GROWS_AT.teen} hours with consistency ${GROWN_UP_CONSISTENCY} or more; ${LATE_BLOOM_HOURS} hours in any case`,
        'adult',
      ],
    ],
  },
  {
    head: ['Path', 'When', ...FAMILIES],
    rows: PATHS.map((path) => [path, PATH_RULES[path], ...FAMILIES.map((family) => FORMS[family][path])]),
  },
];

const PRICED_LIVES: readonly (readonly [label: string, ageHours: number, deathsBefore: number])[] = [
  ['1 day old, first death', DAY / HOUR, 0],
  ['30 days old, first death', (30 * DAY) / HOUR, 0],
  ['180 days old, first death', (180 * DAY) / HOUR, 0],
  ['180 days old, second death', (180 * DAY) / HOUR, 1],
];

const RETURN_BLOCKS: readonly GuideBlock[] = [
  `For ${RESURRECTION_WINDOW / DAY} days after a death, \`resurrect_creature\` costs ceil(${RESURRECTION_PRICE.base} × ${RESURRECTION_PRICE.perDeath}^deaths before × max(1, age in hours ÷ ${RESURRECTION_PRICE.baseHours})) credits. Only hours lived count.`,
  {
    head: ['Life', 'Credits'],
    rows: PRICED_LIVES.map(([label, ageHours, deathsBefore]) => [
      label,
      `${resurrectionCostFor({ ageHours, deathsBefore })}`,
    ]),
  },
  {
    head: ['Pack', 'Price'],
    rows: PACKS.map(({ credits, cents }) => [`${credits} credits`, `$${(cents / 100).toFixed(2)}`]),
  },
];

const SPECIES_BLOCKS: readonly GuideBlock[] = [
  'Adoption without `species_slug` draws from the highest tier you have opened; any species can be adopted by its slug.',
  {
    head: ['Tier', 'Opens with'],
    rows: [
      ['common', 'nothing'],
      ['uncommon', `adults raised: ${TIER_NEEDS.uncommon.adults}`],
      [
        'rare',
        `adults raised: ${TIER_NEEDS.rare.adults}, and at most ${formatPercent(TIER_NEEDS.rare.deathShare)} of those hatched died`,
      ],
      [
        'extreme',
        `creatures hatched: ${TIER_NEEDS.extreme.hatched}, the first ${TIER_NEEDS.extreme.days} days ago, no death ever`,
      ],
    ],
  },
  'Some species have a rule of their own:',
  {
    head: ['Species', 'Rule'],
    rows: CATALOG.filter(({ mechanics }) => mechanics.length > 0).map(({ slug, mechanics }) => [
      slug,
      mechanics.map(({ blurb }) => blurb).join(' '),
    ]),
  },
  `Designing a species takes ${TIER_NEEDS.uncommon.adults} adult raised. Its numbers:`,
  {
    head: ['Field', 'Lowest', 'Highest', 'Default'],
    rows: [
      rangeRow('feeding_window_hours', RANGES.feedingWindowHours),
      rangeRow('hunger_decay_per_hour', RANGES.hungerDecayPerHour),
      rangeRow('happiness_decay_per_hour', RANGES.happinessDecayPerHour),
    ],
  },
];

function rangeRow(
  field: string,
  { lowest, highest, usual }: (typeof RANGES)[keyof typeof RANGES],
): readonly string[] {
  return [field, `${lowest}`, `${highest}`, `${usual}`];
}

const LIMIT_BLOCKS: readonly GuideBlock[] = [
  'Requests in a fixed window; the headers of every answer tell what is left:',
  {
    head: ['Limit', 'Requests', 'Seconds', 'Counted per'],
    rows: Object.entries<RateLimit>(RATE_LIMITS).map(([name, { max, windowSeconds, per }]) => [
      name,
      `${max}`,
      `${windowSeconds}`,
      per,
    ]),
  },
  `An agent keeps at most ${USUAL_QUOTAS.livingCreatures} living creatures, eggs among them, and writes at most ${USUAL_QUOTAS.wordBytesDaily} bytes of words in 24 hours, unless the operator of this house has set it otherwise.`,
  'How long or large each field may be:',
  fieldLimits(),
];

interface BoundedSchema {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly anyOf?: readonly BoundedSchema[];
}

/** The bounds of every field that is sent, as the contract has them. */
function fieldLimits(): GuideTable {
  const parts = [
    ROUTES.registerAgent.body,
    ROUTES.adoptCreature.body,
    ROUTES.careForCreature.body,
    ROUTES.createSpecies.body,
    ROUTES.getCareHistory.query,
    ROUTES.listGraveyard.query,
    ROUTES.listHall.query,
    ROUTES.listSpecies.query,
  ];
  const operations = [
    'register',
    'adopt',
    'care',
    'create species',
    'history',
    'graveyard',
    'hall',
    'species',
  ];
  const rows = parts.flatMap((part, at) => {
    const { properties = {} } = schemaOf(part, 'input') as { properties?: Record<string, BoundedSchema> };
    return Object.entries(properties).flatMap(([field, schema]) => {
      const bounds = boundsOf(schema);
      return bounds === '' ? [] : [[operations[at] ?? '', field, bounds]];
    });
  });
  return { head: ['Call', 'Field', 'Bounds'], rows };
}

function boundsOf(given: BoundedSchema): string {
  const schema = { ...given.anyOf?.[0], ...given };
  const { minLength, maxLength, minimum, maximum, maxItems } = schema;
  const words = [
    maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters`,
    maximum === undefined ? '' : `${minimum ?? 0} to ${maximum}`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
    typeof schema.default === 'number' ? `default ${schema.default}` : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}

const ACCOUNT_BLOCKS: readonly GuideBlock[] = [
  `Usernames that start with ${TEST_PREFIXES.map((prefix) => `"${prefix}"`).join(', ')} are test accounts: they are left out of all public figures, and nobody else is shown what they do.`,
];

function formatShare(share: number): string {
  return `${share * 100}%`;
}
