import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { seededInts } from '../support/seeded.ts';
import { aFolder, arkhouse, started, type Started } from './arkhouse.ts';

/** `KILLS=50 vitest run test/program/kill.test.ts` for a longer look. */
const KILLS = Number(process.env['KILLS'] ?? (process.env['TEST_LONG'] ? 12 : 4));
const PATIENTLY = { timeout: 60_000 + KILLS * 20_000 };
const KEEPERS = 6;
// A second is an hour: limits pass in no time, and creatures sleep, grow and miss their meals between two kills.
const CLOCK = { ARKHOUSE_CLOCK: 'sandbox', ARKHOUSE_TIME_SCALE: '3600', ARKHOUSE_TRUST_PROXY: '1' };

test(`every write acknowledged before one of ${KILLS} kills is there after it, once`, PATIENTLY, async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder(), ...CLOCK };
  const told: Told = { adopted: [], cared: [], lost: 0 };
  let house: Promise<Started> = started(env);
  let closing = false;
  const anyInt = seededInts();
  const door = { address: async () => (await house).address, isClosing: () => closing };
  const keepers = Array.from({ length: KEEPERS }, (_, nth) => keepStubbornly(`keeper-${nth}`, door, told));
  const all = Promise.all(keepers);
  // A failed keeper ends the test at the next restart.
  all.catch(() => undefined);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = told.cared.length;
    await Promise.race([pause(anyInt(20, 500)), all]);
    // Some progress, also on a slow machine.
    while (told.cared.length < before + KEEPERS) await Promise.race([pause(20), all]);
    const killed = (await house).stop('SIGKILL');
    house = killed.then(() => started(env));
    await house;
    expect(missing(env.ARKHOUSE_DATA_DIR, told)).toEqual({ cares: [], creatures: [], twice: [] });
  }
  closing = true;
  await all;
  await (await house).stop();

  expect(missing(env.ARKHOUSE_DATA_DIR, told)).toEqual({ cares: [], creatures: [], twice: [] });
  const whole = { code: 0, out: expect.stringContaining('all is well') };
  expect(await arkhouse(['audit'], env)).toMatchObject(whole);
  expect(told.cared.length).toBeGreaterThanOrEqual(KILLS * KEEPERS);
  expect(told.lost).toBeGreaterThan(0);
});

/** Acknowledged writes that are missing, and writes present more often than requested. */
function missing(folder: string, { adopted, cared }: Told) {
  const acknowledged = { cared: [...cared], adopted: [...adopted] };
  const database = new DatabaseSync(join(folder, 'arkhouse.db'), { readOnly: true });
  const texts = (sql: string) => Array.from(database.prepare(sql).iterate(), ({ found }) => String(found));
  const entries = new Set(texts(`select notes || ' ' || id as found from care_log`));
  const creatures = new Set(texts(`select name || ' ' || id as found from creatures`));
  // Each request has notes, or a name, of its own: two rows would be two effects of one request.
  const twice = [
    ...texts('select id as found from care_log group by id having count(*) > 1'),
    ...texts('select notes as found from care_log group by notes having count(*) > 1'),
    ...texts('select name as found from creatures group by name having count(*) > 1'),
  ];
  database.close();
  return {
    cares: acknowledged.cared.filter(({ notes, entryId }) => !entries.has(`${notes} ${entryId}`)),
    creatures: acknowledged.adopted.filter(({ name, id }) => !creatures.has(`${name} ${id}`)),
    twice,
  };
}

type Door = { readonly address: () => Promise<string>; readonly isClosing: () => boolean };
/** What was acknowledged and must be found again, and the number of replies that were lost and asked for again. */
type Told = {
  readonly adopted: Record<'name' | 'id', string>[];
  readonly cared: Record<'notes' | 'entryId', string>[];
  lost: number;
};

const ACTS = [{ action: 'feed', item: 'tuna' }, { action: 'play' }, { action: 'reflect' }];

/** Cares until the end, repeats requests without a reply, and records what was acknowledged. Its first creature is neglected. */
async function keepStubbornly(who: string, door: Door, told: Told): Promise<void> {
  const ask = async (request: Request): Promise<Answer> => {
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
    if (nth % 5 === 0) await ask({ path: '/api/house/status', key });
    const act = { ...ACTS[nth % ACTS.length], creature_id: creature, notes: word };
    const request = { path: '/api/house/care', key, word, body: act };
    const first = await ask(request);
    if (first.body['code'] === 'no_living_creature') creature = undefined;
    if (first.status !== 200) continue;
    told.cared.push({ notes: word, entryId: entryOf(first) });
    const again = nth % 3 === 0 ? await ask(request) : first;
    expect(entryOf(again), 'done twice').toBe(entryOf(first));
  }
}

type Request = {
  readonly path: string;
  readonly key?: string;
  readonly word?: string;
  readonly body?: unknown;
};
type Answer = Awaited<ReturnType<typeof send>>;

const EXPECTED: ReadonlySet<unknown> = new Set(['creature_asleep', 'no_living_creature', 'nobody_home']);

async function send(address: string, { path, key, word, body }: Request) {
  const response = await fetch(new URL(path, address), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(word !== undefined && { 'idempotency-key': word }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Everyone comes from an address of their own, since one address may register only so often.
      'x-forwarded-for': `10.0.0.${/\d+/.exec(word ?? '')?.[0] ?? 0}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

function entryOf({ body }: Answer): string {
  return (body['action_result'] as { care_log_entry_id: string }).care_log_entry_id;
}
