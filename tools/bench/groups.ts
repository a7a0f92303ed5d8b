import { join } from 'node:path';

import type { Checkout } from './checkout.ts';
import LARGE_REPLY from './large-reply.json' with { type: 'json' };
import type { Subject, Target } from './measure.ts';
import {
  AGENTS,
  askCare,
  askHealth,
  askKeyed,
  askRegistration,
  askStatus,
  counting,
  inTurn,
  replyTo,
  SMALL_REPLY,
} from './requests.ts';
import type { ServerProcess } from './server-process.ts';

/** A server, and the bare server it is held against: nothing is started before it is wanted. */
export interface Group {
  /** Title; `npm run bench -- words` searches it. */
  readonly name: string;
  /** Whether `quick` measures it. */
  readonly main: boolean;
  readonly target?: Target;
  open(checkout: Checkout): Promise<OpenedHouse>;
}

interface OpenedHouse extends Pick<Subject, 'server' | 'status' | 'next'> {
  /** Response of the bare server as JSON, and the request to it. */
  readonly reply: string;
  readonly bare: { readonly get: () => Buffer; readonly post?: () => Buffer };
  /** The database it writes to, for counting pages. */
  readonly writes?: WritingHouse;
}

export interface WritingHouse {
  readonly server: ServerProcess;
  readonly file: string;
  /** From agents not used by other requests. */
  readonly keys: readonly string[];
}

const LOOKING = { copies: 2, keys: 1800 };
// Enough creatures that none is cared for twice in a run.
const CARING = { copies: 60, keys: 54_000 };
const ONE_IN_SO_MANY_IS_LEFT_FOR_COUNTING = 12;

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
  {
    name: 'GET /api/health',
    main: false,
    async open(checkout) {
      const server = await checkout.startHouse('house', 'health');
      const next = inTurn(Array.from({ length: AGENTS }, (_, nth) => askHealth(nth)));
      return { server, status: 200, next, reply: JSON.stringify(SMALL_REPLY), bare: { get: next } };
    },
  },
  {
    name: 'POST /api/auth/register',
    main: true,
    target: { times: 3.5, of: 'limit' },
    async open(checkout) {
      const server = await checkout.startHouse('house', 'registrar');
      const next = counting((nth) => askRegistration(nth + 1));
      const bare = { get: inTurn([askHealth(0)]), post: counting(askRegistration) };
      return { server, status: 201, next, reply: await replyTo(server, askRegistration(0)), bare };
    },
  },
  {
    name: 'GET /api/house/status',
    main: true,
    target: { times: 2.3, of: 'get' },
    open: (checkout) => openStatus(checkout, 'full'),
  },
  {
    name: 'GET /api/house/status?view=brief',
    main: true,
    target: { times: 1.8, of: 'get' },
    open: (checkout) => openStatus(checkout, 'brief'),
  },
  { name: 'POST /api/house/care', main: true, target: { times: 3.5, of: 'limit', tail: 3 }, open: openCare },
];

async function openKeyed(checkout: Checkout, size: 'small' | 'large', reply: unknown): Promise<OpenedHouse> {
  const server = await checkout.startHouse('house', size);
  const next = inTurn(server.keys.map((key) => askKeyed(`/bench/${size}`, key)));
  return { server, status: 200, next, reply: JSON.stringify(reply), bare: { get: next } };
}

async function openStatus(checkout: Checkout, view: 'full' | 'brief'): Promise<OpenedHouse> {
  const { keys } = await checkout.makeLivedIn(`status-${view}`, LOOKING);
  const server = await checkout.startHouse('lived-in', `status-${view}`);
  const next = inTurn(keys.map((key) => askStatus(key, view)));
  const reply = await replyTo(server, askStatus(keys[0] ?? '', view));
  return { server, status: 200, next, reply, bare: { get: next } };
}

/** A service with so many creatures that care for each of them is measured, and some are left to count writes with. */
export async function openCare(checkout: Checkout): Promise<OpenedHouse & { readonly writes: WritingHouse }> {
  const { keys, folder } = await checkout.makeLivedIn('care', CARING);
  const server = await checkout.startHouse('lived-in', 'care');
  const isLeft = (_: string, at: number) => at % ONE_IN_SO_MANY_IS_LEFT_FOR_COUNTING === 0;
  const [first = '', ...others] = keys.filter((key, at) => !isLeft(key, at));
  return {
    server,
    status: 200,
    next: inTurn(others.map(askCare)),
    reply: await replyTo(server, askCare(first, 0)),
    bare: { get: inTurn([askStatus(first, 'full')]), post: inTurn(others.map(askCare)) },
    writes: { server, file: join(folder, 'arkhouse.db'), keys: keys.filter(isLeft) },
  };
}

/** Starts the service, the same of another checkout if there is one to compare with, and the bare server of both. */
export async function startGroup(group: Group, here: Checkout, other: Checkout | undefined) {
  const house = await group.open(here);
  const otherHouse = other && (await group.open(other));
  const bare = { server: await here.start('bare', house.reply), status: 200 } as const;
  const get: Subject = { ...bare, name: '  bare GET', next: house.bare.get };
  const post = house.bare.post && { ...bare, name: '  bare POST', next: house.bare.post };
  const limit = house.bare.post && {
    server: await here.startLimit(house.reply),
    status: 200 as const,
    name: '  durable limit',
    next: house.bare.post,
  };
  const subjectOf = ({ server, status, next }: OpenedHouse) => ({
    server,
    status,
    next,
    against: { get, ...(post && { post }), ...(limit && { limit }) },
    ...(group.target && { target: group.target }),
  });
  const before: Subject | undefined = otherHouse && { ...subjectOf(otherHouse), name: '  before' };
  const subject: Subject = { ...subjectOf(house), name: group.name, ...(before && { before }) };
  const subjects: (Subject | undefined)[] = [subject, before, get, post, limit];
  return {
    subjects: subjects.filter((each) => each !== undefined),
    writes: [
      ...(otherHouse?.writes ? [{ name: 'before', ...otherHouse.writes }] : []),
      ...(house.writes ? [{ name: otherHouse ? 'after' : '', ...house.writes }] : []),
    ],
  };
}
