import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { aFolder, arkhouse, started } from './arkhouse.ts';

// Without a token of the operator's own.
const BY_ITSELF = { ARKHOUSE_SANDBOX_TOKEN: '' };

test('a house that was just started can be tried out with play money, from the first call to the credits', async () => {
  const folder = aFolder();
  const house = await started({ ...BY_ITSELF, ARKHOUSE_DATA_DIR: folder });
  const { address } = house;
  const token = tokenIn(folder);
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { your_token: key = '' } = await json(await post('/api/auth/register', { username: 'tryer' }, {}));
  const keyed = { 'x-api-key': key, 'x-sandbox-token': token };
  const { checkout_url: link = '' } = await json(await post('/api/house/credits', { pack: '500' }, keyed));
  expect(link).toMatch(new RegExp(`^${address}/checkout/sandbox/[^?]+\\?sandbox_token=${token}$`));
  const page = await (await fetch(link)).text();
  const seal = /name="seal" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const clicked = await fetch(link, { method: 'POST', body: new URLSearchParams({ seal }) });
  expect(await clicked.text()).toContain('Paid, thank you');
  expect(await json(await fetch(`${address}/api/house/credits`, { headers: keyed }))).toMatchObject({
    credits: 500,
  });
  const { out } = await house.stop();
  expect(out).toContain('a payment was told of');
  expect(out).toContain(join(folder, 'sandbox-token'));
  expect(out).not.toContain(new URL(link).pathname.slice(-43));
  expect(out).not.toContain(token);
});

test('each start keeps a new token in a file for its owner alone, and a start that fails keeps none', async () => {
  const folder = aFolder();
  const file = join(folder, 'sandbox-token');
  writeFileSync(file, 'an old one');
  chmodSync(file, 0o644);
  const first = await started({ ...BY_ITSELF, ARKHOUSE_DATA_DIR: folder });
  const token = tokenIn(folder);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const twin = { ...BY_ITSELF, ARKHOUSE_DATA_DIR: folder, PORT: new URL(first.address).port };
  expect(await arkhouse(['serve'], twin)).toMatchObject({ code: 1 });
  expect(tokenIn(folder)).toBe(token);
  await first.stop();
  const second = await started({ ...BY_ITSELF, ARKHOUSE_DATA_DIR: folder });
  expect(tokenIn(folder)).not.toBe(token);
  await second.stop();
});

test.each([
  ['without a sandbox', { ...BY_ITSELF, ARKHOUSE_PAYMENTS: 'off' }],
  ['with a token of the operator’s own', {}],
])('a house %s keeps no token', async (_, env) => {
  const folder = aFolder();
  const house = await started({ ARKHOUSE_DATA_DIR: folder, ...env });
  expect(() => tokenIn(folder)).toThrow('ENOENT');
  await house.stop();
});

test('a token that cannot be kept ends the start with a sentence', async () => {
  const folder = aFolder();
  mkdirSync(join(folder, 'sandbox-token'));
  const { code, err } = await arkhouse(['serve'], { PORT: '0', ARKHOUSE_DATA_DIR: folder });
  expect(code).toBe(1);
  expect(err).toMatch(/^The sandbox token cannot be kept in .* Set ARKHOUSE_SANDBOX_TOKEN, .*\n$/);
});

function tokenIn(folder: string): string {
  return readFileSync(join(folder, 'sandbox-token'), 'utf8').trim();
}

async function json(response: Response): Promise<Record<string, string>> {
  return (await response.json()) as Record<string, string>;
}
