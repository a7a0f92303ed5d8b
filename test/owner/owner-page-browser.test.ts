import type { BrowserContextOptions } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import { aKeptHouse } from '../support/asking.ts';
import { inChromium } from '../support/chromium.ts';
import { anyStore } from '../support/stores/any-store.ts';

inChromium((browser) => {
  test('the page tells what is new since the last visit, which only the browser remembers', async () => {
    const { house, wren, open } = await aServedPage();
    const { page, sent } = await open();
    const since = page.locator('#mine-since');
    expect(await since.isVisible()).toBe(false);
    house.clock.forward('2h');
    await page.reload();
    await expect.poll(() => since.textContent()).toBe('Nothing is new since you last looked.');
    house.clock.forward('10m');
    await wren.hatch({ name: 'Pip' });
    house.clock.forward('11h');
    await wren.care({ action: 'feed', creature_id: await idOf(wren, 'Bo') });
    await page.reload();
    await expect.poll(() => since.textContent()).toMatch(/^\d things are new since you last looked\.$/);
    const marked = await page.locator('.mine-news > .new').allTextContents();
    expect(marked.join()).toContain('Pip hatched.');
    expect(marked.join()).not.toContain('Bo hatched.');
    // A style sheet's own requests name the style sheet.
    expect(sent.filter(({ referer = '' }) => referer.includes('/mine'))).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['looked-mine-wren']);
  });

  test('an open page keeps itself current, and says when its link was ended', async () => {
    const { house, wren, open } = await aServedPage();
    const { page } = await open({}, 'clock');
    await wren.hatch({ name: 'Pip' });
    expect(await page.locator('h2', { hasText: 'Pip' }).count()).toBe(0);
    await page.clock.fastForward('02:00');
    await page.locator('h2', { hasText: 'Pip' }).waitFor();
    await house.ask({ method: 'DELETE', path: '/api/house/owner-link', key: wren.key });
    await page.clock.fastForward('02:00');
    await page.getByRole('heading', { name: 'This link opens nothing' }).waitFor();
  });

  test('without script the page has all it tells, in UTC, and loads itself again', async () => {
    const { open } = await aServedPage();
    const [scripted, plain] = await Promise.all(
      [true, false].map(async (javaScriptEnabled) => {
        const { page } = await open({ javaScriptEnabled, timezoneId: 'Asia/Tokyo' });
        return {
          refreshes: await page.locator('meta[http-equiv="refresh"]').count(),
          times: await page.locator('.mine-moments time').allTextContents(),
          links: await page.locator('main a').count(),
          since: await page.locator('#mine-since').isVisible(),
        };
      }),
    );
    expect(scripted).toMatchObject({ refreshes: 0 });
    expect(plain).toMatchObject({ refreshes: 1, links: scripted?.links, since: false });
    expect(scripted?.times.every((time) => time.endsWith('GMT+9'))).toBe(true);
    expect(plain?.times.every((time) => time.endsWith('UTC'))).toBe(true);
  });

  async function aServedPage() {
    const { house, wren } = await aKeptHouse(await anyStore());
    await wren.hatch();
    const address = await house.app.listen({ port: 0, host: '127.0.0.1' });
    const link = await house.ask({ method: 'POST', path: '/api/house/owner-link', key: wren.key });
    const { pathname } = new URL(String(link.body['url']));
    const open = async (look: BrowserContextOptions = {}, clock?: 'clock') => {
      const context = await browser().newContext(look);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const sent: Record<string, string>[] = [];
      page.on('request', (request) => sent.push(request.headers()));
      if (clock) await page.clock.install();
      await page.goto(address + pathname);
      return { page, sent };
    };
    return { house, wren, open };
  }
});

async function idOf(
  { client }: Awaited<ReturnType<typeof aKeptHouse>>['wren'],
  name: string,
): Promise<string> {
  const { creatures } = await client.whoAmI();
  return creatures.find((each) => each.name === name)?.id ?? '';
}
