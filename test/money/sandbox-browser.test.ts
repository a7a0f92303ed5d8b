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
    test('a human sees the purchase, presses the button, and the credits arrive', async () => {
      const { asked, account } = await anOpenHouse(place);
      const link = await asked('500');
      const page = await aPage();
      await page.goto(link.href);
      expect(await page.title()).toBe('500 credits for player · Arkhouse');
      expect(await heading(page)).toBe('500 credits for player');
      expect(await page.evaluate(CARD_COLOUR)).not.toBe('rgba(0, 0, 0, 0)');
      await photograph(page, 'open');
      await page.getByRole('button', { name: 'Pay $4.00 of play money' }).click();
      await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      await photograph(page, 'paid');
      expect(page.url()).toBe(link.href);
      expect(await account()).toEqual({ balance: 500, debt: 0 });
    });

    test('going back and pressing again does not pay again', async () => {
      const { asked, account } = await anOpenHouse(place);
      const link = await asked('100');
      const [page, stale] = [await aPage(), await aPage()];
      await Promise.all([page.goto(link.href), stale.goto(link.href)]);
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      await stale.getByRole('button').click();
      await stale.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
      await page.reload();
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await account()).toEqual({ balance: 100, debt: 0 });
    });

    test('opening the link pays nothing, however often', async () => {
      const { asked, account } = await anOpenHouse(place);
      const link = await asked('100');
      const page = await aPage();
      await page.goto(link.href);
      await page.reload();
      await page.goto(`${link.href}&pay=yes&seal=guess`);
      expect(await page.getByRole('button').count()).toBe(1);
      expect(await account()).toEqual({ balance: 0, debt: 0 });
    });

    test('a wrong address and an expired page have no payment button', async () => {
      const { asked, clock } = await anOpenHouse(place);
      const link = await asked('100');
      const page = await aPage();
      await page.goto(new URL(`/checkout/sandbox/${'A'.repeat(43)}${link.search}`, link).href);
      expect(await heading(page)).toBe('Nothing to pay here');
      expect(await page.getByRole('button').count()).toBe(0);
      clock.forward('1h');
      await page.goto(link.href);
      expect(await heading(page)).toBe('This link has expired');
      await photograph(page, 'expired');
      expect(await page.getByRole('button').count()).toBe(0);
    });

    test('eight concurrent clicks are one credit, and every page says paid', async () => {
      const { asked, account } = await anOpenHouse(place);
      const link = await asked('1000');
      const pages = await Promise.all(Array.from({ length: 8 }, aPage));
      await Promise.all(pages.map((page) => page.goto(link.href)));
      await Promise.all(pages.map((page) => page.getByRole('button').click()));
      await Promise.all(pages.map((page) => page.getByRole('heading', { name: 'Paid' }).waitFor()));
      expect(await account()).toEqual({ balance: 1000, debt: 0 });
    });

    test('another site that knows the link cannot submit the form', async () => {
      const { asked, account } = await anOpenHouse(place);
      const link = await asked('100');
      const page = await aPage();
      await page.setContent(
        `<form method="post" action="${link.href}"><input name="seal" value="x"><button>go</button>`,
      );
      await page.getByRole('button').click();
      await page.waitForLoadState();
      expect(await account()).toEqual({ balance: 0, debt: 0 });
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

/** Writes screenshots for manual review: `CHECKOUT_PHOTOS=/tmp vitest run …`. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['CHECKOUT_PHOTOS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/checkout-${name}.png` });
}
