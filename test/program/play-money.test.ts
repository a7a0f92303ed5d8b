import { expect, test } from 'vitest';

import { aFolder, started } from './arkhouse.ts';

test('a house that was just started can be tried out with play money, from the first call to the credits', async () => {
  const house = await started({ ARKHOUSE_DATA_DIR: aFolder() });
  const { address } = house;
  const post = (path: string, body: object, key = '') =>
    fetch(`${address}${path}`, { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify(body) });
  const { your_token: key } = await json(await post('/api/auth/register', { username: 'tryer' }));
  const { checkout_url: link } = await json(await post('/api/house/credits', { pack: '500' }, key));
  expect(link).toMatch(new RegExp(`^${address}/checkout/sandbox/`));
  const page = await (await fetch(String(link))).text();
  const seal = /name="seal" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const clicked = await fetch(String(link), { method: 'POST', body: new URLSearchParams({ seal }) });
  expect(await clicked.text()).toContain('Paid, thank you');
  const balance = await fetch(`${address}/api/house/credits`, { headers: { 'x-api-key': String(key) } });
  expect(await json(balance)).toMatchObject({ credits: 500 });
  const { out } = await house.stop();
  expect(out).toContain('a payment was told of');
  expect(out).not.toContain(String(link).slice(-43));
});

async function json(response: Response): Promise<Record<string, string>> {
  return (await response.json()) as Record<string, string>;
}
