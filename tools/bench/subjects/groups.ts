import type { Checkout } from '../checkout.ts';
import { AGENTS } from '../servers/open-bench-house.ts';
import { LARGE_REPLY, SMALL_REPLY } from '../servers/replies.ts';
import { CREATURE_GROUPS } from './creatures.ts';
import type { Group, OpenedHouse } from './group.ts';
import { counting, inTurn, replyTo } from './next-request.ts';
import { askHealth, askKeyed, askRegistration } from './requests.ts';

/** All there is to measure. */
export const GROUPS: readonly Group[] = [
  {
    name: 'keyed, small',
    main: true,
    target: { times: 2, of: 'get' },
    open: (checkout) => openKeyed(checkout, 'small', SMALL_REPLY),
  },
  {
    name: 'keyed, large',
    main: false,
    target: { times: 2, of: 'get' },
    open: (checkout) => openKeyed(checkout, 'large', LARGE_REPLY),
  },
  { name: 'GET /api/health', main: false, open: openHealth },
  {
    name: 'POST /api/auth/register',
    main: true,
    target: { times: 4, of: 'post' },
    open: openRegistration,
  },
  ...CREATURE_GROUPS,
];

async function openKeyed(checkout: Checkout, size: 'small' | 'large', reply: unknown): Promise<OpenedHouse> {
  const server = await checkout.startHouse('house', size);
  const next = inTurn(server.keys.map((key) => askKeyed(`/bench/${size}`, key)));
  return { server, status: 200, next, reply: JSON.stringify(reply), bare: { get: next } };
}

async function openHealth(checkout: Checkout): Promise<OpenedHouse> {
  const server = await checkout.startHouse('house', 'health');
  const next = inTurn(Array.from({ length: AGENTS }, (_, nth) => askHealth(nth)));
  return { server, status: 200, next, reply: JSON.stringify(SMALL_REPLY), bare: { get: next } };
}

async function openRegistration(checkout: Checkout): Promise<OpenedHouse> {
  const server = await checkout.startHouse('house', 'registrar');
  const next = counting((nth) => askRegistration(nth + 1));
  const bare = { get: inTurn([askHealth(0)]), post: counting(askRegistration) };
  return { server, status: 201, next, reply: await replyTo(server, askRegistration(0)), bare };
}
