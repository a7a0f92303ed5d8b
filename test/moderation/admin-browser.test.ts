import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { blockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import { claimPayment } from '../../src/features/money/inline-payments.store.ts';
import { inChromium } from '../support/chromium.ts';
import type { TestHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ADMIN_KEY, anOperatedHouse, signedIn } from './desk.ts';

const PAGES = ['', '/words', '/words?agent=ada', '/ledger?agent=ada', '/log', '/agents'].map(
  (path) => `/admin${path}`,
);
const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1280, height: 900 } };
const XSS = `<img src=x onerror=alert(1)>"'</p>`;

inChromium((launch) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  test('without JavaScript the operator signs in, hides a text, and signs out', async () => {
    const { address } = await aBusyHouse(await anOperatedHouse(await anyStore()));
    const page = await aPage({ ...DESK, javaScriptEnabled: false });
    await page.goto(`${address}/admin/words?agent=ada`);
    await page.getByLabel('Admin key').fill('not the key, though it is long enough');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Wrong key');
    await page.getByLabel('Admin key').fill(ADMIN_KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(new URL(page.url()).search).toBe('?agent=ada');
    const bio = page.locator('li', { hasText: 'Bio' }).first();
    await bio.getByText('Hide', { exact: true }).click();
    await bio.getByLabel('Reason').fill('it is not kind');
    await bio.getByRole('button', { name: 'Hide from others' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Done');
    expect(await bio.locator('.tag').textContent()).toBe('hidden');
    await page.goto(`${address}/admin/log`);
    expect(await page.locator('main').innerText()).toContain('it is not kind');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${address}/admin/log`);
    expect(await page.getByLabel('Admin key').count()).toBe(1);
  });

  test('every operator page is valid HTML, escapes text by agents and is accessible on phone and desktop', async () => {
    const house = await anOperatedHouse(await anyStore());
    const { address } = await aBusyHouse(house);
    const { look } = await signedIn(house);
    const validator = new HtmlValidate({ extends: ['html-validate:standard'], rules: WRITTEN_OTHERWISE });
    const flaws: string[] = [];
    for (const path of PAGES) {
      const { text } = await look(path);
      expect(text).not.toContain('<img');
      const { results } = await validator.validateString(text);
      for (const { messages } of results)
        flaws.push(...messages.map(({ message, selector }) => `${path}: ${message} (${selector})`));
    }
    flaws.push(...(await flawsOn(address, { ...PHONE, colorScheme: 'light' })));
    flaws.push(...(await flawsOn(address, { ...DESK, colorScheme: 'dark' })));
    expect(flaws).toEqual([]);
  });

  /** Barriers, overflow, errors and external requests on every page. */
  async function flawsOn(address: string, look: BrowserContextOptions): Promise<readonly string[]> {
    const page = await aPage(look);
    const flaws: string[] = [];
    page.on('dialog', (dialog) => flaws.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${address}/`)) flaws.push(`asked ${request.url()}`);
    });
    await page.goto(`${address}/admin`);
    flaws.push(...(await barriersOn(page, look)));
    await page.getByLabel('Admin key').fill(ADMIN_KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    page.on('console', (line) => {
      if (line.type() === 'error') flaws.push(line.text());
    });
    for (const path of PAGES) {
      await page.goto(address + path);
      for (const summary of await page.locator('summary').all()) await summary.click();
      const found = [...(await barriersOn(page, look)), ...((await page.evaluate(STICKS_OUT)) as string[])];
      flaws.push(...found.map((flaw) => `${path} (${look.colorScheme}): ${flaw}`));
    }
    return flaws;
  }

  async function aPage(look: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(look);
    onTestFinished(() => context.close());
    return context.newPage();
  }
});

/** A house with content on every operator page, reachable by a browser. */
async function aBusyHouse(house: TestHouse): Promise<{ readonly address: string }> {
  const { clock, house: behind, app, ask } = house;
  const ada = await aDesignerOf(house, 'ada');
  const loud = { username: 'loud', display_name: XSS, bio: XSS, location: XSS };
  await ask({ method: 'POST', path: '/api/auth/register', body: loud });
  await aResidentOf(house, 'spammer');
  const design = { slug: 'moss_fox', name: XSS.slice(0, 50), family: 'cat', personality: XSS.repeat(2) };
  await ask({ method: 'POST', path: '/api/house/species', key: ada.key, body: design });
  await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  clock.forward('3d');
  const id = await hatchFor(house, ada, { name: 'Fern', species_slug: 'moss_fox' });
  for (const body of [
    { action: 'reflect', notes: XSS },
    { action: 'feed', item: XSS },
  ])
    await ask({ method: 'POST', path: '/api/house/care', key: ada.key, body: { ...body, creature_id: id } });
  const now = clock.now();
  const claim = { key: 'x402:lost', agentId: ada.id, method: 'x402', live: true, evidence: '{}' } as const;
  await claimPayment(behind.store, { ...claim, credits: 500, cents: 400, createdAt: now });
  const text = 'update agents set bio = $2, location = $2, social_links = $3 where id = $1';
  const links = JSON.stringify([{ platform: XSS, url: 'https://x.example/a' }]);
  await behind.store.run({ text }, [ada.id, XSS, links]);
  await blockAgent(behind, { username: 'spammer', reason: XSS }, now);
  await hideText(behind, { writing: 'location', subject: ada.id, reason: XSS }, now);
  behind.jobs.record('settle_creatures', { at: now, tookMs: 3, failure: new Error(XSS) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

const STICKS_OUT = `document.documentElement.scrollWidth <= innerWidth ? [] : ['sticks out']`;

/** In the dark only the colours differ. */
async function barriersOn(page: Page, { colorScheme }: BrowserContextOptions): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const rules = colorScheme === 'dark' ? ', runOnly: ["color-contrast"]' : '';
  const found = (await page.evaluate(`axe.run({ resultTypes: ["violations"]${rules} })`)) as axe.AxeResults;
  return found.violations.flatMap(({ id, impact, nodes }) =>
    impact === 'minor' ? [] : nodes.map(({ html }) => `${id}: ${html}`),
  );
}

/** Rules about notation, which the renderer decides. */
const WRITTEN_OTHERWISE = {
  'void-style': 'off',
  'doctype-style': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'no-trailing-whitespace': 'off',
  'no-raw-characters': 'off',
  'long-title': 'off',
} as const;
