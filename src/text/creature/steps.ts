import checkinReasons from '#content/voice/lives/checkin-reasons.json' with { type: 'json' };
import stepReasons from '#content/voice/lives/step-reasons.json' with { type: 'json' };

import { DAY, HOUR, type Instant, iso, localHourAt } from '../../rules/base/clock.ts';
import { DEFAULT_EFFECTS } from '../../rules/care/care.ts';
import type { FatalRhythm } from '../../rules/care/fatal-rhythm.ts';
import { criticalAt, overdueAt, WORTH_WAITING } from '../../rules/care/feeding.ts';
import {
  type FoundCreature,
  highestShown,
  isLeftAlone,
  isTended,
  isTooShy,
  needsInHouse,
  type TendedCreature,
  wantsGameFirst,
} from '../../rules/care/needs.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type HouseholdUnread, type Unread, unreadIn } from '../../rules/heart/heart.ts';
import { type Creature, REMEMBERED_ACTIONS, requireHatched } from '../../rules/lives/creature.ts';
import { tellingAt } from '../../rules/lives/growth.ts';
import { nextEventAt } from '../../rules/lives/live-until.ts';
import { type Checkin, type Observation, observe } from '../../rules/lives/observe.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { livesWellWith, SAME_VISIT } from '../../rules/lives/rhythm.ts';
import { householdCheckin } from '../../rules/lives/shared-visits.ts';
import type { DeadCreatureFacts } from '../../rules/problem.ts';
import { HUNGRY_BELOW, keeperSituation, SICK_HEALTH } from '../../rules/situation.ts';
import type { Action, CareRefusal, ItemAction, Stage, Stat } from '../../rules/vocabulary.ts';
import type { NextStep, StepInstead } from '../../api/fields.ts';
import { ROUTES } from '../../api/routes.ts';
import {
  adopt,
  adoptAnother,
  browsePatient,
  cannotPay as cannotPayStep,
  careAction,
  checkAllStatus,
  checkCredits,
  checkHouse,
  checkStatus,
  comeBack as comeBackStep,
  designSpecies,
  findSitter,
  hatch,
  isPayable,
  readLetters,
  readNewLetters,
  reflect,
  seeKeepsakes,
  stepsForEmptyHouse,
  type StepTarget,
  viewHistory,
  viewPreferences,
  visitGraveyard,
  type WayBack,
  wayBackSteps,
} from '../server/next-steps.ts';
import { ambitionItem, ambitionStep, startsVisit } from '../heart/ambitions.ts';
import {
  isForArrival,
  takesLessons,
  wishedWith,
  wishHourOf,
  wishNounOf,
  wishStep,
  withNotes,
} from '../heart/wishes.ts';
import {
  asLines,
  fillHalves,
  fillTemplate,
  type Lines,
  lineSubject,
  pickPairOf,
  type TemplateWords,
} from '../pick-line.ts';
import { formatTimeUntil, isoMinute } from '../times.ts';
import type { Adoption } from './life-messages.ts';
import { needWords, pickLikedItem, type SeenCreature, urgencyWords, usefulItems } from './needs.ts';

/** Next steps for a visit when nothing is needed or wished for, best first. */
function* optionalSteps(tended: TendedCreature): Iterable<NextStep> {
  const { creature } = tended;
  const wasFed = creature.record.feedings > 0;
  if (!wasFed) yield viewPreferences(creature);
  yield* pastimeSteps(tended);
  if (!wasFed) return;
  yield viewPreferences(creature);
  yield viewHistory(creature);
}

function careStepWithItem(tended: TendedCreature, action: Action, why: string): NextStep {
  const wished = wishedWith(tended, action);
  const item = action === 'reflect' ? undefined : itemFor(action, tended, wished?.item);
  return withNotes(careAction(tended.creature, action, why, item), wished?.notes);
}

function itemFor(action: ItemAction, tended: TendedCreature, wished: string | undefined): string | undefined {
  if (wished !== undefined && usefulItems(action, tended.species).includes(wished)) return wished;
  return ambitionItem(action, tended) ?? pickLikedItem(action, tended);
}

/** The first distinct next steps, computed lazily: the same act may be both a need and a pastime. */
export function bestSteps(all: Iterable<NextStep>, most: number): NextStep[] {
  const best: NextStep[] = [];
  for (const step of all) {
    if (!best.some((better) => isSameCall(better, step))) best.push(step);
    if (best.length === most) break;
  }
  return best;
}

function isSameCall(one: NextStep, other: NextStep): boolean {
  const sameTarget = one.body?.['creature_id'] === other.body?.['creature_id'];
  const sameMoment = one.action !== 'check_back' || one.description === other.description;
  return sameTarget && sameMoment && one.action === other.action && one.endpoint === other.endpoint;
}

const PASTIMES: readonly (readonly [keyof typeof stepReasons.pastimes, Stat, below: number])[] = [
  ['reflect', 'trust', 98],
  // From here on they have their full effect without an item.
  ['play', 'happiness', 100 - (DEFAULT_EFFECTS.play.happiness ?? 0)],
  ['clean', 'health', 100 - (DEFAULT_EFFECTS.clean.health ?? 0)],
  ['discipline', 'discipline', 75],
];

function* pastimeSteps(tended: TendedCreature): Iterable<NextStep> {
  const isResting = tended.observed.asleepUntil || isTooShy(tended);
  for (const action of pastimesOf(tended))
    yield isResting
      ? reflect(tended.creature)
      : careStepWithItem(tended, action, stepReasons.pastimes[action]);
}

type Pastime = (typeof PASTIMES)[number][0];

function pastimesOf(tended: TendedCreature): readonly Pastime[] {
  const { creature, observed } = tended;
  if (observed.asleepUntil || isTooShy(tended)) return isLeftAlone(tended) ? [] : ['reflect'];
  const pastimes: Pastime[] = [];
  const sameVisit = observed.at - creature.life.lastCareAt < SAME_VISIT;
  for (const [action, stat, below] of PASTIMES) {
    const justDone = sameVisit && action === creature.record.lastAction;
    // Of the hidden stats only trust is known to have room.
    const { [stat]: value = stat === 'trust' ? 0 : 100 } = observed.shown;
    const hasRoom = value < highestShown(tended, stat, below);
    if (!justDone && hasRoom && (action !== 'discipline' || takesLessons(observed.shown)))
      pastimes.push(action);
  }
  return pastimes;
}

export function stepsAfterAdoption(
  adopted: Adoption & { readonly creature: StepTarget },
): readonly NextStep[] {
  const { creature, species, everyHours } = adopted;
  const tooSeldom = everyHours !== undefined && !livesWellWith(species, everyHours);
  return [hatch(creature), viewPreferences(creature), ...(tooSeldom ? [browsePatient(everyHours)] : [])];
}

/** Next steps after a release; `others`: the number of living creatures left. */
export function stepsAfterRelease({ others }: { readonly others: number }): readonly NextStep[] {
  return others > 0 ? [checkAllStatus, adopt()] : stepsForEmptyHouse();
}

export type WayBackFacts = Pick<DeadCreatureFacts, 'creature' | 'cost' | 'missing' | 'payers' | 'now'>;

export function stepsBack(dead: WayBackFacts): readonly NextStep[] {
  return isReturnable(dead) ? wayBackSteps(dead) : [];
}

function isReturnable({ creature: { died }, now }: WayBackFacts): boolean {
  return died !== undefined && now <= resurrectionClosesAt(died.at);
}

function* unreadSteps({ lettersOf, keepsakesOf }: HouseholdUnread): Iterable<NextStep> {
  if (lettersOf) yield readNewLetters(lettersOf.creature, lettersOf.unread.letters);
  if (keepsakesOf) yield seeKeepsakes(keepsakesOf.creature, keepsakesOf.unread.keepsakes);
}

type ReadCreature = StepTarget & { readonly alive: boolean };

export function stepsAfterHistory({ alive, ...target }: ReadCreature): readonly NextStep[] {
  if (alive) return [checkStatus(target), viewPreferences(target), readLetters(target)];
  return [visitGraveyard(), adoptAnother, readLetters(target)];
}

export function stepsAfterLetters({ alive, ...target }: ReadCreature): readonly NextStep[] {
  if (alive) return [checkStatus(target), viewHistory(target)];
  return [viewHistory(target), adoptAnother];
}

export interface LookInFacts extends TendedCreature {
  readonly others: readonly FoundCreature[];
  /** Stages reached that this reply announces. */
  readonly grown: readonly Stage[];
  /** Recent deaths; `wayBack`: a dead creature that can be resurrected. */
  readonly deaths?: { readonly wayBack: WayBack | undefined };
}

export function stepsAfterLookIn(looked: LookInFacts, most = 4): readonly NextStep[] {
  return bestSteps(lookInSteps(looked), most);
}

function* lookInSteps(looked: LookInFacts): Iterable<NextStep> {
  yield* householdSteps([looked, ...looked.others]);
  if (looked.grown.includes('adult')) {
    yield adopt('You have raised an adult: rarer eggs may be waiting for you now.');
    yield designSpecies;
  }
  if (looked.deaths?.wayBack) yield* wayBackSteps(looked.deaths.wayBack);
  yield* optionalSteps(looked);
}

export function stepsAfterAbsence({ wasAway }: { readonly wasAway: boolean }): readonly NextStep[] {
  return wasAway ? [findSitter] : [];
}

/** Next steps after a death: resurrection or what it costs, while it is possible, then the rest. */
export function stepsAfterDeath(
  dead: WayBackFacts & { readonly unread?: Unread | undefined },
): readonly NextStep[] {
  const cannotPay = isReturnable(dead) && dead.missing > 0 && !isPayable(dead.payers);
  return [
    ...stepsBack(dead),
    ...unreadSteps(unreadIn([dead])),
    visitGraveyard(),
    ...(cannotPay ? [cannotPayStep(dead)] : []),
    adoptAnother,
    viewHistory(dead.creature),
  ];
}

export function stepsAfterResurrection(creature: Creature): readonly NextStep[] {
  return [checkStatus(creature), checkCredits(), viewHistory(creature)];
}

/** Most next steps about needs: more would leave no room for an egg or a letter. */
const MOST_NEEDS = 3;

/** Next steps for all creatures of a keeper: needs, eggs, wishes, unread letters and keepsakes, then the next visit. */
export function* householdSteps(household: readonly FoundCreature[]): Iterable<NextStep> {
  const tended = household.filter(isTended);
  const needs = needsInHouse(tended);
  yield* greetingSteps(tended, needs);
  for (const { tended: whose, need } of needs.slice(0, MOST_NEEDS))
    yield careStepWithItem(whose, need.action, needWords(need));
  for (const { creature, observed } of household) if (!observed) yield hatch(creature);
  yield* leisureSteps(tended, needs);
  yield* unreadSteps(unreadIn(tended));
  const [first, ...others] = tended;
  if (!first) return;
  const { checkin } = householdCheckin(first, others);
  const wished = firstWishHour(tended);
  if (wished && wished.at < checkin.returnAt) yield wishHourStep(wished);
  yield checkBackStep(first, others);
  if (wished && wished.at > checkin.returnAt) yield wishHourStep(wished);
}

type HouseholdNeeds = ReturnType<typeof needsInHouse>;

/** A wished greeting takes one call and must come before any other care, unless a creature is in danger. */
function* greetingSteps(tended: readonly TendedCreature[], needs: HouseholdNeeds): Iterable<NextStep> {
  if (!needs.some(({ need }) => need.urgency === 'life' || need.urgency === 'harm'))
    yield* arrivalSteps(tended);
}

function* leisureSteps(tended: readonly TendedCreature[], needs: HouseholdNeeds): Iterable<NextStep> {
  if (needs.length > 0) return;
  yield* wishSteps(tended);
  yield* ambitionSteps(tended);
  yield* tended.flatMap((each) => varietyStep(each) ?? []);
}

/**
 * The care that the look at the next visit would advise first. Undefined if that look is the first of its day, finds
 * nothing to do, or tells of what care does not tell.
 */
export function careInsteadOfLook(household: readonly FoundCreature[]): StepInstead | undefined {
  const tended = household.filter(isTended);
  const [first, ...others] = tended;
  if (!first || tended.length < household.length) return undefined;
  const { at: now } = first.observed;
  const at = householdCheckin(first, others).checkin.returnAt;
  if (at <= now || dayOf(first, at) !== dayOf(first, now)) return undefined;
  if (tended.some((each) => happensUntil(each, at))) return undefined;
  if ((firstWishHour(tended)?.at ?? Infinity) < at) return undefined;
  const then = tended.map((each) => {
    const { creature, species } = each;
    return { ...each, observed: observe(creature, species, at), heart: heartAt(creature, species, at).heart };
  });
  const [whose] = needsInHouse(then);
  const [arrival] = bestSteps(arrivalSteps(then), 1);
  if (!whose || arrival) return undefined;
  const { body: { creature_id, ...body } = {} } = careStepWithItem(whose.tended, whose.need.action, '');
  return {
    method: 'POST',
    endpoint: ROUTES.careForCreature.path,
    body: { ...body, ...(others.length > 0 && { creature_id }) },
  };
}

function happensUntil({ creature, species }: TendedCreature, at: Instant): boolean {
  return (nextEventAt(creature, species) ?? Infinity) <= at;
}

function dayOf({ creature: { zone } }: TendedCreature, at: Instant): number {
  return Math.floor(localHourAt(zone, at) / (DAY / HOUR));
}

/** The next step for all creatures of a keeper. */
export function stepOfHousehold(household: readonly FoundCreature[]): readonly NextStep[] {
  return bestSteps(householdSteps(household), 1);
}

interface WishHour {
  readonly tended: TendedCreature;
  readonly at: Instant;
}

function firstWishHour(household: readonly TendedCreature[]): WishHour | undefined {
  let first: WishHour | undefined;
  for (const tended of household) {
    const at = wishHourOf(tended);
    if (at !== undefined && at < (first?.at ?? Infinity)) first = { tended, at };
  }
  return first;
}

function wishHourStep({ tended, at }: WishHour): NextStep {
  const { creature, observed } = tended;
  const words = { name: creature.name, when: whenLater(at, observed.at), what: wishNounOf(tended) };
  return comeBackStep('check_back', creature, fillTemplate(stepReasons.wishHour, words));
}

function* wishSteps(tended: readonly TendedCreature[]): Iterable<NextStep> {
  for (const each of tended) {
    const step = wishStep(each);
    if (step) yield step;
  }
}

function* ambitionSteps(tended: readonly TendedCreature[]): Iterable<NextStep> {
  for (const each of tended) {
    const step = ambitionStep(each);
    if (step) yield step;
  }
}

/** Below this variety of the last acts a keeper is reminded, once in so many acts. */
const NARROW_VARIETY = 45;
const VARY_EVERY = 5;
/** Actions that cost a creature nothing. */
const VARIATIONS = ['play', 'clean', 'sleep', 'reflect'] as const;

/** Something else for a change, for a creature that was given one kind of care nearly all the time. */
function varietyStep(tended: TendedCreature): NextStep | undefined {
  const { creature, observed } = tended;
  const { recentActions, careActions } = creature.record;
  const isEnough = recentActions.length < REMEMBERED_ACTIONS || observed.progress.variety >= NARROW_VARIETY;
  if (isEnough || careActions % VARY_EVERY !== 0 || observed.asleepUntil || isTooShy(tended))
    return undefined;
  const countOf = (action: Action) => recentActions.filter((each) => each === action).length;
  const [rarest] = VARIATIONS.toSorted((one, other) => countOf(one) - countOf(other));
  return rarest && careStepWithItem(tended, rarest, stepReasons.variety[rarest]);
}

/** Steps that must be the first of a visit. */
function* arrivalSteps(tended: readonly TendedCreature[]): Iterable<NextStep> {
  yield* wishSteps(tended.filter(isForArrival));
  yield* ambitionSteps(tended.filter(startsVisit));
}

/** The next step to come back, at the moment that serves most creatures. */
export function checkBackStep(first: TendedCreature, others: readonly TendedCreature[] = []): NextStep {
  const { neediest, checkin } = householdCheckin(first, others);
  const { creature, observed } = neediest;
  const why = whyLater(checkin, creature.name, observed.at);
  const action = checkin.returnAt > observed.at ? 'check_back' : 'check_status';
  return others.length > 0 ? checkHouse(action, why) : comeBackStep(action, creature, why);
}

function whyLater({ returnAt: at, reason }: Checkin, name: string, now: Instant): string {
  // A creature in danger may be asleep, when only its status can be read.
  const forNow = stepReasons.now[reason === 'critical' || reason === 'still_shy' ? reason : 'feed_now'];
  const when = whenLater(at, now);
  return fillTemplate(at > now ? stepReasons.later[reason] : forNow, { name, when });
}

function whenLater(at: Instant, now: Instant): string {
  return at - now <= WORTH_WAITING
    ? `Wait until ${isoMinute(at)}, then look again`
    : `Come back ${formatTimeUntil((at - now) / HOUR)}, at ${isoMinute(at)}`;
}

export interface CareAftermath extends Omit<TendedCreature, 'observed'> {
  /** Facts about the creature after the care; undefined when the care killed it. */
  readonly observed: Observation | undefined;
  /** What a resurrection takes, if this care killed the creature. */
  readonly wayBack?: Pick<WayBackFacts, 'cost' | 'missing' | 'payers'> | undefined;
  readonly siblings: readonly FoundCreature[];
}

export function stepsAfterCare(cared: CareAftermath, most = 3): readonly NextStep[] {
  const { observed, siblings } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  return bestSteps(careSteps({ ...cared, observed }, siblings), most);
}

function* careSteps(tended: TendedCreature, siblings: readonly FoundCreature[]): Iterable<NextStep> {
  yield* householdSteps([tended, ...siblings]);
  yield* optionalSteps(tended);
}

/** True if next steps advise this action for the creature, as they would right before an act of care. */
export function isAdvised(action: Action, tended: TendedCreature): boolean {
  if (action === 'play' && wantsGameFirst(tended)) return true;
  const household = [tended];
  const needs = needsInHouse(household);
  // Needs and pastimes are found without their words, which cost most of a step.
  if (needs.slice(0, MOST_NEEDS).some(({ need }) => need.action === action)) return true;
  if (pastimesOf(tended).some((pastime) => pastime === action)) return true;
  for (const step of greetingSteps(household, needs)) if (step.action === action) return true;
  for (const step of leisureSteps(household, needs)) if (step.action === action) return true;
  return false;
}

export function stepsAfterRefusal(refusal: CareRefusal, cared: CareAftermath): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  const tended = { creature, species, observed };
  const action = refusal === 'wants_play_first' ? 'play' : 'reflect';
  const comeBack = checkBackStep(tended, cared.siblings.filter(isTended));
  if (isLeftAlone(tended)) return [comeBack];
  return [careStepWithItem(tended, action, stepReasons.instead[refusal]), comeBack];
}

/** Next steps after care that killed the creature. Living creatures come first: resurrection costs credits. */
function stepsAfterLethalCare({ creature, wayBack, siblings }: CareAftermath): readonly NextStep[] {
  return [
    ...bestSteps(householdSteps(siblings), 1),
    ...(wayBack ? wayBackSteps({ creature, ...wayBack }) : []),
    visitGraveyard(),
    adopt(),
  ];
}

export function checkinReason(checkin: Checkin, facts: SeenCreature): string {
  const { seed, name } = facts.creature;
  const count = tellingAt(facts.creature, facts.observed.at);
  const subject = lineSubject(facts.species, facts.creature);
  const [lines, words] = factFor(checkin, facts);
  const linePick = { seed, field: 'checkin', secondField: 'checkin+', count, subject };
  const halves = pickPairOf([reasonsFor(checkin, facts)], [lines], linePick);
  return fillHalves(halves, { name, ...words }, '; ');
}

export function eggReason(name: string): string {
  return `${name} is still an egg: look at it, and it hatches.`;
}

/** Why the keeper's rhythm of meals kills; without words of agents. */
export function fatalRhythmWarning(rhythm: FatalRhythm, length: 'brief' | 'full'): string {
  const { mealEveryHours, hoursSinceFed, feedingWindowHours, diesAt } = rhythm;
  const lines = mealEveryHours === undefined ? stepReasons.uncared : stepReasons.fatalRhythm;
  const hours = `${Math.floor(mealEveryHours ?? hoursSinceFed)}`;
  const words = { hours, window: `${feedingWindowHours}`, at: iso(diesAt) };
  return fillTemplate(lines[length], words);
}

function reasonsFor({ reason, windowStatus }: Checkin, { observed }: SeenCreature): Lines {
  if (keeperSituation(observed).urgent) return CHECKIN_LINES.reasonsToHurry.dying;
  if (reason === 'critical' && observed.asleepUntil) return CHECKIN_LINES.reasonsToHurry.asleep;
  if (reason === 'feed_now' && windowStatus === 'past_window') return CHECKIN_LINES.reasonsToHurry.late;
  return CHECKIN_LINES.reasons[reason];
}

function factFor(checkin: Checkin, facts: SeenCreature): readonly [Lines, TemplateWords] {
  const { creature, observed } = facts;
  const { shown, hidden, at, deathClock } = observed;
  const { urgent } = keeperSituation(observed);
  const urgency = urgent ? urgencyWords(facts) : {};
  if (hidden.includes('hunger') || checkin.hungerThen === undefined)
    return urgent ? [CHECKIN_LINES.act, urgency] : [CHECKIN_LINES.untold, {}];
  const hunger = `${Math.round(checkin.hungerThen)}`;
  // A later check-in quotes the hunger expected by then (specification). A check-in for now quotes stats only if one is low.
  const isLater = checkin.at > at;
  if (urgent) return [isLater ? CHECKIN_LINES.actThen : CHECKIN_LINES.act, { ...urgency, hunger }];
  if (isLater) return [CHECKIN_LINES.hungerThen, { hunger }];
  const { health = SICK_HEALTH } = shown;
  if (health < SICK_HEALTH) return [CHECKIN_LINES.health, { health: `${Math.round(health)}`, hunger }];
  if (checkin.hungerThen < HUNGRY_BELOW) return [CHECKIN_LINES.hungerNow, { hunger }];
  const life = requireHatched(creature);
  const until = (end: Instant) => ({ when: formatTimeUntil((end - at) / HOUR) });
  const { status } = observed.feeding;
  if (status === 'critical') return [CHECKIN_LINES.dies, until(deathClock.diesAt)];
  if (status === 'overdue') return [CHECKIN_LINES.missed, until(criticalAt(life, facts.species))];
  return [CHECKIN_LINES.closes, until(overdueAt(life, facts.species))];
}

export const CHECKIN_LINES = asLines(checkinReasons);
