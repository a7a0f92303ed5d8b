import type { Instant } from '../../core/clock.ts';
import type { Dates, Feed, LastDate } from '../../house/feed.ts';
import { CALENDAR_NAME, dateWords, type DateKind } from '../../voice/calendar.ts';
import { asText, asTime, writeIcal, type Component, type Property } from './ical.ts';

// How long a calendar program may go by what it has.
const REFRESH = 'PT30M';

/** A feed as an iCalendar file. */
export function writeCalendar({ living, dead }: Feed, guide: string): string {
  const events = [...living.flatMap(datesOf), ...dead.map(lastDateOf)].map((date) => eventOf(date, guide));
  return writeIcal({
    name: 'VCALENDAR',
    properties: [
      ['VERSION', '2.0'],
      ['PRODID', '-//Arkhouse//Creatures//EN'],
      ['CALSCALE', 'GREGORIAN'],
      ['NAME', asText(CALENDAR_NAME)],
      ['X-WR-CALNAME', asText(CALENDAR_NAME)],
      ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
      ['X-PUBLISHED-TTL', REFRESH],
    ],
    inside: events.length === 0 ? [NOTHING] : events,
  });
}

interface DateShown {
  readonly kind: DateKind;
  readonly about: Dates | LastDate;
  readonly start: Instant;
  readonly end?: Instant;
  /** When to ring: before the start or, where it says so, before the end. */
  readonly alarms: readonly Property[];
}

const AT_ONCE: Property = ['TRIGGER', 'PT0S'];
const LAST_HOUR: Property = ['TRIGGER', '-PT1H'];

function datesOf(about: Dates): DateShown[] {
  const { checkinAt, window, diesAt } = about;
  return [
    { kind: 'checkin', about, start: checkinAt, alarms: [AT_ONCE] },
    {
      kind: 'feeding',
      about,
      start: window.opensAt,
      end: window.closesAt,
      alarms: [AT_ONCE, ['TRIGGER;RELATED=END', '-PT30M']],
    },
    { kind: 'deadline', about, start: diesAt, alarms: [['TRIGGER', '-PT6H'], LAST_HOUR] },
  ];
}

function lastDateOf(about: LastDate): DateShown {
  return { kind: 'resurrection', about, start: about.closesAt, alarms: [['TRIGGER', '-P1D'], LAST_HOUR] };
}

/** An event keeps its name for as long as its creature lives; each time it moves, its number grows. */
function eventOf({ kind, about, start, end, alarms }: DateShown, guide: string): Component {
  const { summary, description } = dateWords(kind, about.name);
  return {
    name: 'VEVENT',
    properties: [
      ['UID', `${about.id}-${kind}`],
      ['DTSTAMP', asTime(about.changedAt)],
      ['SEQUENCE', String(about.version)],
      ['DTSTART', asTime(start)],
      ...(end === undefined ? [] : ([['DTEND', asTime(end)]] as const)),
      ['SUMMARY', asText(summary)],
      ['DESCRIPTION', asText(description)],
      ['CATEGORIES', kind.toUpperCase()],
      ['URL', guide],
      ['TRANSP', 'TRANSPARENT'],
    ],
    inside: alarms.map((alarm) => alarmOf(alarm, summary)),
  };
}

function alarmOf(trigger: Property, summary: string): Component {
  return {
    name: 'VALARM',
    properties: [['ACTION', 'DISPLAY'], trigger, ['DESCRIPTION', asText(summary)]],
  };
}

// A calendar must hold something, even for those who keep nobody.
const NOTHING: Component = {
  name: 'VTIMEZONE',
  properties: [['TZID', 'Etc/UTC']],
  inside: [
    {
      name: 'STANDARD',
      properties: [
        ['DTSTART', '19700101T000000'],
        ['TZOFFSETFROM', '+0000'],
        ['TZOFFSETTO', '+0000'],
      ],
    },
  ],
};
