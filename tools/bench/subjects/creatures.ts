import { join } from 'node:path';

import type { Checkout } from '../checkout.ts';
import type { Group, OpenedHouse, WritingHouse } from './group.ts';
import { inTurn, replyTo } from './next-request.ts';
import { askCare, askStatus } from './requests.ts';

const LOOKING = { copies: 2, keys: 1800 };
// Enough creatures that none is cared for twice in a run.
const CARING = { copies: 60, keys: 54_000 };
const ONE_IN_SO_MANY_IS_LEFT_FOR_COUNTING = 12;

/** A look at a creature, whole and brief, and care for it that is kept when it is answered. */
export const CREATURE_GROUPS: readonly Group[] = [
  {
    name: 'GET /api/house/status',
    main: true,
    target: { times: 4, of: 'get' },
    open: (checkout) => openStatus(checkout, 'full'),
  },
  {
    name: 'GET /api/house/status?view=brief',
    main: true,
    target: { times: 3, of: 'get' },
    open: (checkout) => openStatus(checkout, 'brief'),
  },
  {
    name: 'POST /api/house/care',
    main: true,
    target: { times: 7, of: 'get', tail: 3 },
    open: openCare,
  },
];

async function openStatus(checkout: Checkout, view: 'full' | 'brief'): Promise<OpenedHouse> {
  const { keys } = await checkout.makeLivedIn(`status-${view}`, LOOKING);
  const server = await checkout.startHouse('lived-in', `status-${view}`);
  const next = inTurn(keys.map((key) => askStatus(key, view)));
  const reply = await replyTo(server, askStatus(keys[0] ?? '', view));
  return { server, status: 200, next, reply, bare: { get: next } };
}

/** Starts a house in which so many live that care for each of them is measured, and some are left to count writes with. */
export async function openCare(checkout: Checkout): Promise<OpenedHouse & { readonly writes: WritingHouse }> {
  const { keys, folder } = await checkout.makeLivedIn('care', CARING);
  const server = await checkout.startHouse('lived-in', 'care');
  const isLeft = (at: number) => at % ONE_IN_SO_MANY_IS_LEFT_FOR_COUNTING === 0;
  const [first = '', ...others] = keys.filter((_, at) => !isLeft(at));
  const next = inTurn(others.map(askCare));
  const bare = { get: inTurn([askStatus(first, 'full')]), post: inTurn(others.map(askCare)) };
  return {
    server,
    status: 200,
    next,
    reply: await replyTo(server, askCare(first, 0)),
    bare,
    writes: { server, file: join(folder, 'arkhouse.db'), keys: keys.filter((_, at) => isLeft(at)) },
  };
}
