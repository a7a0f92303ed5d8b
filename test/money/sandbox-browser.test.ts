import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { inChromium } from '../support/chromium.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aPlayHouse, type PlayHouse } from './play-house.ts';

// Evaluated in the page: the content security policy must allow its own style.
const CARD_COLOUR = 'getComputedStyle(document.querySelector("main")).backgroundColor';

inChromium((launch) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  onSqlite((place) => {
    test('a human sees the purchase and presses the button; opening the link or pressing again pays nothing', async () => {
      const { asked, account } = await anOpenHouse(place);
      const link = await asked('500');
      const [page, stale] = [await aPage(), await aPage()];
      await Promise.all([page.goto(link.href), stale.goto(link.href)]);
      await page.reload();
      await page.goto(`${link.href}&pay=yes&seal=guess`);
      expect(await page.getByRole('button').count()).toBe(1);
      await page.goto(link.href);
      expect(await account()).toEqual({ balance: 0, debt: 0 });
      expect(await page.title()).toBe('500 credits for player · Arkhouse');
      expect(await heading(page)).toBe('500 credits for player');
      expect(await page.evaluate(CARD_COLOUR)).not.toBe('rgba(0, 0, 0, 0)');
      await page.getByRole('button', { name: 'Pay $4.00 of play money' }).click();
      await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      expect(page.url()).toBe(link.href);
      await stale.getByRole('button').click();
      await stale.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      await page.reload();
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await account()).toEqual({ balance: 500, debt: 0 });
    });

    test('wrong addresses and expired pages have no button, and another site cannot submit the form', async () => {
      const { asked, account, clock } = await anOpenHouse(place);
      const link = await asked('100');
      const page = await aPage();
      await page.goto(new URL(`/checkout/sandbox/${'A'.repeat(43)}${link.search}`, link).href);
      expect(await heading(page)).toBe('Nothing to pay here');
      expect(await page.getByRole('button').count()).toBe(0);
      const foreign = await aPage();
      await foreign.setContent(
        `<form method="post" action="${link.href}"><input name="seal" value="x"><button>go</button>`,
      );
      await foreign.getByRole('button').click();
      await foreign.waitForLoadState();
      expect(await account()).toEqual({ balance: 0, debt: 0 });
      clock.forward('1h');
      await page.goto(link.href);
      expect(await heading(page)).toBe('This link has expired');
      expect(await page.getByRole('button').count()).toBe(0);
    });
  });

  async function aPage(): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
    const complaints: string[] = [];
    page.on('console', (line) => {
      if (line.type() === 'error' && !line.text().includes('status of 4')) complaints.push(line.text());
    });
    onTestFinished(async () => {
      await page.close();
      expect(complaints).toEqual([]);
    });
    return page;
  }
});

async function anOpenHouse({ fresh }: Place): Promise<PlayHouse> {
  const baseUrl = new URL('http://127.0.0.1:1');
  const house = await aPlayHouse(await fresh(), baseUrl);
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl.port = String((house.app.server.address() as AddressInfo).port);
  return house;
}

async function heading(page: Page): Promise<string | null> {
  return page.getByRole('heading').textContent();
}
