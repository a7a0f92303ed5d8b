import { expect, test } from 'vitest';

import { readExposition } from '../figures/exposition.ts';
import { aFolder, begin } from '../program/arkhouse.ts';
import { localServer } from '../support/local-server.ts';

const ADMIN_KEY = 'an operator knows this and nobody else';

test('the program serves metrics at a port of their own, with the state of its jobs, and closes it on SIGTERM', async () => {
  const ports = { PORT: '0', ARKHOUSE_METRICS_PORT: '0', ARKHOUSE_ADMIN_KEY: ADMIN_KEY };
  const { child, seen, ended } = begin(['serve'], { ...ports, ARKHOUSE_DATA_DIR: aFolder() });
  const refused = ended.then(({ err }): never => {
    throw new Error(err);
  });
  const opened = Promise.all([seen(/"metrics":"([^"]+)"/), seen(/"address":"([^"]+)"/)]);
  const [metrics, address] = await Promise.race([opened, refused]);
  const read = async () => readExposition(await (await fetch(`http://${metrics}/metrics`)).text());
  const jobs = async () =>
    (await read()).get('arkhouse_job_runs_total')?.samples.map(({ labels }) => labels['name']) ?? [];
  const names = ['settle_creatures', 'delete_expired', 'reconcile_purchases', 'check_ledger'];
  expect(await jobs()).toEqual(expect.arrayContaining(names));
  const imbalance = async () => (await read()).get('arkhouse_ledger_imbalance_credits')?.samples[0]?.value;
  await expect.poll(imbalance).toBe(0);
  const headers = { 'x-admin-key': ADMIN_KEY };
  expect((await fetch(`${address}/metrics`, { headers })).status).toBe(404);
  expect((await fetch(`${address}/admin`, { redirect: 'manual' })).status).toBe(401);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('a metrics port that is in use is reported, and the program exits', async () => {
  const { port } = await localServer(async () => undefined);
  const settings = { ARKHOUSE_METRICS_PORT: String(port), ARKHOUSE_DATA_DIR: aFolder() };
  const { code, err } = await begin(['serve'], { PORT: '0', ...settings }).ended;
  expect([code, err]).toEqual([1, expect.stringContaining('Choose another ARKHOUSE_METRICS_PORT.')]);
});
