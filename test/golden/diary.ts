import { DAY, HOUR, type Instant, offsetAt, TimeZone } from '../../src/rules/base/clock.ts';
import { FORMS } from '../../src/rules/lives/growth.ts';
import {
  STATS,
  type Action,
  type CareRefusal,
  type Cause,
  type Effectiveness,
  type Timing,
} from '../../src/rules/vocabulary.ts';
import type { CareEvent, LifeStory, StoryEvent } from '../../tools/sim/simulate.ts';

/** A life as text: one line about the creature, then one per event, in its keeper's time zone. */
export function diary(story: LifeStory): string[] {
  const { species, keeper, seed, zone, endedAt } = story;
  const lines = story.events.map((event) => `${timeOf(event.at, zone)}  ${describeEvent(event, story)}`);
  const ending = story.creature.died ? [] : [`${timeOf(endedAt, zone)}  Lives on, ${ageOf(story)} old.`];
  return [`${species.name} with a ${keeper} keeper in ${zone}, seed ${seed}`, ...lines, ...ending];
}

function timeOf(at: Instant, zone: string): string {
  return new Date(at + offsetAt(new TimeZone(zone), at))
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '');
}

function describeEvent(event: StoryEvent, story: LifeStory): string {
  switch (event.kind) {
    case 'hatched':
      return 'Hatches.';
    case 'cared':
      return describeCare(event);
    case 'refused':
      return `No ${event.action}: ${WONT[event.reason]}.`;
    case 'grew':
      if (!event.path) return `Is a ${event.to} now.`;
      return `Grows up: a ${FORMS[story.species.family][event.path]} (${event.path}).`;
    case 'died':
      return `Dies ${DIES[event.cause]}, ${ageOf(story)} old.`;
    default:
      return event satisfies never;
  }
}

const DOES: Record<Action, string> = {
  feed: 'Eats',
  play: 'Plays',
  clean: 'Is washed',
  medicine: 'Takes medicine',
  discipline: 'Is told off',
  sleep: 'Is put to bed',
  reflect: 'Is thought of',
};

const WHEN: Record<Timing, string> = {
  early: ', too early',
  on_time: ', on time',
  late: ', late',
  missed_window: ', far too late',
};

const HOW_WELL: Record<Effectiveness, string> = {
  effective: '',
  reduced: '; helps a little',
  wasted: '; for nothing',
};

const DIES: Record<Cause, string> = {
  hunger: 'of hunger',
  neglect: 'of neglect',
  harm: 'by what was done to it',
};

function describeCare({ action, item, timing, effectiveness, milestones, after }: CareEvent): string {
  const what = item ? ` (${item.name}, ${item.category})` : '';
  const stats = STATS.map((stat) => `${stat} ${after[stat].toFixed(1)}`).join(' ');
  const reached = milestones.map(({ type, threshold }) => ` * ${type} ${threshold}`).join('');
  return `${DOES[action]}${what}${timing ? WHEN[timing] : ''}${HOW_WELL[effectiveness]}. [${stats}]${reached}`;
}

const WONT: Record<CareRefusal | 'asleep', string> = {
  asleep: 'it sleeps',
  wants_play_first: 'it wants to play first',
  too_shy: 'it is too shy',
};

function ageOf({ startAt, endedAt }: LifeStory): string {
  const hours = Math.floor((endedAt - startAt) / HOUR);
  return `${Math.floor((hours * HOUR) / DAY)} days ${hours % 24} hours`;
}
