import { join } from 'node:path';
import axe from 'axe-core';
import { HtmlValidate, type ConfigData } from 'html-validate';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { STATS } from '../../src/rules/vocabulary.ts';
import { viewCreature, type CreatureView } from '../../src/features/public/view-creature.ts';
import { inChromium } from '../support/chromium.ts';
import { openHouse, type OpenHouse } from './open-house.ts';

// Full run: `PAGES_LIVES='{"creatures":200,"days":40}' vitest run test/pages/every-page.test.ts`.
const LIVES = JSON.parse(process.env['PAGES_LIVES'] ?? '{"creatures":30,"days":12}') as object;
/** Number of pages checked per kind. */
const OF_A_KIND = Number(process.env['PAGES_OF_A_KIND'] ?? 1);

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
/** Additional checks: none, all axe rules, or some of them. */
type Barriers = 'none' | 'every' | readonly string[];
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Phones have the same colours and names as desktops, and dark mode differs only in colours. */
const WAYS_TO_LOOK = [
  ['on a phone by day', { ...PHONE, colorScheme: 'light' }, 'none'],
  ['on a desk by day', { ...DESKTOP, colorScheme: 'light' }, 'every'],
  ['on a desk by night', { ...DESKTOP, colorScheme: 'dark' }, COLOURS],
] as const;

const PATIENTLY = { timeout: 300_000 };

inChromium((launch) => {
  let browser: Browser;
  let house: OpenHouse;
  let paths: readonly string[];

  beforeAll(async () => {
    [browser, house] = await Promise.all([launch(), openHouse(LIVES)]);
    paths = await everyPage(house);
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await house.close();
  });

  test.each(WAYS_TO_LOOK)(
    '%s every page is complete, without errors, layout shift, overflow, foreign requests or accessibility problems',
    PATIENTLY,
    async (name, look, barriers) => {
      const flaws: string[] = [];
      const visit = await aVisit(look);
      for (const path of paths) {
        const page = await visit.open(path);
        const shifted = Number(await page.evaluate(SHIFTED));
        const found = [
          ...visit.complaints.splice(0),
          ...(shifted < 0.01 ? [] : [`shifts by ${shifted}`]),
          ...((await page.evaluate(STICKS_OUT)) as string[]),
          ...(await barriersOn(page, barriers)),
        ];
        flaws.push(...found.map((flaw) => `${path}: ${flaw}`));
        await photograph(page, `${path} ${name}`);
      }
      expect(flaws).toEqual([]);
    },
  );

  test('every page is valid HTML', PATIENTLY, async () => {
    const validator = new HtmlValidate(RULES);
    const flaws: string[] = [];
    for (const path of paths) {
      const headers = { accept: 'text/html', 'x-forwarded-for': somebody() };
      const html = await (await fetch(house.address + path, { headers })).text();
      const report = await validator.validateString(html);
      for (const { messages } of report.results)
        flaws.push(...messages.map(({ message, selector }) => `${path}: ${message} (${selector})`));
    }
    expect(flaws).toEqual([]);
  });

  test('without JavaScript all content is present', PATIENTLY, async () => {
    const path = `/creatures/${await anOpenOne(house)}`;
    const texts = await Promise.all(
      [true, false].map(async (javaScriptEnabled) => {
        const page = await (await aVisit({ ...DESKTOP, javaScriptEnabled })).open(path);
        // Buttons that copy text which can also be selected.
        await page.locator('.copy').evaluateAll((buttons) => buttons.forEach((button) => button.remove()));
        const text = await page.locator('main').innerText();
        const stats = await page.locator('[data-stat]').count();
        // Only the seconds change.
        return { text: text.replaceAll(/\d\d:\d\d:\d\d/g, 'some time'), stats };
      }),
    );
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[1]?.stats).toBe(STATS.length);
  });

  test(
    'the first Tab stop is a skip link to the content, and keyboard focus stays visible',
    PATIENTLY,
    async () => {
      const page = await (await aVisit(DESKTOP)).open('/');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(FOCUSED)).toMatchObject({ text: 'Skip to the page', visible: true });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(FOCUSED)).toMatchObject({ text: 'Bring your agent', outline: 'solid' });
      await page.context().close();
    },
  );

  test('a call from the reference uses a key that is stored nowhere', PATIENTLY, async () => {
    const { key } = await aNewAgent(house);
    const { open, complaints } = await aVisit(DESKTOP);
    const page = await open('/docs/agents');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(request.url());
    });
    await page.getByLabel('Your key').fill(key);
    const operation = page.locator('#who_am_i');
    await operation.getByText('Try it').click();
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('200 OK').waitFor();
    expect(await operation.locator('.try-answer pre').textContent()).toContain(
      '"username": "wren-of-the-docs"',
    );
    expect(await operation.locator('.try-answer dl').textContent()).toContain('x-ratelimit-remaining');
    expect(asked).toEqual([`${house.address}/api/auth/me`]);
    expect(await page.evaluate(KEPT)).toEqual({
      kept: 0,
      cookies: '',
      address: `${house.address}/docs/agents`,
    });
    expect(await page.content()).not.toContain(key);
    await page.reload();
    expect(await page.getByLabel('Your key').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  test(
    'the house has no animation, so windows can be clicked, and creatures stop moving on request',
    PATIENTLY,
    async () => {
      const visit = await aVisit({ ...DESKTOP, reducedMotion: 'no-preference' });
      const page = await visit.open('/');
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      const control = page.locator('#motion');
      await control.focus();
      await page.keyboard.press('Enter');
      await page.reload();
      expect(await control.textContent()).toBe('You may move again');
      await page.locator('.window-link').first().click();
      await page.locator('.creature').waitFor();
      expect(visit.complaints).toEqual([]);
    },
  );

  /** Opens pages and records all problems. */
  async function aVisit(look: BrowserContextOptions) {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...look });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (line) => {
      if (line.type() !== 'error' && line.type() !== 'warning') return;
      // The browser logs a 404, too.
      if (line.location().url !== page.url()) complaints.push(line.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${house.address}/`)) complaints.push(`asked ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400 && response.request().resourceType() !== 'document')
        complaints.push(`${response.status()} ${response.url()}`);
    });
    const open = async (path: string) => {
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': somebody() });
      await page.goto(house.address + path);
      return page;
    };
    return { open, complaints };
  }
});

async function aNewAgent({ address }: OpenHouse): Promise<{ readonly key: string }> {
  const told = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': somebody() },
    body: JSON.stringify({ username: 'wren-of-the-docs' }),
  });
  const { your_token: key } = (await told.json()) as { readonly your_token: string };
  return { key };
}

const KEPT = `({
  kept: localStorage.length + sessionStorage.length,
  cookies: document.cookie,
  address: location.href,
})`;

let visitors = 0;

/** Each visitor has its own address. */
function somebody(): string {
  visitors += 1;
  return `10.1.${visitors >> 8}.${visitors & 255}`;
}

// Paths for programs, and those with a file extension, are no pages.
const NO_PAGES = /^\/(?:api|mcp)\b|\.\w+$/;

/** Pages reachable by links from the home page: some of each kind, and all kinds of creatures. */
async function everyPage({ address, ...lived }: OpenHouse): Promise<readonly string[]> {
  const found = new Map<string, Set<string>>();
  const paths = ['/', '/nowhere', ...(await oneOfEach(lived)).map((id) => `/creatures/${id}`)];
  const special = new Set(paths);
  for (const path of paths) {
    const alike = found.get(kindOf(path)) ?? new Set();
    if (alike.size >= OF_A_KIND && !special.has(path)) continue;
    found.set(kindOf(path), alike.add(path));
    for (const link of await linksOn(address + path)) if (!paths.includes(link)) paths.push(link);
  }
  return [...found.values()].flatMap((alike) => [...alike]);
}

type Lived = Pick<OpenHouse, 'house' | 'creatures' | 'now'>;

/** Alive, dead, let go, still an egg; open and guarded. */
async function oneOfEach(lived: Lived): Promise<readonly string[]> {
  const kinds = new Map((await viewed(lived)).map((view) => [`${view.state} ${isOpen(view)}`, view]));
  return [...kinds.values()].map(({ creature }) => creature.id);
}

async function anOpenOne(lived: Lived): Promise<string | undefined> {
  return (await viewed(lived)).find(isOpen)?.creature.id;
}

async function viewed({ house, creatures, now }: Lived): Promise<readonly CreatureView[]> {
  const views = await Promise.all(creatures.map((id) => viewCreature(house, id, now)));
  return views.filter((view) => view !== undefined);
}

function isOpen({ observed }: CreatureView): boolean {
  return observed?.hidden.length === 0;
}

function kindOf(path: string): string {
  return path
    .replace(/=[^&]*/g, '')
    .replace(/&.*/, '&more')
    .replace(/^\/(creatures|agents|species|docs)\/[^/?]+/, '/$1/one');
}

async function linksOn(address: string): Promise<readonly string[]> {
  const html = await (
    await fetch(address, { headers: { accept: 'text/html', 'x-forwarded-for': somebody() } })
  ).text();
  return [...html.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => !NO_PAGES.test(href.replace(/\?.*/, '')));
}

/** To look at the pages: `PAGES_PHOTOS=/tmp vitest run …`. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['PAGES_PHOTOS'];
  if (folder === undefined) return;
  await page.evaluate(SEE_EVERYTHING);
  const file = `pages${name.replaceAll(/\W+/g, '-')}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true });
}

// Lazy pictures load when scrolled near.
const SEE_EVERYTHING = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode().catch(() => {});
}))`;

const SHIFTED = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;

const STICKS_OUT = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('main *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 3).map((each) => 'sticks out: ' + each.tagName + '.' + each.getAttribute('class'))`;

const FOCUSED = `(() => ({
  text: document.activeElement.textContent.trim(),
  visible: document.activeElement.getBoundingClientRect().top >= 0,
  outline: getComputedStyle(document.activeElement).outlineStyle,
}))()`;

/** Accessibility problems for screen readers, keyboards and high contrast. */
async function barriersOn(page: Page, rules: Barriers): Promise<readonly string[]> {
  if (rules === 'none') return [];
  await page.evaluate(axe.source);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules !== 'every' && { runOnly: rules }),
  });
  const found = (await page.evaluate(`axe.run(${options})`)) as axe.AxeResults;
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical' || impact === 'moderate')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const RULES: ConfigData = {
  extends: ['html-validate:standard'],
  rules: {
    // The markup style is up to the renderer; only its meaning is checked.
    'void-style': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-raw-characters': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
  },
};
