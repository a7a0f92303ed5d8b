import { DOCUMENTS } from '../../contract/documents.ts';
import { ROUTES } from '../../contract/routes.ts';
import { Problem } from '../../core/problem.ts';
import { endFeed, makeFeed } from '../../house/feed-tokens.ts';
import { readFeed } from '../../house/feed.ts';
import { afterFeedEnded, afterFeedMade, FEED_MADE, feedEnded, KEEP_YOUR_FEED } from '../../voice/calendar.ts';
import type { Handler } from '../call.ts';
import { keyInAddress } from '../credentials.ts';
import { writeCalendar } from '../present/calendar.ts';

const CALENDAR_TYPE = `${ROUTES.getCalendar.onlyAs}; charset=utf-8`;

export const getCalendar: Handler<typeof ROUTES.getCalendar> = {
  async answer(house, { query, raw, now }) {
    if (keyInAddress(raw.url ?? '')) throw new Problem('key_in_address');
    const feed = await readFeed(house, query.token, now);
    const guide = new URL(DOCUMENTS.heartbeat.path, house.baseUrl).href;
    return { page: { type: CALENDAR_TYPE, text: writeCalendar(feed, guide) } };
  },
};

export const createCalendarFeed: Handler<typeof ROUTES.createCalendarFeed> = {
  async answer(house, { agent, idempotencyKey, now }) {
    const { value, replayed } = await makeFeed(house, { agent, idempotencyKey }, now);
    const url = new URL(ROUTES.getCalendar.path, house.baseUrl);
    url.searchParams.set('token', value.token);
    return {
      replayed,
      body: {
        feed_url: url.href,
        token: value.token,
        message: FEED_MADE,
        important: KEEP_YOUR_FEED,
        next_steps: afterFeedMade(),
      },
    };
  },
};

export const revokeCalendarFeed: Handler<typeof ROUTES.revokeCalendarFeed> = {
  async answer(house, { agent, idempotencyKey, now }) {
    const { value, replayed } = await endFeed(house, { agent, idempotencyKey }, now);
    return {
      replayed,
      body: {
        success: true,
        revoked: value.ended,
        message: feedEnded(value.ended),
        next_steps: afterFeedEnded(),
      },
    };
  },
};
