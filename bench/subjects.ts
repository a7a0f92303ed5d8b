import { join } from 'node:path';

import { creatureSubjects } from './creature-subjects.ts';
import type { Subject } from './measure.ts';
import { counting, inTurn, replyTo } from './next-request.ts';
import { AGENTS } from './open-bench-house.ts';
import { LARGE_REPLY, SMALL_REPLY } from './replies.ts';
import { askHealth, askKeyed, askRegistration } from './requests.ts';
import { startServer } from './server-process.ts';

/** Starts all there is to measure, each in a process of its own; the databases are made in `folder`. */
export async function startSubjects(folder: string): Promise<readonly Subject[]> {
  const creatures = await creatureSubjects(folder);
  const [[bareSmall, small], [bareLarge, large], health, registration] = await Promise.all([
    keyedPair(folder, { size: 'small', reply: SMALL_REPLY }),
    keyedPair(folder, { size: 'large', reply: LARGE_REPLY }),
    startServer('house', join(folder, 'health')),
    registrationSubjects(folder),
  ]);
  const constant = inTurn([{ ...askHealth(0), path: '/constant' }]);
  const visits = inTurn(Array.from({ length: AGENTS }, (_, nth) => askHealth(nth)));
  return [
    { ...bareLarge, name: 'bare, large, constant', next: constant },
    bareLarge,
    bareSmall,
    { name: 'GET /api/health', server: health, status: 200, next: visits, against: { get: bareSmall } },
    small,
    large,
    ...registration,
    ...creatures,
  ];
}

async function keyedPair(
  folder: string,
  { size, reply }: { size: string; reply: unknown },
): Promise<[Subject, Subject]> {
  const [server, bareServer] = await Promise.all([
    startServer('house', join(folder, size)),
    startServer('bare', JSON.stringify(reply)),
  ]);
  const next = inTurn(server.keys.map((key) => askKeyed(`/bench/${size}`, key)));
  const get: Subject = { name: `bare, ${size}`, server: bareServer, status: 200, next };
  const target = { times: 2, of: 'get' } as const;
  return [get, { name: `keyed, ${size}`, server, status: 200, next, against: { get }, target }];
}

async function registrationSubjects(folder: string): Promise<Subject[]> {
  const server = await startServer('house', join(folder, 'registrar'));
  const bareServer = await startServer('bare', await replyTo(server, askRegistration(0)));
  const next = counting((nth) => askRegistration(nth + 1));
  const get: Subject = {
    name: 'bare, registration GET',
    server: bareServer,
    status: 200,
    next: inTurn([askHealth(0)]),
  };
  const post: Subject = { ...get, name: 'bare, registration POST', next: counting(askRegistration) };
  const target = { times: 4, of: 'post' } as const;
  return [
    get,
    post,
    { name: 'POST /api/auth/register', server, status: 201, next, against: { get, post }, target },
  ];
}
