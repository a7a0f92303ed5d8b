import type { Checkin, CheckinReason } from '../../core/lives/checkin.ts';
import { fillTemplate, pickPair, type Lines } from '../engine/pick-line.ts';
import { localHourOf, type SeenCreature } from './behavior.ts';

/** Why to come back just then, with the hunger it will have, unless it hides that. */
export function checkinReason(checkin: Checkin, facts: SeenCreature): string {
  const { creature, observed } = facts;
  const hunger = shownHunger(checkin, facts);
  const second = hunger === undefined ? UNTOLD : checkin.at > observed.at ? THEN : NOW;
  const linePick = { seed: creature.seed, field: 'checkin', count: localHourOf(facts) };
  const said = pickPair(reasonsFor(checkin, facts), second, linePick);
  return fillTemplate(`${said.join('; ')}.`, { name: creature.name, hunger: `${hunger ?? ''}` });
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
  ],
  feed_now: [
    'Its feeding window is at its best',
    'This is the hour to feed {name}',
    '{name} is ready for its meal',
    'Feed it while you are here',
    'There is no better moment for dinner',
    'You have come at the right time to feed {name}',
    'A meal counts in full now',
  ],
  in_time: [
    'Its feeding window will be open and unhurried',
    '{name} will be ready for a meal then',
    'A meal will count in full then',
    'That is the middle of its window',
    '{name} will have begun to listen for you',
    'That is when dinner does the most good',
    'Come then, and the meal is on time',
  ],
  before_it_sleeps: [
    'It may be asleep later, so come before',
    '{name} should eat before it settles for the night',
    'Its best hour falls into sleep, so come a little earlier',
    'Catch {name} while it is still up',
    'A meal before bed is better than one too late',
    'It goes to sleep soon after, and then takes nothing',
    'Come before its eyes close',
  ],
  when_it_wakes: [
    '{name} will be awake again',
    'It sleeps until then and would only turn you away',
    'That is when {name} gets up',
    'Be there when it opens its eyes',
    'It takes no food asleep, and wakes about then',
    'Food will be the first thing on its mind',
    'Let it sleep until then',
  ],
  early_rather_than_late: [
    '{name} will sleep through its mealtime, so feed it a little early',
    'No meal can be on time: an early one costs less than a late one',
    'It goes to sleep before its window opens, and wakes after it has closed',
    'Early this once, since {name} will not be up for dinner',
    'A small meal before the long sleep is the best there is',
    'Its window opens while it dreams: feed it before',
    'It cannot eat on time tonight, so let it eat before bed',
  ],
  late_at_best: [
    '{name} sleeps through its mealtime: feed it as it wakes',
    'No meal can be on time now, and this is the first moment it can eat',
    'It will be late, and no fault of yours: {name} sleeps until then',
    'Its window closes while it sleeps, so be there when it gets up',
    'Late is the best that can be had: it wakes no sooner',
    'It cannot eat before that, whatever you do',
    'The meal will be late, but not lost, if you come then',
  ],
};

export const REASONS_TO_HURRY: Record<'asleep' | 'late', Lines> = {
  asleep: [
    '{name} is in danger and asleep: sit with it, and be there when it wakes',
    'It cannot wait, and it cannot be woken: reflect for now',
    '{name} needs you the moment it wakes',
    'Stay close: it needs food and medicine as soon as it is up',
    'It sleeps while time runs out, so stay near',
    'Reflect for now, and feed {name} when it stirs',
    'This is no night to sleep through, for you at least',
  ],
  late: [
    'The window has passed: feed {name} now',
    'Its meal is late already',
    '{name} has waited past its time',
    'Feed it before late becomes missed',
    'Dinner is overdue, and {name} has noticed',
    'Late is still better than later',
    'Feed {name} first, and plan afterwards',
  ],
};

const NOW: Lines = [
  'hunger is at {hunger} of 100',
  'its hunger stands at {hunger} of 100',
  'hunger reads {hunger} of 100 at this moment',
  'its hunger gauge shows {hunger} of 100',
  'at the moment hunger is {hunger} of 100',
];

const THEN: Lines = [
  'hunger should be about {hunger} of 100 by then',
  'expect hunger near {hunger} of 100',
  'its hunger will have come down to about {hunger} of 100',
  'hunger will stand at about {hunger} of 100',
  'by then its hunger is about {hunger} of 100',
];

const UNTOLD: Lines = [
  'how it is by then, only it knows',
  'go by the clock, since it tells you nothing',
  'the hour is all there is to go by',
  'it will not ask, so remember',
  'it keeps its own count and does not share it',
];

export const SECOND_HALVES: readonly Lines[] = [NOW, THEN, UNTOLD];
