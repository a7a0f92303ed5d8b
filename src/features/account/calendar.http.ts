import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { AGENT_DOCUMENTS } from '../../api/documents.ts';
import { ROUTES } from '../../api/routes.ts';
import {
  AGENT_NOTES,
  type DateKind,
  dateWords,
  feedRevokedMessage,
  STEPS_AFTER_FEED_CREATED,
  STEPS_AFTER_FEED_REVOKED,
} from '../../text/server/agents.ts';
import { hasKeyInUrl } from '../../http/credentials.ts';
import {
  type IcalComponent,
  type IcalProperty,
  icalText,
  icalTime,
  wrapCalendar,
  writeIcal,
} from '../../http/feed-formats.ts';
import type { Handler } from '../../http/handler.ts';
import { countAlso } from '../../http/limits.ts';
import { hashKey } from '../identity/api-keys.ts';
import type { PublicHouse } from '../public/replica.ts';
import { type CalendarFeed, CREATURES_PER_TURN, readCalendarFeed } from './calendar-feed.ts';
import { CALENDAR_TOKEN, createToken, revokeToken } from './own-token.ts';

export const getCalendar: Handler<typeof ROUTES.getCalendar, PublicHouse> = async (
  house,
  { query, raw, now },
) => {
  if (hasKeyInUrl(raw.url ?? '')) throw new ProblemError('key_in_address');
  await countAlso(house, 'calendar_token', hashKey(query.token), now);
  const feed = await readCalendarFeed(house, query.token, now);
  const guide = new URL(AGENT_DOCUMENTS.heartbeat.path, house.baseUrl).href;
  const type = `${ROUTES.getCalendar.onlyAs}; charset=utf-8`;
  return { page: { type, text: await writeFeed(feed, guide) } };
};

export const createCalendarFeed: Handler<typeof ROUTES.createCalendarFeed, PublicHouse> = async (
  house,
  { agent, idempotencyKey, now },
) => {
  const { value, replayed } = await createToken(house, CALENDAR_TOKEN, { agent, idempotencyKey }, now);
  const url = new URL(ROUTES.getCalendar.path, house.baseUrl);
  url.searchParams.set('token', value.token);
  return {
    replayed,
    body: {
      feed_url: url.href,
      token: value.token,
      message: AGENT_NOTES.feedCreated,
      important: AGENT_NOTES.keepYourFeed,
      next_steps: STEPS_AFTER_FEED_CREATED,
    },
  };
};

export const revokeCalendarFeed: Handler<typeof ROUTES.revokeCalendarFeed, PublicHouse> = async (
  house,
  { agent, idempotencyKey, now },
) => {
  const { value, replayed } = await revokeToken(house, CALENDAR_TOKEN, { agent, idempotencyKey }, now);
  return {
    replayed,
    body: {
      success: true,
      revoked: value.ended,
      message: feedRevokedMessage(value.ended),
      next_steps: STEPS_AFTER_FEED_REVOKED,
    },
  };
};

async function writeFeed({ living, dead }: CalendarFeed, guide: string): Promise<string> {
  let inside = '';
  const write = (dates: readonly CalendarDate[]) => {
    for (const date of dates) inside += writeIcal(eventOf(date, guide));
  };
  for (let from = 0; from < living.length; from += CREATURES_PER_TURN) {
    write(living.slice(from, from + CREATURES_PER_TURN).flatMap(careDates));
    await nextTurn();
  }
  write(dead.map(deadline));
  inside ||= writeIcal(EMPTY_CALENDAR);
  return wrapCalendar('-//Arkhouse//Creatures//EN', AGENT_NOTES.calendarName, 'PT30M', inside);
}

interface CalendarDate {
  readonly kind: DateKind;
  readonly about: CalendarFeed['living' | 'dead'][number];
  readonly start: Instant;
  readonly end?: Instant;
  /** Alarm triggers of the event, relative to its start unless RELATED=END. */
  readonly alarms: readonly IcalProperty[];
}

const AT_ONCE: IcalProperty = ['TRIGGER', 'PT0S'];
const LAST_HOUR: IcalProperty = ['TRIGGER', '-PT1H'];

function careDates(about: CalendarFeed['living'][number]): CalendarDate[] {
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

function deadline(about: CalendarFeed['dead'][number]): CalendarDate {
  return { kind: 'resurrection', about, start: about.closesAt, alarms: [['TRIGGER', '-P1D'], LAST_HOUR] };
}

/** A VEVENT: its UID is stable per creature and kind, and SEQUENCE grows whenever the creature changes. */
function eventOf({ kind, about, start, end, alarms }: CalendarDate, guide: string): IcalComponent {
  const { summary, description } = dateWords(kind, about.name);
  const title = icalText(summary);
  return {
    name: 'VEVENT',
    properties: [
      ['UID', `${about.id}-${kind}`],
      ['DTSTAMP', icalTime(about.changedAt)],
      ['SEQUENCE', String(about.version)],
      ['DTSTART', icalTime(start)],
      ...(end === undefined ? [] : ([['DTEND', icalTime(end)]] as const)),
      ['SUMMARY', title],
      ['DESCRIPTION', icalText(description)],
      ['CATEGORIES', kind.toUpperCase()],
      ['URL', guide],
      ['TRANSP', 'TRANSPARENT'],
    ],
    inside: alarms.map((trigger) => ({
      name: 'VALARM',
      properties: [['ACTION', 'DISPLAY'], trigger, ['DESCRIPTION', title]],
    })),
  };
}

// RFC 5545 requires at least one component in a calendar.
const EMPTY_CALENDAR: IcalComponent = {
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
