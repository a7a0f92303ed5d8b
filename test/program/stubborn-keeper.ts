import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** A house that comes and goes. */
export interface Door {
  /** Its URL, once open. */
  readonly address: () => Promise<string>;
  /** True when everyone should come to an end; from then on it stays open. */
  readonly isClosing: () => boolean;
}

/** Acknowledged data that must be found again. */
export interface Told {
  readonly adopted: { readonly name: string; readonly id: string }[];
  readonly cared: { readonly notes: string; readonly entryId: string }[];
  /** Number of lost replies that were requested again. */
  lost: number;
}

const ACTS = [
  { action: 'feed', item: 'tuna' },
  { action: 'play' },
  { action: 'clean' },
  { action: 'reflect' },
];
const LOOKS_EVERY = 5;
const REPEATS_EVERY = 3;

/**
 * Adopts, reads status and cares until the end, repeats every request without a reply, and records what was acknowledged.
 * Its first creature is neglected, so that it dies.
 */
export async function keepStubbornly(who: string, door: Door, told: Told): Promise<void> {
  const ask = asking(door, told);
  const { body } = await ask({ path: '/api/auth/register', word: randomUUID(), body: { username: who } });
  const key = String(body['your_token']);
  const adopt = async (name: string): Promise<string> => {
    const answer = await ask({ path: '/api/house/adopt', key, word: `egg-${name}`, body: { name } });
    const { id } = answer.body['creature'] as { id: string };
    told.adopted.push({ name, id });
    await ask({ path: `/api/house/status?creature_id=${id}`, key });
    return id;
  };
  await adopt(`${who}-forgotten`);
  let creature: string | undefined;
  for (let nth = 0; !door.isClosing(); nth += 1) {
    const word = `${who}-${nth}`;
    creature ??= await adopt(word);
    if (nth % LOOKS_EVERY === 0) await ask({ path: '/api/house/status', key });
    const act = { ...ACTS[nth % ACTS.length], creature_id: creature, notes: word };
    const request = { path: '/api/house/care', key, word, body: act };
    const first = await ask(request);
    if (first.body['code'] === 'no_living_creature') creature = undefined;
    if (first.status !== 200) continue;
    told.cared.push({ notes: word, entryId: entryOf(first) });
    if (nth % REPEATS_EVERY === 0) sameAgain(entryOf(first), entryOf(await ask(request)));
  }
}

interface Request {
  readonly path: string;
  readonly key?: string;
  /** Its Idempotency-Key. */
  readonly word?: string;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Refusals a keeper may get: asleep, dead, all dead. */
const EXPECTED: ReadonlySet<unknown> = new Set(['creature_asleep', 'no_living_creature', 'nobody_home']);

function asking(door: Door, told: Told): (request: Request) => Promise<Answer> {
  return async function ask(request) {
    const answer = await send(await door.address(), request).catch(() => undefined);
    if (!answer) told.lost += 1;
    if (!answer || answer.status === 429) {
      await pause(5);
      return ask(request);
    }
    if (answer.status >= 400 && !EXPECTED.has(answer.body['code']))
      throw new Error(`${request.path} was refused: ${JSON.stringify(answer.body)}`);
    return answer;
  };
}

async function send(address: string, { path, key, word, body }: Request): Promise<Answer> {
  const response = await fetch(new URL(path, address), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(word !== undefined && { 'idempotency-key': word }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Everyone comes from an address of their own, since one address may register only so often.
      'x-forwarded-for': addressOf(word ?? ''),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function entryOf({ body }: Answer): string {
  return (body['action_result'] as { care_log_entry_id: string }).care_log_entry_id;
}

function sameAgain(first: string, second: string): void {
  if (first !== second) throw new Error(`the same request was done twice: ${first}, ${second}`);
}

function addressOf(word: string): string {
  return `10.0.0.${Number(/\d+/.exec(word)?.[0] ?? 0)}`;
}
