import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { inChromium } from '../support/chromium.ts';
import { onSqlite } from '../support/databases.ts';
import { aPlayHouse } from './play-house.ts';

// Evaluated in the page: the content security policy must allow its own style.
const CARD_COLOUR = 'getComputedStyle(document.querySelector("main")).backgroundColor';

inChromium((browser) => {
  onSqlite(({ fresh }) => {
    test('a human sees the purchase and presses the button; opening the link or pressing again pays nothing', async () => {
      const baseUrl = new URL('http://127.0.0.1:1');
      const { app, asked, account } = await aPlayHouse(await fresh(), baseUrl);
      await app.listen({ port: 0, host: '127.0.0.1' });
      baseUrl.port = String((app.server.address() as AddressInfo).port);
      const link = await asked('500');
      const [page, stale] = [await browser().newPage(), await browser().newPage()];
      const errors: string[] = [];
      for (const each of [page, stale])
        each.on('console', (line) => void (line.type() === 'error' && errors.push(line.text())));
      await Promise.all([page.goto(link.href), stale.goto(link.href)]);
      await page.reload();
      await page.goto(`${link.href}&pay=yes&seal=guess`);
      expect(await page.getByRole('button').count()).toBe(1);
      await page.goto(link.href);
      expect(await account()).toEqual({ balance: 0, debt: 0 });
      expect(await page.title()).toBe('500 credits for player · Arkhouse');
      expect(await page.getByRole('heading').textContent()).toBe('500 credits for player');
      expect(await page.evaluate(CARD_COLOUR)).not.toBe('rgba(0, 0, 0, 0)');
      await page.getByRole('button', { name: 'Pay $4.00 of play money' }).click();
      await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      expect(page.url()).toBe(link.href);
      await stale.getByRole('button').click();
      await stale.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      await page.reload();
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await account()).toEqual({ balance: 500, debt: 0 });
      expect(errors).toEqual([]);
    });
  });
});
