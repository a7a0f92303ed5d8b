import { join } from 'node:path';

import { aLivedInHouse, aModel } from './lived-in.ts';
import type { Subject } from './measure.ts';
import { inTurn, replyTo } from './next-request.ts';
import { askCare, askStatus } from './requests.ts';
import { startServer } from './server-process.ts';

const MODEL_AGENTS = 1000;
const LOOKING = { copies: 2, keys: 1800 };
// So many that nobody is cared for twice in a run.
const CARING = { copies: 60, keys: 54_000 };

/** A look at a creature, whole and brief, and care for it that is kept when it is answered. */
export async function creatureSubjects(folder: string): Promise<Subject[]> {
  const model = await aModel(join(folder, 'model'), MODEL_AGENTS);
  const groups = [
    await statusSubjects(model, join(folder, 'status'), 'full'),
    await statusSubjects(model, join(folder, 'status-brief'), 'brief'),
    await careSubjects(model, join(folder, 'care')),
  ];
  return groups.flat();
}

async function statusSubjects(model: string, folder: string, view: 'full' | 'brief'): Promise<Subject[]> {
  const { keys } = await aLivedInHouse(model, folder, LOOKING);
  const server = await startServer('lived-in', folder);
  const requests = keys.map((key) => askStatus(key, view));
  const reply = await replyTo(server, askStatus(keys[0] ?? '', view));
  const next = inTurn(requests);
  const name = view === 'full' ? '/api/house/status' : '/api/house/status?view=brief';
  const get: Subject = {
    name: `bare, status, ${view}`,
    server: await startServer('bare', reply),
    status: 200,
    next,
  };
  const target = { times: 3.5, of: 'get' } as const;
  return [
    get,
    { name: `GET ${name}`, server, status: 200, next: inTurn(requests), against: { get }, target },
  ];
}

async function careSubjects(model: string, folder: string): Promise<Subject[]> {
  const { keys } = await aLivedInHouse(model, folder, CARING);
  const server = await startServer('lived-in', folder);
  const requests = keys.map(askCare);
  const [first, ...others] = requests;
  const reply = first ? await replyTo(server, first) : '';
  const bareServer = await startServer('bare', reply);
  const asked = keys.map((key) => askStatus(key, 'full'));
  const get: Subject = { name: 'bare, care GET', server: bareServer, status: 200, next: inTurn(asked) };
  const post: Subject = { ...get, name: 'bare, care POST', next: inTurn(requests) };
  const target = { times: 5, of: 'get' } as const;
  const against = { get, post };
  return [
    get,
    post,
    { name: 'POST /api/house/care', server, status: 200, next: inTurn(others), against, target },
  ];
}
