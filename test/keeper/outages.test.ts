import { expect, test } from 'vitest';

import { aFakeHouse, problem } from '../client/fake-house.ts';
import { localServer } from '../support/local-server.ts';
import { aKeeper, aSandboxHouse } from './keeper.ts';

/** A transport that can be closed. */
async function aGate(address: string) {
  const gate = { isOpen: true };
  const { url } = await localServer(
    async ({ method = 'GET', url: path = '/', headers, socket }, body, response) => {
      if (!gate.isOpen) {
        socket.destroy();
        return;
      }
      const { authorization = '', 'idempotency-key': word = '-', 'x-sandbox-token': token = '' } = headers;
      const answer = await fetch(new URL(path, address), {
        method,
        headers: { authorization, 'idempotency-key': String(word), 'x-sandbox-token': String(token) },
        ...(method === 'POST' && { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    },
  );
  return { url, gate };
}

test('a keeper waits while the service is away, reports it once, and continues', async () => {
  const { address } = await aSandboxHouse();
  const { url, gate } = await aGate(address);
  const keeper = aKeeper(url, '--species', 'housecat', '--patience', '1');
  const leaving = new AbortController();
  const pauses: number[] = [];
  let meals = 0;
  const ending = keeper.stay({
    leaving: leaving.signal,
    async pause(ms) {
      pauses.push(ms);
      // After waiting a quarter of an hour.
      if (pauses.filter((each) => each >= 60_000).length === 15) gate.isOpen = true;
    },
    async print(_line, entry) {
      if (entry.kind === 'resting' && meals === 0) gate.isOpen = false;
      if (entry.kind === 'care' && entry.action === 'feed') meals += 1;
      if (meals === 2) leaving.abort();
    },
  });
  expect(await ending).toBe('well');
  expect(keeper.kinds().filter((kind) => kind === 'away' || kind === 'back')).toEqual(['away', 'back']);
  expect(pauses.filter((ms) => ms >= 5000).slice(0, 4)).toEqual([5000, 15_000, 60_000, 60_000]);
  expect(keeper.cares().filter(({ action }) => action === 'feed')).toMatchObject([
    { timing: 'on_time' },
    { timing: 'on_time' },
  ]);
});

test('a server error is reported only by its code', async () => {
  const { url } = await aFakeHouse({ status: 500, json: problem('\u001b[31mOh no', { code: 'unexpected' }) });
  const keeper = aKeeper(url);
  expect(await keeper.once()).toBe('trouble');
  expect(keeper.diary()).toMatchObject([{ kind: 'trouble', code: 'unexpected' }]);
});
