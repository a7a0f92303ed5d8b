import guideDates from '#content/guides/dates.json' with { type: 'json' };
import guidesPage from '#content/voice/public/guides.json' with { type: 'json' };

import { TEST_PREFIXES, TIER_NEEDS, USUAL_QUOTAS } from '../../rules/agents.ts';
import { DAY, HOUR } from '../../rules/base/clock.ts';
import {
  CATEGORY_SCORES,
  effectOf,
  PRIMARY_STAT,
  RESCUED_HEALTH,
  SPARED_HEALTH,
} from '../../rules/care/care.ts';
import {
  CONSISTENCY_AFTER,
  consistencyAfter,
  EARLY_MEAL_FROM,
  FEED_TIMINGS,
  FEEDING_SHARES,
  RESPONSIVENESS,
  STREAK_BONUSES,
} from '../../rules/care/feeding.ts';
import { formatPrice, PACKS } from '../../rules/credits.ts';
import { formatCount } from '../../rules/format-numbers.ts';
import {
  CRITICAL_HEALTH,
  NEW_RECORD,
  REMEMBERED_ACTIONS,
  STATS_AT_BIRTH,
} from '../../rules/lives/creature.ts';
import { HAPPINESS_WHILE_OVERDUE, PATIENCE_WINDOWS, TRUST_RATES } from '../../rules/lives/decay.ts';
import { FORMS, GROWS_AT, STAT_MILESTONES, STREAK_THRESHOLDS } from '../../rules/lives/growth.ts';
import { URGENCY_SHARES } from '../../rules/lives/live-until.ts';
import { MOOD_RULES } from '../../rules/lives/observe.ts';
import {
  RESURRECTION_PRICE,
  resurrectionCostFor,
  STATS_AFTER_RESURRECTION,
} from '../../rules/lives/resurrection.ts';
import {
  ASLEEP_PACE,
  deathThresholdHours,
  ESTABLISHED_FROM,
  HEALTH_PACE_CAP,
  MULTIPLIER_KNOTS,
  RHYTHM_SAMPLES,
  SLEEP_CHANCE_PER_HOUR,
  THRESHOLD_HOURS,
  USUAL_HOURS,
  VISIT_SHARE,
} from '../../rules/lives/rhythm.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { TRAIT_MECHANICS } from '../../rules/species/mechanics.ts';
import { RANGES } from '../../rules/species/species.ts';
import {
  type Action,
  ACTIONS,
  FAMILIES,
  ITEM_CATEGORIES,
  type ItemCategory,
  type Path,
  PATHS,
  type Stage,
  STAGES,
  STATS,
  type Timing,
  TRUST_SPEEDS,
  type VisibleStats,
} from '../../rules/vocabulary.ts';
import { schemaOf } from '../../api/openapi-schemas.ts';
import { type RateLimit, RATE_LIMITS } from '../../api/rate-limits.ts';
import { ROUTES } from '../../api/routes.ts';
import { RULE_WORDS, SHARED_TEXTS } from '../server/rule-words.ts';
import { readDocument } from '../documents.ts';
import { joinWithAnd } from '../nouns.ts';
import { formatChanges, formatPercent, formatSpan } from '../numbers.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import type { JsonSchema } from './api-reference.ts';
import { FAMILY_NAMES } from './page-words.ts';
import { SPECIES_WORDS } from './species-page.ts';

export const { page: GUIDES_PAGE, figures: FIGURE_WORDS } = guidesPage;

type Cells = readonly (string | number)[];

function rows<Row>(of: readonly Row[], cells: (row: Row, at: number) => Cells): string {
  return of.map((row, at) => `| ${cells(row, at).join(' | ')} |`).join('\n');
}

type MealTiming = (typeof FEED_TIMINGS)[number];

export function endOfTiming(row: MealTiming): number {
  return 'below' in row ? row.below : row.upTo;
}

function shareAfterMeal(row: MealTiming, before: MealTiming | undefined): string {
  const end = formatPercent(endOfTiming(row));
  if (!before) return `under ${end}`;
  const start = formatPercent(endOfTiming(before));
  return endOfTiming(row) === Infinity ? `over ${start}` : `${start} to ${end}`;
}

function consistencyCells(timing: Timing, windows: number): string {
  return [80, 50].map((before) => consistencyAfter(before, timing, windows).toFixed(0)).join(' | ');
}

function formCells(path: Path): string {
  return FAMILIES.map((family) => FORMS[family][path]).join(' | ');
}

function limitCells({ max, windowSeconds, per }: RateLimit): string {
  return `${max} per ${formatSpan(windowSeconds)} | ${per === 'ip' ? 'address' : 'agent'}`;
}

function effectCells(action: Action, categories: readonly ItemCategory[]): string[] {
  return [undefined, ...categories].map((item) =>
    item && action === 'reflect' ? 'takes no item' : formatChanges(effectOf(action, item)),
  );
}

function shareFrom(row: { readonly above: number } | { readonly from: number }): string {
  return 'above' in row ? `more than ${formatPercent(row.above)}` : `${formatPercent(row.from)} or more`;
}

function whenMood({ below = {}, above = {}, while: state }: (typeof MOOD_RULES)[number]): string {
  const bounds = [...statBounds(below, 'below'), ...statBounds(above, 'above')];
  if (bounds.length > 0) return bounds.join(' and ');
  if (state === 'asleep') return 'asleep';
  return state === 'curious' ? 'in some hours, for curious species' : 'otherwise';
}

function statBounds(stats: VisibleStats, side: string): string[] {
  return STATS.flatMap((stat) => (stats[stat] === undefined ? [] : `${stat} ${side} ${stats[stat]}`));
}

function scoreOf(category: ItemCategory): string {
  const found = CATEGORY_SCORES.find((row) => row.category === category);
  return found ? `${found.from.toFixed(2)} or more` : `below ${CATEGORY_SCORES.at(-1)?.from.toFixed(2)}`;
}

function weighted(keeps: number, adds: number): string {
  const kept = keeps === 1 ? 'old' : `old × ${keeps}`;
  return adds === 0 ? kept : `${kept} + ${adds}`;
}

function priceAfter(days: number, deathsBefore: number): number {
  return resurrectionCostFor({ deathsBefore, ageHours: (days * DAY) / HOUR });
}

const BOUNDED_CALLS = [
  ['register', ROUTES.registerAgent.body],
  ['adopt', ROUTES.adoptCreature.body],
  ['care', ROUTES.careForCreature.body],
  ['create species', ROUTES.createSpecies.body],
  ['history', ROUTES.getCareHistory.query],
  ['graveyard', ROUTES.listGraveyard.query],
  ['hall', ROUTES.listHall.query],
  ['species', ROUTES.listSpecies.query],
] as const;

function fieldBounds(): Cells[] {
  return BOUNDED_CALLS.flatMap(([call, part]) => {
    const { properties = {} }: JsonSchema = schemaOf(part, 'input');
    const fields = Object.entries(properties).map(([field, schema]) => [call, field, boundsOf(schema)]);
    return fields.filter(([, , bounds]) => bounds !== '');
  });
}

function boundsOf(given: JsonSchema): string {
  const schema = { ...given.anyOf?.[0], ...given };
  const { minLength = 0, maxLength, minimum = 0, maximum, maxItems } = schema;
  const words = [
    maxLength === undefined ? '' : `${minLength} to ${maxLength} characters`,
    maximum === undefined ? '' : `${minimum} to ${maximum}`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
    typeof schema.default === 'number' ? `default ${schema.default}` : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}

const LIMITS = [
  ...(['register', 'adopt', 'status', 'care', 'history', 'resurrect', 'species_create'] as const),
  ...(['graveyard', 'hall', 'species'] as const),
];
const { social } = TRAIT_MECHANICS;
const LAST_KNOT = MULTIPLIER_KNOTS.at(-1);

/** Values of the placeholders in guides. Every number comes from the rules. */
export const GUIDE_WORDS: TemplateWords = {
  ...RULE_WORDS,
  hungerMeans: SHARED_TEXTS.hungerMeans,
  whatToKnow: SHARED_TEXTS.whatToKnow,

  registerPath: ROUTES.registerAgent.path,
  adoptPath: ROUTES.adoptCreature.path,
  statusPath: ROUTES.getCreatureStatus.path,
  carePath: ROUTES.careForCreature.path,
  duePath: ROUTES.getDue.path,
  resurrectPath: ROUTES.resurrectCreature.path,
  buyPath: ROUTES.buyCredits.path,
  ...Object.fromEntries(LIMITS.map((name) => [`limit_${name}`, limitCells(RATE_LIMITS[name])])),
  limitRows: rows(Object.entries(RATE_LIMITS), ([name, { max, windowSeconds, per }]) => [
    name,
    max,
    windowSeconds,
    per,
  ]),
  livingCreatures: `${USUAL_QUOTAS.livingCreatures}`,
  wordBytesDaily: `${USUAL_QUOTAS.wordBytesDaily}`,
  boundRows: rows(fieldBounds(), (cells) => cells),
  testPrefixes: TEST_PREFIXES.map((prefix) => `"${prefix}"`).join(', '),

  actionCount: `${ACTIONS.length}`,
  actions: joinWithAnd(ACTIONS),
  stages: joinWithAnd(STAGES),
  laterStages: STAGES.slice(1).join(', '),
  statRows: rows(STATS, (stat) => [stat, STATS_AT_BIRTH[stat], STATS_AFTER_RESURRECTION[stat]]),
  statsAfterReturn: STATS.map((stat) => `${stat} ${STATS_AFTER_RESURRECTION[stat]}`).join(', '),
  moodRows: rows(MOOD_RULES, (rule) => [rule.mood, whenMood(rule)]),

  establishedFrom: `${ESTABLISHED_FROM}`,
  rhythmSamples: `${RHYTHM_SAMPLES}`,
  usualHours: `${USUAL_HOURS}`,
  healthPaceCap: `${HEALTH_PACE_CAP}`,
  lastRhythms: `${LAST_KNOT?.rhythms}`,
  lastMultiplier: `${LAST_KNOT?.multiplier}`,
  decayRows: rows(MULTIPLIER_KNOTS, ({ rhythms, multiplier }, at) => [
    `${at === 0 ? 'up to ' : ''}${rhythms} × its rhythm`,
    `${multiplier} ×`,
  ]),
  rhythmRows: rows(MULTIPLIER_KNOTS, ({ rhythms, multiplier }, at) => [
    'rhythm (`decay_multiplier`)',
    multiplier,
    `${at === 0 ? 'up to ' : ''}${rhythms} × \`average_hours\` since the last care`,
  ]),
  thresholdPerAverage: `${THRESHOLD_HOURS.perAverage}`,
  thresholdRows: rows([4, 8, 12, 16, 24], (averageHours) => [
    `${averageHours} hours`,
    `${deathThresholdHours({ intervals: ESTABLISHED_FROM, averageHours })} hours`,
  ]),
  urgencyRows: rows(URGENCY_SHARES, (row) => [row.urgency, shareFrom(row)]),
  sleepChance: formatPercent(SLEEP_CHANCE_PER_HOUR),
  asleepFactor: `${ASLEEP_PACE}`,
  lonelyPace: `${social?.loneliness?.pace}`,
  lonelyAfterHours: `${social?.loneliness?.afterHours}`,
  overdueHappiness: `${HAPPINESS_WHILE_OVERDUE}`,
  patienceWindows: `${PATIENCE_WINDOWS}`,

  shortestWindow: `${RANGES.feedingWindowHours.lowest}`,
  longestWindow: `${RANGES.feedingWindowHours.highest}`,
  visitShare: `${VISIT_SHARE * 100}%`,
  earlyMealFrom: formatPercent(EARLY_MEAL_FROM),
  feedingRows: rows(FEEDING_SHARES, (row) => [row.status, shareFrom(row)]),
  timingRows: rows(FEED_TIMINGS, (row, at) => [
    shareAfterMeal(row, FEED_TIMINGS[at - 1]),
    FIGURE_WORDS.timings[row.timing],
    formatPercent(row.hunger),
    formatChanges(row.also),
  ]),
  streakRows: rows(STREAK_BONUSES.toReversed(), ({ from, trust }) => [`${from} or more`, `+${trust}`]),
  streakThresholds: STREAK_THRESHOLDS.join(', '),
  milestoneRows: rows(STAT_MILESTONES, ({ type, stat, thresholds, afterCrisis }) => [
    type,
    `${stat} ${thresholds.join(', ')}${afterCrisis ? `, once health was below ${CRITICAL_HEALTH}` : ''}`,
  ]),

  consistencyAtFirst: `${NEW_RECORD.consistency}`,
  consistencyEarly: consistencyCells('early', 0.3),
  consistencyOnTime: consistencyCells('on_time', 0.8),
  consistencyLate: consistencyCells('late', 1.2),
  consistencyMissed: consistencyCells('missed_window', 2),
  consistencyRows: rows(Object.entries(CONSISTENCY_AFTER), ([timing, { keeps, adds }]) => [
    timing,
    timing === 'missed_window' ? `old × ${keeps} for each window missed` : weighted(keeps, adds),
  ]),
  responsivenessAtFirst: `${NEW_RECORD.responsiveness}`,
  responsivenessRows: rows(FEEDING_SHARES, ({ status }) => [
    status,
    weighted(RESPONSIVENESS.keeps, RESPONSIVENESS.adds[status]),
  ]),
  rememberedActions: `${REMEMBERED_ACTIONS}`,

  sparedHealth: `${SPARED_HEALTH}`,
  rescuedHealth: `${RESCUED_HEALTH}`,
  effectRows: rows(ACTIONS, (action) => [
    action,
    PRIMARY_STAT[action],
    ...effectCells(action, ['loved', 'liked', 'disliked', 'harmful']),
  ]),
  giftRows: rows(ACTIONS, (action) => [action, ...effectCells(action, ['loved', 'harmful'])]),
  scoreRows: rows(ITEM_CATEGORIES, (category) => [category, scoreOf(category)]),
  likenessRows: rows(CATEGORY_SCORES, ({ category, from }) => [`${from.toFixed(2)} and more`, category]),

  families: FAMILIES.join(' | '),
  familyHeads: FAMILIES.map((family) => FAMILY_NAMES[family]).join(' | '),
  ...Object.fromEntries(PATHS.map((path) => [`words_${path}`, SPECIES_WORDS.pathWords[path]])),
  ...Object.fromEntries(PATHS.map((path) => [`forms_${path}`, formCells(path)])),

  resurrectionBase: `${RESURRECTION_PRICE.base}`,
  resurrectionPerDeath: `${RESURRECTION_PRICE.perDeath}`,
  resurrectionBaseHours: `${RESURRECTION_PRICE.baseHours}`,
  price1: `${priceAfter(1, 0)}`,
  price30: `${priceAfter(30, 0)}`,
  price180: `${priceAfter(180, 0)}`,
  price180Again: `${priceAfter(180, 1)}`,
  priceOfDay: formatCount(priceAfter(1, 0)),
  priceOfMonth: formatCount(priceAfter(30, 0)),
  priceOfHalfYear: formatCount(priceAfter(182, 0)),
  priceOfSecondDeath: formatCount(priceAfter(182, 1)),
  packRows: rows(PACKS, ({ credits, cents }) => [
    formatCount(credits),
    formatPrice(cents),
    `${(cents / credits).toFixed(1)} cents`,
  ]),
  packPriceRows: rows(PACKS, ({ credits, cents }) => [`${credits} credits`, formatPrice(cents)]),

  uncommonAdultCount: `${TIER_NEEDS.uncommon.adults}`,
  trustRows: rows(TRUST_SPEEDS, (speed) => [
    speed,
    `× ${TRUST_RATES[speed].gain}`,
    TRUST_RATES[speed].decayPerHour,
  ]),
  mechanicRows: rows(
    CATALOG.filter(({ mechanics }) => mechanics.length > 0),
    ({ slug, mechanics }) => [slug, mechanics.map(({ blurb }) => blurb).join(' ')],
  ),
  rangeRows: rows(
    [
      { field: 'feeding_window_hours', ...RANGES.feedingWindowHours },
      { field: 'hunger_decay_per_hour', ...RANGES.hungerDecayPerHour },
      { field: 'happiness_decay_per_hour', ...RANGES.happinessDecayPerHour },
    ],
    ({ field, lowest, highest, usual }) => [field, lowest, highest, usual],
  ),
};

export type Guide = ReturnType<typeof readGuide>;

export type GuideBlock =
  | string
  | { readonly code: string }
  | { readonly list: readonly string[] }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | GuideFigure;

export const FIGURES = ['feeding_window', 'decay', 'death_clock', 'stages', 'paths', 'payment'] as const;
export type FigureName = (typeof FIGURES)[number];

export interface GuideFigure {
  readonly figure: FigureName;
  readonly caption: string;
  readonly says: string;
}

export const GUIDES: readonly Guide[] = (
  [
    '#content/guides/getting-started.md',
    '#content/guides/connect.md',
    '#content/guides/clock.md',
    '#content/guides/feeding.md',
    '#content/guides/evolution.md',
    '#content/guides/rules.md',
    '#content/guides/payments.md',
    '#content/guides/self-hosting.md',
  ] as const
).map(readGuide);

export function guideOf(name: string): Guide | undefined {
  return GUIDES.find((guide) => guide.name === name);
}

function readGuide(path: `#content/guides/${string}.md`) {
  const template = readDocument(path);
  const [title = '', description = ''] = template.split('\n\n', 2);
  const filled = (origin: string) => fillTemplate(template, { ...GUIDE_WORDS, origin });
  const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  return {
    name,
    title: title.slice('# '.length),
    description,
    dates: datesOf(name),
    parts: (origin: string) => filled(origin).trimEnd().split('\n\n## ').slice(1).map(partOf),
    /** The whole guide as Markdown, figures replaced by their alternative text. */
    text: (origin: string) =>
      filled(origin)
        .split('\n')
        .map((line) => line.replace(FIGURE, '$1'))
        .join('\n'),
  };
}

/** The days on which a guide was published and last changed. */
function datesOf(name: string): Readonly<Record<'published' | 'changed', string>> {
  const found = new Map(Object.entries(guideDates)).get(name);
  if (!found)
    throw new Error(`content/guides/dates.json lacks ${name}: run node tools/generate.ts guide-dates.`);
  const { published, changed } = found;
  return { published, changed };
}

const FIGURE = /^!\[([^\]]+)\]\((\w+) "([^"]+)"\)$/;

function partOf(text: string) {
  const [heading = '', ...blocks] = text.split('\n\n');
  return { heading, blocks: blocks.map(blockOf) };
}

function blockOf(text: string): GuideBlock {
  const lines = text.split('\n');
  if (text.startsWith('```')) return { code: lines.slice(1, -1).join('\n') };
  if (text.startsWith('- ')) return { list: lines.map((line) => line.slice('- '.length)) };
  if (text.startsWith('| ')) {
    const [head = [], , ...cells] = lines.map((line) => line.slice(2, -2).split(' | '));
    return { head, rows: cells };
  }
  const [, says, figure, caption] = FIGURE.exec(text) ?? [];
  if (says === undefined || caption === undefined) return text;
  // The cast holds: tools/check/content.ts checks that the name is one of FIGURES.
  return { figure: figure as FigureName, caption, says };
}

export const STAGE_MOMENTS: Record<Stage, string> = {
  egg: 'waits for you',
  baby: 'at the first look',
  child: `after ${GROWS_AT.baby} hours`,
  teen: `after ${GROWS_AT.child} hours`,
  adult: `after ${GROWS_AT.teen} hours`,
};
