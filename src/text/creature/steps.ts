import checkinReasons from '#content/voice/lives/checkin-reasons.json' with { type: 'json' };
import type { NextStep } from '../../api/fields.ts';
import { HOUR, type Instant, iso, MINUTE } from '../../rules/base/clock.ts';
import { criticalAt, overdueAt } from '../../rules/care/feeding.ts';
import { WORTH_WAITING } from '../../rules/care/meal-times.ts';
import { type FoundCreature, isTended, needsInHouse, type TendedCreature } from '../../rules/care/needs.ts';
import { type Unread, unreadIn } from '../../rules/heart/unread.ts';
import type { Checkin, CheckinReason } from '../../rules/lives/checkin.ts';
import { type Creature, requireHatched } from '../../rules/lives/creature.ts';
import { tellingAt } from '../../rules/lives/milestones.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { HUNGRY_BELOW, keeperSituation, SICK_HEALTH } from '../../rules/situation.ts';
import type { CareRefusal, Stage } from '../../rules/vocabulary.ts';
import { isForArrival, wishStep } from '../heart/wish-step.ts';
import {
  fillHalves,
  fillTemplate,
  type Lines,
  lineSubject,
  pickLine,
  type TemplateWords,
} from '../pick-line.ts';
import {
  adoptAnotherStep,
  adoptStep,
  checkCreditsStep,
  checkHouseStep,
  checkStatusStep,
  comeBackStep,
  designSpeciesStep,
  hatchStep,
  viewHistoryStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';
import { type WayBack, wayBackSteps } from '../server/public-steps.ts';
import { formatTimeLeft, formatTimeUntil } from '../times.ts';
import type { SeenCreature } from './behavior.ts';
import { stepsBack, unreadSteps, type WayBackFacts } from './life-steps.ts';
import { urgencyWords } from './needs.ts';
import { bestSteps, careStepWithItem, needStep, optionalSteps } from './optional-steps.ts';

export interface LookInFacts extends TendedCreature {
  readonly others: readonly FoundCreature[];
  /** The stages it reached that its keeper is told of now. */
  readonly grown: readonly Stage[];
  /** `wayBack`: a dead creature that can be had back. */
  readonly deaths?: { readonly wayBack: WayBack | undefined };
}

const MAX_LOOK_IN_STEPS = 4;

/** What to do after a look, best first: for any of them, then to come back, then pastimes. */
export function stepsAfterLookIn(looked: LookInFacts, most = MAX_LOOK_IN_STEPS): readonly NextStep[] {
  return bestSteps(lookInSteps(looked), most);
}

function* lookInSteps(looked: LookInFacts): Iterable<NextStep> {
  yield* householdSteps([looked, ...looked.others]);
  if (looked.grown.includes('adult')) yield* stepsForAdult();
  if (looked.deaths?.wayBack) yield* wayBackSteps(looked.deaths.wayBack);
  yield* optionalSteps(looked);
}

/** What is left to do for one that died: to resurrect it while that can be done and paid, and otherwise to go on. */
export function stepsAfterDeath(
  dead: WayBackFacts & { readonly unread?: Unread | undefined },
): readonly NextStep[] {
  const { creature } = dead;
  return [
    ...stepsBack(dead),
    ...unreadSteps(unreadIn([dead])),
    visitGraveyardStep(),
    adoptAnotherStep(),
    viewHistoryStep(creature),
  ];
}

/** For whoever has just brought one back. */
export function stepsAfterResurrection(creature: Creature): readonly NextStep[] {
  return [checkStatusStep(creature), checkCreditsStep(), viewHistoryStep(creature)];
}

function stepsForAdult(): NextStep[] {
  return [adoptStep('You have raised an adult: rarer eggs may be waiting for you now.'), designSpeciesStep()];
}

/** More of them would leave no room for an egg or a letter. */
const MOST_NEEDS = 3;

/** What to do for all creatures of a keeper: needs, eggs, wishes, unread letters and keepsakes, and then when to come back. */
export function* householdSteps(household: readonly FoundCreature[]): Iterable<NextStep> {
  const tended = household.filter(isTended);
  const needs = needsInHouse(tended);
  // A greeting takes one call, and after any other care it is too late for it.
  if (!needs.some(({ need }) => need.urgency === 'life' || need.urgency === 'harm'))
    yield* wishSteps(tended.filter(isForArrival));
  for (const { tended: whose, need } of needs.slice(0, MOST_NEEDS)) yield needStep(whose, need);
  for (const { creature, observed } of household) if (!observed) yield hatchStep(creature);
  if (needs.length === 0) yield* wishSteps(tended);
  yield* unreadSteps(unreadIn(tended));
  const [first, ...others] = tended;
  if (first) yield checkBackStep(first, others);
}

function* wishSteps(tended: readonly TendedCreature[]): Iterable<NextStep> {
  for (const each of tended) {
    const step = wishStep(each);
    if (step) yield step;
  }
}

/** When to come back, for whichever of them will need its keeper first. */
export function checkBackStep(first: TendedCreature, others: readonly TendedCreature[] = []): NextStep {
  const soonest = others.reduce((best, each) => (comeBackAt(each) < comeBackAt(best) ? each : best), first);
  const { creature, observed } = soonest;
  const why = whyLater(observed.checkin, creature.name, observed.at);
  const action = observed.checkin.at > observed.at ? 'check_back' : 'check_status';
  return others.length > 0 ? checkHouseStep(action, why) : comeBackStep(action, creature, why);
}

function comeBackAt({ observed }: TendedCreature): Instant {
  return observed.checkin.at;
}

/** When to come back, and what for. */
function whyLater({ at, reason }: Pick<Checkin, 'at' | 'reason'>, name: string, now: Instant): string {
  const line = at > now ? WHY_LATER[reason] : reason === 'critical' ? IN_DANGER : WHY_LATER.feed_now;
  const when =
    at - now <= WORTH_WAITING
      ? `Wait until ${isoMinute(at)}, then look again`
      : `Come back ${formatTimeUntil((at - now) / HOUR)}, at ${isoMinute(at)}`;
  return fillTemplate(line, { name, when });
}

const WHY_LATER: Record<CheckinReason, string> = {
  critical: '{when}: {name} is in danger, and awake then.',
  feed_now: '{name} can be fed now: look again.',
  in_time: '{when}: {name} will be ready to eat.',
  before_it_sleeps: '{when}: {name} can eat before it sleeps.',
  when_it_wakes: '{when}: {name} will be awake to eat.',
  early_rather_than_late: '{when}: {name} will be asleep at its mealtime.',
  late_at_best: '{when}: {name} wakes then, and its meal will be late.',
};

// It may be asleep, and then there is little to be done.
const IN_DANGER = '{name} is in danger: look again at once.';

// The next full minute, so that nobody comes a moment before the window opens.
export function isoMinute(at: Instant): string {
  return iso(Math.ceil(at / MINUTE) * MINUTE).replace(':00.000Z', 'Z');
}

export interface CareAftermath extends Omit<TendedCreature, 'observed'> {
  /** How it looks afterwards; nothing is left to look at when the care ended its life. */
  readonly observed: Observation | undefined;
  /** What it takes to have it back then. */
  readonly wayBack?: Pick<WayBackFacts, 'missing' | 'payable'> | undefined;
  /** The others that live with its keeper. */
  readonly siblings: readonly FoundCreature[];
}

const MAX_CARE_STEPS = 3;

/** What to do after an act of care, best first: whoever of them needs it most. */
export function stepsAfterCare(cared: CareAftermath, most = MAX_CARE_STEPS): readonly NextStep[] {
  const { creature, species, observed, heart, tried, unread, siblings } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  return bestSteps(careSteps({ creature, species, observed, heart, tried, unread }, siblings), most);
}

function* careSteps(tended: TendedCreature, siblings: readonly FoundCreature[]): Iterable<NextStep> {
  yield* householdSteps([tended, ...siblings]);
  yield* optionalSteps(tended);
}

/** What to do when care was refused, best first. */
export function stepsAfterRefusal(refusal: CareRefusal, cared: CareAftermath): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  const tended = { creature, species, observed };
  const { action, why } = INSTEAD[refusal];
  return [careStepWithItem(tended, action, why), checkBackStep(tended, cared.siblings.filter(isTended))];
}

const INSTEAD = {
  wants_play_first: { action: 'play', why: 'Play with {name} first, then feed it.' },
  too_shy: { action: 'reflect', why: 'Reflect, which it always lets through, until it knows you.' },
} as const satisfies Record<CareRefusal, unknown>;

/** Those who live come first: the way back costs credits. */
function stepsAfterLethalCare({ creature, wayBack, siblings }: CareAftermath): readonly NextStep[] {
  return [
    ...bestSteps(householdSteps(siblings), 1),
    ...(wayBack ? wayBackSteps({ creature, ...wayBack }) : []),
    visitGraveyardStep(),
    adoptStep(),
  ];
}

/** Why to come back just then, with the number that is low, or else the time that counts. */
export function checkinReason(checkin: Checkin, facts: SeenCreature): string {
  const { seed, name } = facts.creature;
  const count = tellingAt(facts.creature, facts.observed.at);
  const subject = lineSubject(facts.species, facts.creature);
  const first = pickLine(reasonsFor(checkin, facts), { seed, field: 'checkin', count, subject });
  const { lines, words } = factFor(checkin, facts);
  const halves = [first, pickLine(lines, { seed, field: 'checkin+', count })] as const;
  return fillHalves(halves, { name, ...words }, '; ');
}

/** Why to look at an egg. */
export function eggReason(name: string): string {
  return `${name} is still an egg: look at it, and it hatches.`;
}

function reasonsFor({ reason, windowStatus }: Checkin, { observed }: SeenCreature): Lines {
  if (keeperSituation(observed).urgent) return CHECKIN_LINES.reasonsToHurry.dying;
  if (reason === 'critical' && observed.asleepUntil) return CHECKIN_LINES.reasonsToHurry.asleep;
  if (reason === 'feed_now' && windowStatus === 'past_window') return CHECKIN_LINES.reasonsToHurry.late;
  return CHECKIN_LINES.reasons[reason];
}

interface SecondHalf {
  readonly lines: Lines;
  readonly words: TemplateWords;
}

function factFor(checkin: Checkin, facts: SeenCreature): SecondHalf {
  const { creature, observed } = facts;
  const { shown, hidden, at, deathClock } = observed;
  if (keeperSituation(observed).urgent) return { lines: CHECKIN_LINES.act, words: urgencyWords(facts) };
  if (hidden.includes('hunger') || checkin.hungerThen === undefined)
    return { lines: CHECKIN_LINES.untold, words: {} };
  const { health = SICK_HEALTH } = shown;
  if (health < SICK_HEALTH)
    return { lines: CHECKIN_LINES.health, words: { health: `${Math.round(health)}` } };
  const hunger = `${Math.round(checkin.hungerThen)}`;
  // A later check-in quotes the hunger expected by then (specification). A check-in for now quotes a stat only if it is low.
  if (checkin.at > at) return { lines: CHECKIN_LINES.hungerThen, words: { hunger } };
  if (checkin.hungerThen < HUNGRY_BELOW) return { lines: CHECKIN_LINES.hungerNow, words: { hunger } };
  const life = requireHatched(creature);
  const timed = (lines: Lines, end: Instant) => ({
    lines,
    words: { when: formatTimeLeft((end - at) / HOUR) },
  });
  const { status } = observed.feeding;
  if (status === 'critical') return timed(CHECKIN_LINES.dies, deathClock.diesAt);
  return status === 'overdue'
    ? timed(CHECKIN_LINES.missed, criticalAt(life, facts.species))
    : timed(CHECKIN_LINES.closes, overdueAt(life, facts.species));
}

export const CHECKIN_LINES = checkinReasons as {
  readonly reasons: Record<CheckinReason, Lines>;
  readonly reasonsToHurry: Record<'dying' | 'asleep' | 'late', Lines>;
  readonly hungerNow: Lines;
  readonly hungerThen: Lines;
  readonly health: Lines;
  /** The window for a meal is open, or will be. */
  readonly closes: Lines;
  /** Its meal is late. */
  readonly missed: Lines;
  /** Its meal is missed, and its health falls. */
  readonly dies: Lines;
  readonly act: Lines;
  readonly untold: Lines;
};

export const SECOND_HALVES: readonly Lines[] = [
  CHECKIN_LINES.hungerNow,
  CHECKIN_LINES.hungerThen,
  CHECKIN_LINES.untold,
  CHECKIN_LINES.health,
  CHECKIN_LINES.closes,
  CHECKIN_LINES.missed,
  CHECKIN_LINES.dies,
  CHECKIN_LINES.act,
];
