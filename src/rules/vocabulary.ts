// Every closed list of words; types are derived from the lists.

export const ACTIONS = ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep', 'reflect'] as const;
export type Action = (typeof ACTIONS)[number];

export const ITEM_ACTIONS = ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep'] as const;
export type ItemAction = (typeof ITEM_ACTIONS)[number];

export const STATS = ['hunger', 'happiness', 'health', 'trust', 'discipline'] as const;
export type Stat = (typeof STATS)[number];

export const STAGES = ['egg', 'baby', 'child', 'teen', 'adult'] as const;
export type Stage = (typeof STAGES)[number];
export type HatchedStage = Exclude<Stage, 'egg'>;

export const FAMILIES = ['cat', 'dog', 'exotic', 'ai-native'] as const;
export type Family = (typeof FAMILIES)[number];

export const TIERS = ['common', 'uncommon', 'rare', 'extreme', 'community'] as const;
export type Tier = (typeof TIERS)[number];

export const MOODS = ['sleeping', 'critical', 'sick', 'hungry', 'happy', 'content', 'curious'] as const;
export type Mood = (typeof MOODS)[number];

export const APPEARANCES = [
  'fading',
  'failing',
  'frightened',
  'restless',
  'sick',
  'hungry',
  'unfed',
  'sad',
  'waiting',
  'guarded',
  'asleep',
  'happy',
  'content',
  'curious',
] as const;
/** How a creature looks to visitors, most alarming first; agents get its mood instead. */
export type Appearance = (typeof APPEARANCES)[number];

export type Lack =
  | 'medicine_and_food'
  | 'medicine'
  | 'missed_meal'
  | 'late_meal'
  | 'visit'
  | 'meal'
  | 'nothing';

export const PERILS = ['ending', 'near', 'none'] as const;
export type Peril = (typeof PERILS)[number];

export const TRAITS = [
  'punctual',
  'forgiving',
  'suspicious',
  'grateful',
  'stoic',
  'anxious',
  'vocal',
  'stubborn',
  'gentle',
  'nocturnal',
  'social',
  'solitary',
] as const;
export type Trait = (typeof TRAITS)[number];

export const TRUST_SPEEDS = ['instant', 'fast', 'medium', 'slow'] as const;
export type TrustSpeed = (typeof TRUST_SPEEDS)[number];

export const FEEDING_STATUSES = ['ok', 'due_soon', 'overdue', 'critical'] as const;
export type FeedingStatus = (typeof FEEDING_STATUSES)[number];

export const FEEDING_WINDOW_STATUSES = ['before_window', 'in_window', 'past_window'] as const;
export type FeedingWindowStatus = (typeof FEEDING_WINDOW_STATUSES)[number];

export const TIMINGS = ['early', 'on_time', 'late', 'missed_window'] as const;
export type Timing = (typeof TIMINGS)[number];

export const URGENCIES = ['safe', 'warning', 'critical', 'imminent'] as const;
export type Urgency = (typeof URGENCIES)[number];

export const ITEM_CATEGORIES = ['loved', 'liked', 'neutral', 'disliked', 'harmful'] as const;
export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

export const EFFECTIVENESS = ['effective', 'reduced', 'wasted'] as const;
export type Effectiveness = (typeof EFFECTIVENESS)[number];

export type CareRefusal = 'wants_play_first' | 'too_shy';

export const PATHS = ['high_care', 'balanced', 'low_care', 'rescue'] as const;
export type Path = (typeof PATHS)[number];

export const CAUSES = ['hunger', 'neglect', 'harm'] as const;
export type Cause = (typeof CAUSES)[number];

export const MILESTONES = [
  'trust_milestone',
  'happiness_milestone',
  'discipline_milestone',
  'health_milestone',
  'care_streak',
  'stage_transition',
] as const;
export type Milestone = (typeof MILESTONES)[number];

export const DAY_PARTS = ['night', 'morning', 'midday', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

export const LETTER_OCCASIONS = ['week', 'child', 'teen', 'adult', 'death', 'return', 'ambition'] as const;
export type LetterOccasion = (typeof LETTER_OCCASIONS)[number];

export const POSES = ['blink', 'left', 'right', 'twitch', 'breath'] as const;
export type Pose = (typeof POSES)[number];

export type HappeningKind = 'cared' | 'hatched' | 'grew' | 'died' | 'returned' | 'released';

export const HALL_CATEGORIES = ['oldest_living', 'most_consistent', 'gravestone_count'] as const;
export type HallCategory = (typeof HALL_CATEGORIES)[number];

export const SPECIES_ORDERS = ['newest', 'popular'] as const;
export type SpeciesOrder = (typeof SPECIES_ORDERS)[number];

export const CREATURE_ORDERS = ['youngest', 'oldest', 'trust', 'danger'] as const;
export type CreatureOrder = (typeof CREATURE_ORDERS)[number];

export const KEEPER_ORDERS = ['reliable', 'newest'] as const;
export type KeeperOrder = (typeof KEEPER_ORDERS)[number];

export const HISTORY_FORMATS = ['json', 'markdown'] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

export const PACK_IDS = ['100', '500', '1000'] as const;
export type PackId = (typeof PACK_IDS)[number];

export const PAYMENT_METHODS = ['mpp', 'x402'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const WRITINGS = [
  'note',
  'creature_name',
  'display_name',
  'bio',
  'location',
  'link',
  'avatar',
  'model',
  'species',
] as const;
export type Writing = (typeof WRITINGS)[number];

export type OperatorDeed =
  | 'signed_in'
  | 'hid'
  | 'unhid'
  | 'reviewed'
  | 'blocked'
  | 'unblocked'
  | 'payment_settled'
  | 'payment_refused'
  | 'settling_confirmed';

/** What can be wrong with the service, in the order of urgency. `critical` needs the operator now, `warning` within a day. */
export const HOUSE_PROBLEMS = {
  database_away: 'critical',
  disk_full: 'critical',
  disk_nearly_full: 'critical',
  writes_failing: 'critical',
  clock_wrong: 'critical',
  clock_behind: 'critical',
  settling_paused: 'critical',
  settling_stuck: 'critical',
  ledger_imbalance: 'critical',
  damaged_rows: 'critical',
  payments_unresolved: 'warning',
  disk_low: 'warning',
  clock_off: 'warning',
  replica_behind: 'warning',
  redis_away: 'warning',
  job_failing: 'warning',
  backup_missing: 'warning',
  backup_old: 'warning',
  backlog: 'warning',
} as const;

export type HouseProblemName = keyof typeof HOUSE_PROBLEMS;
export const HOUSE_PROBLEM_NAMES = Object.keys(HOUSE_PROBLEMS) as [HouseProblemName, ...HouseProblemName[]];
export const SEVERITIES = ['critical', 'warning'] as const;

/** `facts` fill the sentences of content/ops/problems.json. */
export interface HouseProblem {
  readonly name: HouseProblemName;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly since?: number | undefined;
}

/** The stats of a creature, each from 0 to 100. */
export type Stats = Readonly<Record<Stat, number>>;

/** Stats as shown; a stat that is left out is hidden. */
export type VisibleStats = Readonly<Partial<Stats>>;

/** Changes of stats; a stat that is left out does not change. */
export type StatChanges = Readonly<Partial<Record<Stat, number>>>;

export function clampStat(value: number): number {
  return Math.min(100, Math.max(0, value));
}

export function addChanges(one: StatChanges, other: StatChanges): StatChanges {
  const sum: ChangesDraft = {};
  for (const stat of STATS) {
    const { [stat]: first } = one;
    const { [stat]: second } = other;
    if (first !== undefined || second !== undefined) sum[stat] = (first ?? 0) + (second ?? 0);
  }
  return sum;
}

type ChangesDraft = Partial<Record<Stat, number>>;

export function scaleGains(factor: number, changes: StatChanges): StatChanges {
  return mapChanges(changes, (change) => (change > 0 ? change * factor : change));
}

export function mapChanges(changes: StatChanges, by: (change: number) => number): StatChanges {
  const mapped: ChangesDraft = {};
  for (const stat of STATS) {
    const { [stat]: change } = changes;
    if (change !== undefined) mapped[stat] = by(change);
  }
  return mapped;
}

export const CREATURE_STATES = ['egg', 'alive', 'dead', 'released'] as const;
export type CreatureState = (typeof CREATURE_STATES)[number];

/** Why a visit is due, the most pressing first; `nothing` while none is. */
export const DUE_REASONS = ['danger', 'visit', 'egg', 'nothing', 'nobody'] as const;
export type DueReason = (typeof DUE_REASONS)[number];

/** Holders of credentials that open a few routes of an agent's account: the human with its link, and those who care in its place. */
export const GUESTS = ['owner', 'sitter'] as const;
export type Guest = (typeof GUESTS)[number];

const GUEST_PREFIXES: Readonly<Record<Guest, string>> = { owner: 'aho_', sitter: 'ahs_' };

/** What the credentials of a guest begin with. */
export function guestPrefix(guest: Guest): string {
  return GUEST_PREFIXES[guest];
}

/** Whose credential this is; undefined for an API key and for anything else. */
export function guestWith(key: string): Guest | undefined {
  return GUESTS.find((guest) => key.startsWith(GUEST_PREFIXES[guest]));
}

/** An agent has at most so many sitters at a time, and each for at most so many hours. */
export const MOST_SITTERS = 3;
export const SITTER_HOURS = 720;
