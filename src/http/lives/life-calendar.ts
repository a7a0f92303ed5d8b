import { SECOND, type Instant } from '../../core/engine/clock.ts';
import { hasHatched } from '../../core/lives/creature.ts';
import { nextGrowth } from '../../core/lives/growth.ts';
import { viewCreature, type CreatureView, type LifeEvent } from '../../house/public/view-creature.ts';
import { lifeCalendarPath } from '../../pages/lives/life-paths.ts';
import { creaturePath } from '../../pages/paths.ts';
import {
  comingDateText,
  lifeCalendarName,
  type ComingDateKind,
} from '../../voice/lives/story/life-calendar.ts';
import { lifeEventTitle } from '../../voice/lives/story/life-feed.ts';
import { storySubject, storyWords } from '../../voice/lives/story/story.ts';
import { icalText, icalTime, writeIcal, type IcalComponent, type IcalProperty } from '../keepers/ical.ts';
import type { FileRow } from '../server/pages/page-row.ts';

/** The days of one life for anybody's calendar: what its page tells, and nothing that only its keeper may know. */
export const LIFE_CALENDAR_ROW: FileRow = {
  path: lifeCalendarPath('{id}'),
  type: 'text/calendar; charset=utf-8',
  freshSeconds: 60,
  async show(house, { params, now, origin }) {
    const view = await viewCreature(house, params['id'] ?? '', now);
    return view && writeLifeCalendar(view, origin);
  },
};

// How long a calendar program may keep what it has.
const REFRESH = 'PT1H';

function writeLifeCalendar(view: CreatureView, origin: string): string {
  const name = icalText(lifeCalendarName(view.creature.name));
  const dates = [...view.timeline.flatMap((event) => pastDate(view, event)), ...comingDates(view)];
  return writeIcal({
    name: 'VCALENDAR',
    properties: [
      ['VERSION', '2.0'],
      ['PRODID', '-//Arkhouse//Lives//EN'],
      ['CALSCALE', 'GREGORIAN'],
      ['NAME', name],
      ['X-WR-CALNAME', name],
      ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
      ['X-PUBLISHED-TTL', REFRESH],
    ],
    inside: dates.map((date) => eventOf(view, date, origin)),
  });
}

interface LifeDate {
  /** Within this life. */
  readonly name: string;
  readonly at: Instant;
  readonly summary: string;
  readonly description: string;
  readonly yearly?: boolean;
}

/** The great days of a life; what it reached in between is left to its page. */
function pastDate(view: CreatureView, event: LifeEvent): readonly LifeDate[] {
  if (event.kind === 'milestone' || event.kind === 'first_meal') return [];
  const { name } = view.creature;
  return [
    {
      name: `${event.kind}-${event.kind === 'grew' ? event.to : event.at}`,
      at: event.at,
      summary: lifeEventTitle(event, name),
      description: storyWords(event, storySubject(view)),
    },
  ];
}

function comingDates(view: CreatureView): readonly LifeDate[] {
  const { creature, species, observed, grave, now } = view;
  const date = (kind: ComingDateKind, at: Instant, stage = creature.stage): LifeDate => ({
    name: kind,
    at,
    ...comingDateText(kind, { name: creature.name, stage }),
  });
  if (grave) return now < grave.returnsUntil ? [date('resurrection', grave.returnsUntil)] : [];
  if (!observed || !hasHatched(creature)) return [];
  const { diesAt } = observed.publicClock;
  const growth = nextGrowth(creature, species);
  return [
    { ...date('birthday', creature.life.hatchedAt), yearly: true },
    ...(growth ? [date('growth', growth.at, growth.to)] : []),
    ...(diesAt === undefined ? [] : [date('deadline', diesAt)]),
  ];
}

/** A date keeps its name, and its number grows whenever care may have moved it. */
function eventOf({ creature }: CreatureView, date: LifeDate, origin: string): IcalComponent {
  const { id, record, resurrections, life, adoptedAt } = creature;
  const yearly: readonly IcalProperty[] = date.yearly ? [['RRULE', 'FREQ=YEARLY']] : [];
  return {
    name: 'VEVENT',
    properties: [
      ['UID', `${id}-${date.name}`],
      ['DTSTAMP', icalTime(life?.lastCareAt ?? adoptedAt)],
      ['SEQUENCE', String(record.careActions + resurrections)],
      // Calendars know whole seconds: no date may be later than what it tells of.
      ['DTSTART', icalTime(Math.floor(date.at / SECOND) * SECOND)],
      ...yearly,
      ['SUMMARY', icalText(date.summary)],
      ['DESCRIPTION', icalText(date.description)],
      ['URL', origin + creaturePath(id)],
      ['TRANSP', 'TRANSPARENT'],
    ],
  };
}
