import type { Checkin, CheckinReason } from '../../core/lives/checkin.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { fillHalves, pickLine, type Lines } from '../engine/pick-line.ts';
import type { SeenCreature } from './behavior.ts';

/** Why to come back just then, with the hunger it will have, unless it hides that. */
export function checkinReason(checkin: Checkin, facts: SeenCreature): string {
  const { creature, observed } = facts;
  const hunger = shownHunger(checkin, facts);
  const second = hunger === undefined ? UNTOLD : checkin.at > observed.at ? THEN : NOW;
  const { seed, name } = creature;
  const count = tellingAt(creature, observed.at);
  const first = pickLine(reasonsFor(checkin, facts), { seed, field: 'checkin', count });
  const halves = [first, pickLine(second, { seed, field: 'checkin+', count })] as const;
  return fillHalves(halves, { name, hunger: `${hunger ?? ''}` }, '; ');
}

function reasonsFor({ reason, windowStatus }: Checkin, { observed }: SeenCreature): Lines {
  if (reason === 'critical' && observed.asleepUntil) return REASONS_TO_HURRY.asleep;
  if (reason === 'feed_now' && windowStatus === 'past_window') return REASONS_TO_HURRY.late;
  return REASONS[reason];
}

function shownHunger({ hungerThen: hunger }: Checkin, { observed }: SeenCreature): number | undefined {
  return hunger === undefined || observed.hidden.includes('hunger') ? undefined : Math.round(hunger);
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

export const REASONS_TO_HURRY: Record<'asleep' | 'late', Lines> = {
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

export const SECOND_HALVES: readonly Lines[] = [NOW, THEN, UNTOLD];
