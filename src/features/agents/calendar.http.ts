import { ROUTES } from '../../api/routes.ts';
import { AGENT_DOCUMENTS } from '../../api/documents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { revokeFeedToken, createFeedToken, readCalendarFeed, type CalendarFeed } from './calendar-feed.ts';
import * as words from '../../text/server/agents.ts';
import { hashKey } from './api-keys.ts';
import { countAlso, hasKeyInUrl } from '../../server/authenticate.ts';
import type { Handler } from '../../server/handler.ts';
import * as feeds from '../../server/feed-formats.ts';

export const getCalendar: Handler<typeof ROUTES.getCalendar> = async (house, { query, raw, now }) => {
  if (hasKeyInUrl(raw.url ?? '')) throw new ProblemError('key_in_address');
  await countAlso(house, 'calendar_token', hashKey(query.token), now);
  const feed = await readCalendarFeed(house, query.token, now);
  const guide = new URL(AGENT_DOCUMENTS.heartbeat.path, house.baseUrl).href;
  const type = `${ROUTES.getCalendar.onlyAs}; charset=utf-8`;
  return { page: { type, text: writeFeed(feed, guide) } };
};

export const createCalendarFeed: Handler<typeof ROUTES.createCalendarFeed> = async (
  house,
  { agent, idempotencyKey, now },
) => {
  const { value, replayed } = await createFeedToken(house, { agent, idempotencyKey }, now);
  const url = new URL(ROUTES.getCalendar.path, house.baseUrl);
  url.searchParams.set('token', value.token);
  return {
    replayed,
    body: {
      feed_url: url.href,
      token: value.token,
      message: words.AGENT_NOTES.feedCreated,
      important: words.AGENT_NOTES.keepYourFeed,
      next_steps: words.STEPS_AFTER_FEED_CREATED,
    },
  };
};

export const revokeCalendarFeed: Handler<typeof ROUTES.revokeCalendarFeed> = async (
  house,
  { agent, idempotencyKey, now },
) => {
  const { value, replayed } = await revokeFeedToken(house, { agent, idempotencyKey }, now);
  return {
    replayed,
    body: {
      success: true,
      revoked: value.ended,
      message: words.feedRevokedMessage(value.ended),
      next_steps: words.STEPS_AFTER_FEED_REVOKED,
    },
  };
};

function writeFeed({ living, dead }: CalendarFeed, guide: string): string {
  const events = [...living.flatMap(careDates), ...dead.map(deadline)].map((date) => eventOf(date, guide));
  const inside = events.length === 0 ? [EMPTY_CALENDAR] : events;
  return feeds.writeCalendar('-//Arkhouse//Creatures//EN', words.AGENT_NOTES.calendarName, 'PT30M', inside);
}

interface CalendarDate {
  readonly kind: words.DateKind;
  readonly about: CalendarFeed['living' | 'dead'][number];
  readonly start: Instant;
  readonly end?: Instant;
  /** Alarm triggers of the event, relative to its start unless RELATED=END. */
  readonly alarms: readonly feeds.IcalProperty[];
}

const AT_ONCE: feeds.IcalProperty = ['TRIGGER', 'PT0S'];
const LAST_HOUR: feeds.IcalProperty = ['TRIGGER', '-PT1H'];

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
function eventOf({ kind, about, start, end, alarms }: CalendarDate, guide: string): feeds.IcalComponent {
  const { summary, description } = words.dateWords(kind, about.name);
  return {
    name: 'VEVENT',
    properties: [
      ['UID', `${about.id}-${kind}`],
      ['DTSTAMP', feeds.icalTime(about.changedAt)],
      ['SEQUENCE', String(about.version)],
      ['DTSTART', feeds.icalTime(start)],
      ...(end === undefined ? [] : ([['DTEND', feeds.icalTime(end)]] as const)),
      ['SUMMARY', feeds.icalText(summary)],
      ['DESCRIPTION', feeds.icalText(description)],
      ['CATEGORIES', kind.toUpperCase()],
      ['URL', guide],
      ['TRANSP', 'TRANSPARENT'],
    ],
    inside: alarms.map((trigger) => ({
      name: 'VALARM',
      properties: [['ACTION', 'DISPLAY'], trigger, ['DESCRIPTION', feeds.icalText(summary)]],
    })),
  };
}

// RFC 5545 requires at least one component in a calendar.
const EMPTY_CALENDAR: feeds.IcalComponent = {
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
