import { criticalAt, overdueAt } from '../../core/care/feeding.ts';
import { HOUR, type Instant } from '../../core/engine/clock.ts';
import type { Checkin, CheckinReason } from '../../core/lives/checkin.ts';
import { requireHatched } from '../../core/lives/creature.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { HUNGRY_BELOW, keeperSituation, SICK_HEALTH } from '../../core/public/situation.ts';
import { urgencyWords } from '../care/needs.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillHalves, pickLine, type Lines, type TemplateWords } from '../engine/pick-line.ts';
import type { SeenCreature } from './behavior.ts';

/** Why to come back just then, with the number that is low, or else the time that counts. */
export function checkinReason(checkin: Checkin, facts: SeenCreature): string {
  const { seed, name } = facts.creature;
  const count = tellingAt(facts.creature, facts.observed.at);
  const first = pickLine(reasonsFor(checkin, facts), { seed, field: 'checkin', count });
  const { lines, words } = factFor(checkin, facts);
  const halves = [first, pickLine(lines, { seed, field: 'checkin+', count })] as const;
  return fillHalves(halves, { name, ...words }, '; ');
}

/** Why to look at an egg. */
export function eggReason(name: string): string {
  return `${name} is still an egg: look at it, and it hatches.`;
}

function reasonsFor({ reason, windowStatus }: Checkin, { observed }: SeenCreature): Lines {
  if (keeperSituation(observed).urgent) return REASONS_TO_HURRY.dying;
  if (reason === 'critical' && observed.asleepUntil) return REASONS_TO_HURRY.asleep;
  if (reason === 'feed_now' && windowStatus === 'past_window') return REASONS_TO_HURRY.late;
  return REASONS[reason];
}

interface SecondHalf {
  readonly lines: Lines;
  readonly words: TemplateWords;
}

function factFor(checkin: Checkin, facts: SeenCreature): SecondHalf {
  const { creature, observed } = facts;
  const { shown, hidden, at, deathClock } = observed;
  if (keeperSituation(observed).urgent) return { lines: ACT, words: urgencyWords(facts) };
  if (hidden.includes('hunger') || checkin.hungerThen === undefined) return { lines: UNTOLD, words: {} };
  const { health = SICK_HEALTH } = shown;
  if (health < SICK_HEALTH) return { lines: HEALTH, words: { health: `${Math.round(health)}` } };
  const hunger = `${Math.round(checkin.hungerThen)}`;
  // The specification asks for the hunger it will have by then; at once, a number is told only where it is low.
  if (checkin.at > at) return { lines: THEN, words: { hunger } };
  if (checkin.hungerThen < HUNGRY_BELOW) return { lines: NOW, words: { hunger } };
  const life = requireHatched(creature);
  const timed = (lines: Lines, end: Instant) => ({
    lines,
    words: { when: formatTimeUntil((end - at) / HOUR) },
  });
  const closes = overdueAt(life, facts.species);
  if (at < closes) return timed(CLOSES, closes);
  const missed = criticalAt(life, facts.species);
  return at < missed ? timed(MISSED, missed) : timed(DIES, deathClock.diesAt);
}

export const REASONS: Record<CheckinReason, Lines> = {
  critical: [
    '{name} needs you now',
    'Do not wait: {name} is in danger',
    'Now, before anything else',
    '{name} cannot wait any longer',
    'Every hour counts, and this one most',
    'Stay, and look after {name} at once',
    'This is an emergency, and you are the help',
    'Nothing else matters as much as {name} now',
    'Help {name} first, and see to the rest after',
    '{name} is running out of time',
    'Put everything else aside for {name}',
  ],
  feed_now: [
    'Its feeding window is open',
    'This is the hour to feed {name}',
    '{name} is ready for its meal',
    'Feed it while you are here',
    'This is a good moment for dinner',
    'You have come at the right time to feed {name}',
    'A meal counts in full now',
    'Dinner is due, and {name} is up',
    'The window is open and {name} is awake',
    'A meal now is a meal on time',
    'Do not leave before {name} has eaten',
  ],
  in_time: [
    'Its feeding window will be open',
    '{name} will be ready for a meal then',
    'A meal will count in full then',
    'That is inside its window',
    '{name} will have begun to listen for you',
    'That is when a meal gives all it can',
    'Come then, and the meal is on time',
    'That is neither too early nor too late',
    'Dinner is welcome at that hour',
    '{name} can eat then, and get all there is out of it',
    'Keep that hour free for {name}',
  ],
  before_it_sleeps: [
    'It will be asleep soon after, so come before',
    '{name} should eat before it dozes off',
    'It sleeps for a while after that, so be there before',
    'Catch {name} while it is still up',
    'A meal before sleep is better than one too late',
    'It goes to sleep soon after, and then takes nothing',
    'Come before its eyes close',
    '{name} turns in soon after that',
    'Dinner first, and then {name} may sleep',
    'That is in time, and {name} is still awake',
    'Once it sleeps it cannot be fed, so do not be late',
  ],
  when_it_wakes: [
    '{name} will be awake again',
    'Just before that it sleeps, and would only turn you away',
    'That is when {name} gets up',
    'Be there when it opens its eyes',
    'It takes no food asleep, and wakes about then',
    'Food will be the first thing on its mind',
    'Let it have its sleep first',
    'It will have slept, and can eat on time',
    '{name} wakes then, with its window still open',
    'A little sooner, and you would find it asleep',
    '{name} will be up, and a meal will count in full',
  ],
  early_rather_than_late: [
    '{name} will sleep through its mealtime, so feed it a little early',
    'No meal is sure to be on time: an early one costs less than a late one',
    'It is asleep while its window is open, so come before it opens',
    'Early this once, since {name} will not be up for dinner',
    'A small meal before it sleeps is the best there is',
    'Its window passes while it dreams: feed it before',
    'It is in bed at dinner time, so let it eat first',
    'Better a little too soon than not until it wakes',
    'Come ahead of its window this time: in it, {name} is asleep',
    'An early meal will have to do, since {name} sleeps through the right hour',
    'Feed {name} ahead of its sleep, though it is early',
  ],
  late_at_best: [
    'Feed {name} as it wakes, late as that is',
    'A meal on time is out of reach, so take the first moment after',
    'It will be late, and the sooner after waking the better',
    'Dinner is late by then: be there when {name} gets up',
    'Late is the best that can be had: it wakes no sooner',
    'It takes nothing asleep, so come the moment it wakes',
    'The meal will be late, and still do {name} good',
    'Its mealtime is over before {name} is up',
    'Asleep it cannot eat, and awake it should at once',
    'A late meal is what is left: bring it when {name} wakes',
    '{name} has to eat late, so let it be no later than that',
  ],
};

export const REASONS_TO_HURRY: Record<'dying' | 'asleep' | 'late', Lines> = {
  dying: [
    '{name} dies {when}',
    'Without you, {name} dies {when}',
    '{name} will be dead {when} if you wait',
    'Its life ends {when} unless you act',
    'Time runs out for {name} {when}',
    'This cannot wait: {name} dies {when}',
    'The clock of {name} runs out {when}',
    'Left alone, {name} dies {when}',
    'Only you can change it: {name} dies {when}',
    'Put everything else aside, since {name} dies {when}',
    'There is no later for {name}, which dies {when}',
  ],
  asleep: [
    '{name} is in danger and asleep: sit with it, and be there when it wakes',
    'It cannot wait, and it cannot be woken: reflect for now',
    '{name} needs you the moment it wakes',
    'Stay close: it needs care as soon as it is up',
    'It sleeps while time runs out, so stay near',
    'Reflect for now, and feed {name} when it stirs',
    'This is no night to sleep through, for you at least',
    'Sleep does not save {name}: be there when it ends',
    'Watch over {name}, and be ready for its first waking minute',
    '{name} is in danger, and until it wakes you can only reflect',
    'Keep a meal ready for when {name} wakes',
  ],
  late: [
    'The window has passed: feed {name} now',
    'Its meal is late already',
    '{name} has waited past its time',
    'Feed it before late becomes missed',
    'Dinner is overdue, and {name} has noticed',
    'Late is still better than later',
    'Feed {name} first, and plan afterwards',
    'Every minute makes it later: feed {name}',
    'The window is closed, and {name} has not eaten',
    'A late meal now spares {name} a missed one',
    '{name} should have eaten by now',
  ],
};

const NOW: Lines = [
  'hunger is at {hunger} of 100',
  'its hunger stands at {hunger} of 100',
  'hunger reads {hunger} of 100 at this moment',
  'its hunger gauge shows {hunger} of 100',
  'at the moment hunger is {hunger} of 100',
  'right now its hunger is {hunger} of 100',
  'you find its hunger at {hunger} of 100',
  'hunger has come to {hunger} of 100',
  'as of now hunger is at {hunger} of 100',
  'the gauge for hunger is at {hunger} of 100',
  'by the numbers, hunger is {hunger} of 100',
  'its hunger is {hunger} of 100 as you look',
  'hunger shows {hunger} of 100',
];

const THEN: Lines = [
  'hunger should be about {hunger} of 100 by then',
  'expect hunger near {hunger} of 100',
  'its hunger will be at about {hunger} of 100',
  'hunger will stand at about {hunger} of 100',
  'by then its hunger is about {hunger} of 100',
  'you will find hunger at about {hunger} of 100',
  'that leaves its hunger at about {hunger} of 100',
  'hunger will read about {hunger} of 100',
  'its hunger gauge will show about {hunger} of 100',
  'by that hour hunger should be near {hunger} of 100',
  'count on hunger at about {hunger} of 100',
  'if nobody feeds it before, hunger will be near {hunger} of 100',
  'its hunger should be close to {hunger} of 100 when you come',
];

const HEALTH: Lines = [
  'health is at {health} of 100',
  'its health stands at {health} of 100',
  'health reads {health} of 100 at this moment',
  'its health gauge shows {health} of 100',
  'at the moment health is {health} of 100',
  'right now its health is {health} of 100',
  'you find its health at {health} of 100',
  'health is down to {health} of 100',
  'as of now health is at {health} of 100',
  'the gauge for health is at {health} of 100',
  'by the numbers, health is {health} of 100',
  'its health is {health} of 100 as you look',
  'health shows {health} of 100',
];

/** The window for a meal is open, or will be. */
const CLOSES: Lines = [
  'its window closes {when}',
  'a meal counts as late {when}',
  'the window for it closes {when}',
  'its meal turns late {when}',
  'being late begins {when}',
  'by its clock the window closes {when}',
  'the last moment for a meal in time is {when}',
  'the right hour for a meal ends {when}',
  'its window ends {when}',
  'mealtime is over {when}',
  'the window shuts {when}',
  'its meal stops being in time {when}',
  'its mealtime ends {when}',
];

/** Its meal is late. */
const MISSED: Lines = [
  'its health begins to fall {when}',
  'the meal counts as missed {when}',
  'late becomes missed {when}',
  'unfed, it begins to lose health {when}',
  'its health starts to go {when}',
  'from late it becomes missed {when}',
  'a missed meal is written down {when}',
  'its late meal becomes a missed one {when}',
  'without food its health goes down {when}',
  'it turns from late to missed {when}',
  'the meal is lost {when}',
  'its health will start to pay {when}',
  'unfed, its health begins to drop {when}',
];

/** Its meal is missed, and its health falls. */
const DIES: Lines = [
  'unfed, it dies {when}',
  'it dies {when} if nobody comes',
  'without care it dies {when}',
  'its life ends {when} without you',
  'its time runs out {when}',
  'left alone, it dies {when}',
  'nobody else comes, and it dies {when}',
  'it will be dead {when} without care',
  'its health falls, and it dies {when}',
  'as things stand it dies {when}',
  'if this goes on, it dies {when}',
  'its clock runs out {when}',
  'it is lost {when} without help',
];

const ACT: Lines = [
  '{act}',
  'so {act}',
  '{act}, before anything else',
  'only this helps: {act}',
  'do this first: {act}',
  'what helps is this: {act}',
  'the one thing to do: {act}',
  'there is still time to help: {act}',
  'you can still change that: {act}',
  'do not wait: {act}',
  'help is simple: {act}',
  'to save it, {act}',
  'this is what it takes: {act}',
];

const UNTOLD: Lines = [
  'how it is, only it knows',
  'go by the clock, since it tells you nothing',
  'the hour is all there is to go by',
  'it will not ask, so remember',
  'it keeps its own count and does not share it',
  'it shows nothing, and needs you all the same',
  'you will not see it from outside',
  'there will be no sign of it',
  'it will give no hint of its own',
  'no gauge will tell you, but the clock does',
  'what it feels, it keeps to itself',
  'rely on the hour, since there is nothing else to read',
  'it looks the same either way',
];

export const SECOND_HALVES: readonly Lines[] = [NOW, THEN, UNTOLD, HEALTH, CLOSES, MISSED, DIES, ACT];
