import type { AxeResults } from 'axe-core';
import { HtmlValidate } from 'html-validate';
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { STATS } from '../../src/rules/vocabulary.ts';
import { ADMIN_PAGES } from '../../src/features/operator/admin.http.ts';
import { PAGE_PATHS } from '../../src/app/pages.ts';
import { inChromium } from '../support/chromium.ts';
import { openGallery, type Gallery, type Visitor } from './gallery.ts';

// TEST_LONG=1 adds the third width, a load at every width, accessibility of whole long lists, and dark mode on every page.
const LONG = process.env['TEST_LONG'] !== undefined;
const WIDTHS = LONG ? ([390, 768, 1280] as const) : ([390, 1280] as const);
const IN_THE_DARK = new Set([
  'home',
  'creature-alive',
  'graveyard',
  'docs-section',
  'mine',
  'admin-words-of-one',
]);
const PLACE = { 1280: 0, 390: 1, 768: 2 } as const;
const HEIGHT_MAY_DIFFER = 1 / 3;

/** Those with most pictures. */
const HEAVIEST = ['home', 'creatures', 'keepers', 'hall', 'species', 'keepsakes', 'creature-alive', 'mine'];

/**
 * Expectations per page, besides the common checks: the height in pixels at 1280, 390 and 768, and for some elements the number
 * of columns of their children. Fonts differ from machine to machine: a page may be a third shorter or taller.
 */
const FACTS = `
home | 4490 7780 5530 | .windows 6 3 4 | .counts dl 4 2 4 | .happenings 3 1 2 | .needs 3 1 2 | .lately 3 1 2
creatures | 2070 4410 3600 | .street 6 2 3
creatures-needy | 1100 1500 1250
keepers | 2080 4530 2760 | .keepers 3 1 2
keeper | 1580 2540 2120 | .agent-top 3 1 2 | .street 4 2 3
graveyard | 3210 9210 5390 | .graves 4 1 2
hall | 2720 4120 3290 | .podium 3 1 3 | .hall-stories 3 1 2
hall-consistent | 2060 2830 2190 | .podium 3 1 3
hall-mourners | 1930 2600 2030 | .board 1 1 1
species | 5310 12480 7150 | .kinds 6 2 4 | .community 2 1 1
species-family | 2770 6180 3620 | .kinds 6 2 4
one-species | 2170 3310 2890 | .species-top 2 1 2 | .ages 5 5 5 | .species-halves 2 1 1 | .forms 4 1 3
keepsakes | 5620 11170 7040 | .shelf 7 2 4
guides | 1360 2700 1750 | .guides 3 1 2
guide-getting-started | 2720 4160 3270 | .guide 2 1 1
guide-connect | 4150 5650 4700 | .guide 2 1 1
guide-clock | 2830 4040 3330 | .guide 2 1 1
guide-feeding | 3140 4750 3630 | .guide 2 1 1
guide-evolution | 2660 4010 3160 | .guide 2 1 1
guide-rules | 14050 19500 14530 | .guide 2 1 1
guide-payments | 2600 3800 3100 | .guide 2 1 1
guide-self-hosting | 2190 3460 2690 | .guide 2 1 1
docs | 7850 10040 8080 | .reference 2 1 1 | .basics 2 1 2
docs-section | 7390 10440 9210 | .reference 2 1 1 | .operation 2 1 1
not-found | 1100 1380 1150
creature-alive | 4290 8220 6890 | .creature-top 2 1 1 | .creature-columns 2 1 1 | .share-kit 2 1 1
creature-frame | 900 900 900 | .embed 2 2 2
letters | 3000 3790 2940 | .letters 1 1 1
creature-dead | 3630 5710 5020 | .creature-top 2 1 1 | .share-kit 2 1 1
creature-egg | 1890 2850 2670 | .creature-top 2 1 1
creature-released | 2760 4940 4380 | .creature-top 2 1 1
bring-back | 960 1110 1000
checkout | 900 900 900
mine | 3550 5600 4650 | .mine-creatures 1 1 1 | .mine-columns 2 1 1
mine-ended | 1070 1310 1180
admin-sign-in | 900 900 900
admin | 1520 2600 1900 | .tallies 6 2 4
admin-agents | 1410 3000 2000
admin-words | 3300 8400 5400 | .entries 3 1 1
admin-words-of-one | 2700 5990 4940
admin-ledger | 980 1120 1450
admin-ledger-of-one | 990 1070 970 | .tallies 2 2 2
admin-log | 900 900 900
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', height = '', ...elements] = line.split(' | ');
    const nameOf = (element: string) => /^\D+(?= )/.exec(element)?.[0] ?? '';
    const columns = elements.map((element) => [nameOf(element), numbersIn(element)] as const);
    return { name, height: numbersIn(height), columns: Object.fromEntries(columns) };
  });

type Facts = (typeof FACTS)[number];

function numbersIn(text: string): number[] {
  return (text.match(/\b\d+/g) ?? []).map(Number);
}

inChromium((browser) => {
  let gallery: Gallery;
  let visitor: Visitor;
  let complaints: string[];

  beforeAll(async () => {
    gallery = await openGallery();
    visitor = await gallery.open(browser(), { colorScheme: 'light' });
    complaints = complaintsOf(visitor.page, gallery.address);
    // Shifts are measured with fonts in the cache; without, the first page may shift by 0.013 on a slow machine.
    await visitor.page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await visitor.goTo('/');
  }, 300_000);

  afterAll(async () => {
    await visitor.context.close();
    await gallery.close();
  });

  test('every page of the site is in the table', () => {
    expect([...gallery.pages.keys()].toSorted()).toEqual(FACTS.map(({ name }) => name).toSorted());
    const paths = [...gallery.pages.values()];
    const files = PAGE_PATHS.filter((path) => !/\.\w+$|^\/sitemap/.test(path));
    const rows = [...files, ...ADMIN_PAGES.map(({ path }) => path)];
    const missing = rows.filter((row) => {
      const pattern = new RegExp(`^${row.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
      return !paths.some((path) => pattern.test(path));
    });
    expect(missing).toEqual([]);
  });

  test.each(FACTS)('$name is accessible and valid, and its layout holds at every width', async (facts) => {
    const { name } = facts;
    const { page } = visitor;
    const path = gallery.pages.get(name) ?? '';
    const flaws: string[] = [];
    let html = '';
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      let shifted = 0;
      if (LONG || html === '') {
        html = await visitor.goTo(path);
        if (width !== 768) shifted = Number(await page.evaluate(SHIFTED));
      }
      const shifts = shifted < 0.01 ? [] : [`shifts by ${shifted}`];
      const found = [...complaints.splice(0), ...shifts, ...(await layoutFlaws(facts, width))];
      flaws.push(...found.map((flaw) => `${width}: ${flaw}`));
    }
    await page.emulateMedia({ media: 'print' });
    const controls = Number(await page.evaluate(VISIBLE_CONTROLS));
    if (controls > 0) flaws.push(`prints ${controls} controls`);
    await page.emulateMedia({ media: 'screen' });
    // The embed is only part of a page.
    if (!path.endsWith('/embed')) flaws.push(...(await barriersOf(name)), ...(await markupFlaws(html)));
    expect(flaws).toEqual([]);
  });

  async function barriersOf(name: string): Promise<readonly string[]> {
    const { page } = visitor;
    // The operator's forms are closed at first, and axe ignores hidden elements.
    const details = page.locator('details');
    if (name.startsWith('admin'))
      await details.evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    if (!LONG) await page.evaluate(SHORTEN_LISTS);
    await page.evaluate(AXE);
    const found = await barriersOn(page);
    if (!LONG && !IN_THE_DARK.has(name)) return found;
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriersOn(page, COLOURS)).map((flaw) => `in the dark: ${flaw}`));
    await page.emulateMedia({ colorScheme: 'light' });
    return found;
  }

  async function layoutFlaws({ height, columns }: Facts, width: (typeof WIDTHS)[number]) {
    const { page } = visitor;
    const expected = height[PLACE[width]] ?? 0;
    const high = (await page.evaluate('document.documentElement.scrollHeight')) as number;
    const selectors = JSON.stringify(Object.keys(columns));
    const { found, counted } = (await page.evaluate(`(${LOOK})(${selectors})`)) as Look;
    if (Math.abs(high / expected - 1) > HEIGHT_MAY_DIFFER) found.push(`is ${high} px high, not ${expected}`);
    for (const [selector, counts] of Object.entries(columns))
      if (counted[selector] !== counts[PLACE[width]])
        found.push(`${selector} has ${counted[selector]} columns, not ${counts[PLACE[width]]}`);
    return found;
  }

  test.each(LONG ? FACTS.map(({ name }) => name) : HEAVIEST)(
    'a first visit of %s receives at most 170 kB',
    async (name) => {
      const { page, context } = await gallery.openCold(browser(), name);
      onTestFinished(() => context.close());
      const network = await context.newCDPSession(page);
      await network.send('Network.enable');
      let bytes = 0;
      network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      await page.goto(gallery.address + (gallery.pages.get(name) ?? ''), { waitUntil: 'networkidle' });
      // Without a frame there is no paint.
      await page.screenshot();
      if (LONG)
        console.log(
          `${name}: ${Math.round(bytes / 1000)} kB, first paint ${Number(await page.evaluate(FIRST_PAINT))} ms`,
        );
      expect(bytes).toBeLessThanOrEqual(170_000);
    },
  );

  test('times are in the zone of the visitor with UTC on hover, and in UTC without script', async () => {
    const path = gallery.pages.get('creature-alive') ?? '';
    const timesOf = async (look: BrowserContextOptions) => {
      const { page, context, goTo } = await gallery.open(browser(), look);
      await goTo(path);
      const times = page.locator('.death-clock time, .story time').first();
      const told = [await times.textContent(), await times.getAttribute('title')];
      await context.close();
      return told;
    };
    const [local, utc] = await timesOf({ timezoneId: 'Asia/Tokyo' });
    expect(local).toMatch(/^\d+ \w+ 20\d\d at \d\d:\d\d GMT\+9$/);
    expect(await timesOf({ timezoneId: 'Asia/Tokyo', javaScriptEnabled: false })).toEqual([utc, null]);
  });

  test('the home page shows lit windows on its first screen', async () => {
    const { page } = await opened('/');
    const flaws = await inEveryLook(page, async (height) => {
      const { bottom } = await boxOf(page, '.windows .window:not(.vacant)');
      return bottom > height ? [`ends at ${bottom}`] : [];
    });
    expect(flaws).toEqual([]);
  });

  test('no text of the home page lies on sun, birds or cloud', async () => {
    const { page } = await opened('/');
    expect(await inEveryLook(page, () => page.evaluate(TEXT_ON_THE_SKY))).toEqual([]);
  });

  test.each(['creature-alive', 'creature-egg'])(
    '%s tells who it is and what comes next beside its portrait on the first screen of a phone',
    async (name) => {
      const height = 667;
      const { page } = await opened(gallery.pages.get(name) ?? '', { viewport: { width: 390, height } });
      const told = await Promise.all(
        [...(name === 'creature-egg' ? [] : ['.appearance', '.pose']), 'h1', '.next'].map((each) =>
          boxOf(page, each),
        ),
      );
      const portrait = await boxOf(page, '#portrait');
      expect(Math.max(...told.map(({ bottom }) => bottom))).toBeLessThanOrEqual(portrait.top);
      expect((portrait.top + portrait.bottom) / 2).toBeLessThanOrEqual(height);
    },
  );

  test.each(['/', '/graveyard?agent=tante-emma'])('text on the drawings of %s can be read', async (path) => {
    const { page } = await opened(path, { bypassCSP: true });
    const { page: blank } = await opened('/robots.txt', { bypassCSP: true });
    await page.addStyleTag({ content: WITHOUT_TEXT });
    const flaws = await inEveryLook(page, async () => {
      const texts = await page.evaluate(TEXTS_ON_DRAWINGS);
      await page.evaluate('document.body.classList.add("without-text")');
      const picture = (await page.screenshot()).toString('base64');
      await page.evaluate('document.body.classList.remove("without-text")');
      return blank.evaluate(`(${LOW_CONTRASTS})(${JSON.stringify({ picture, texts })})`);
    });
    expect(flaws).toEqual([]);
  });

  test('the hall shows ten entries, and the others on request', async () => {
    await visitor.goTo('/hall');
    const ranked = visitor.page.locator('.rank:visible');
    expect(await ranked.count()).toBe(10);
    await visitor.page.locator('.board-more summary').click();
    expect(await ranked.count()).toBeGreaterThan(10);
  });

  test('without JavaScript all content is present', async () => {
    const texts = await Promise.all(
      [true, false].map(async (javaScriptEnabled) => {
        const { page } = await opened(gallery.pages.get('creature-alive') ?? '', { javaScriptEnabled });
        // Buttons that copy text which can also be selected.
        await page.locator('.copy').evaluateAll((buttons) => buttons.forEach((button) => button.remove()));
        await page.evaluate(
          `for (const time of document.querySelectorAll('time[data-utc]')) if (!time.title.includes('(')) time.textContent = time.title`,
        );
        const text = await page.locator('main').innerText();
        const stats = await page.locator('[data-stat]').count();
        // Only the seconds change.
        return { text: text.replaceAll(/\d\d:\d\d:\d\d/g, 'some time'), stats };
      }),
    );
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[1]?.stats).toBe(STATS.length);
  });

  test('the first Tab stop is a skip link to the content, and keyboard focus stays visible', async () => {
    const { page } = await opened('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(FOCUSED)).toMatchObject({ text: 'Skip to the page', visible: true });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(FOCUSED)).toMatchObject({ text: 'Bring your agent', outline: 'solid' });
  });

  test('a call from the reference uses a key that is stored nowhere', async () => {
    const told = await fetch(`${gallery.address}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'wren-of-the-docs' }),
    });
    const { your_token: key } = (await told.json()) as { readonly your_token: string };
    const { page, found } = await opened('/docs/agents', {});
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(request.url());
    });
    await page.getByLabel('Your key').fill(key);
    const operation = page.locator('#who_am_i');
    await operation.getByText('Try it').click();
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('200 OK').waitFor();
    const answer = operation.locator('.try-answer');
    expect(await answer.locator('pre').textContent()).toContain('"username": "wren-of-the-docs"');
    expect(await answer.locator('dl').textContent()).toContain('x-ratelimit-remaining');
    expect(asked).toEqual([`${gallery.address}/api/auth/me`]);
    const address = `${gallery.address}/docs/agents`;
    expect(await page.evaluate(KEPT)).toEqual([0, '', address]);
    expect(await page.content()).not.toContain(key);
    await page.reload();
    expect(await page.getByLabel('Your key').inputValue()).toBe('');
    expect(found).toEqual([]);
  });

  test('the house has no animation, so windows can be clicked, and creatures stop moving on request', async () => {
    const { page, found } = await opened('/', { reducedMotion: 'no-preference' });
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    const control = page.locator('#motion');
    await control.focus();
    await page.keyboard.press('Enter');
    await page.reload();
    expect(await control.textContent()).toBe('Resume animation');
    await page.locator('.window-link').first().click();
    await page.locator('.creature').waitFor();
    expect(found).toEqual([]);
  });

  /** A page of its own; without a look it shares the visitor's cache. */
  async function opened(path: string, look?: BrowserContextOptions) {
    const viewport = { width: 1280, height: 900 };
    const context = look && (await browser().newContext({ viewport, reducedMotion: 'reduce', ...look }));
    const page = await (context ?? visitor.context).newPage();
    onTestFinished(() => (context ?? page).close());
    if (!context) await page.setViewportSize(viewport);
    const found = complaintsOf(page, gallery.address);
    await page.goto(gallery.address + path);
    return { page, found };
  }
});

/** Console errors, failed and foreign requests of a page, as they happen. */
function complaintsOf(page: Page, address: string): string[] {
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    // The browser logs a 404, too.
    if (line.location().url !== page.url()) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`)) complaints.push(`asked ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

const FIRST_SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

/** What `look` finds on first screens, in light and in dark. */
async function inEveryLook(
  page: Page,
  look: (height: number) => Promise<unknown>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const screen of FIRST_SCREENS) {
      await page.setViewportSize(screen);
      const flaws = (await look(screen.height)) as readonly string[];
      found.push(...flaws.map((flaw) => `${screen.width} px, ${colorScheme}: ${flaw}`));
    }
  }
  return found;
}

async function boxOf(
  page: Page,
  selector: string,
): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return { top: box.y, bottom: box.y + box.height };
}

const TEXT_LINES = `(root) => {
  const lines = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.data.trim() === '' || !text.parentElement.checkVisibility()) continue;
    range.selectNodeContents(text);
    for (const { left, top, right, bottom } of range.getClientRects())
      if (right - left > 2 && top >= 0 && bottom <= innerHeight)
        lines.push({ words: text.data, left, top, right, bottom, of: text.parentElement });
  }
  return lines;
}`;

const TEXT_ON_THE_SKY = `(() => {
  const shapes = [...document.querySelectorAll('.heaven :is(circle, path)')]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  return (${TEXT_LINES})(document.querySelector('.sky'))
    .filter((line) => shapes.some(({ left, top, right, bottom }) =>
      left < line.right && line.left < right && top < line.bottom && line.top < bottom))
    .map(({ words }) => words);
})()`;

const TEXTS_ON_DRAWINGS = `[...document.querySelectorAll('.welcome, .home-strip, .garden')]
  .flatMap(${TEXT_LINES})
  .map(({ of, ...line }) => ({ ...line, ...(({ color, fontSize, fontWeight }) => ({
    color, isLarge: parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700),
  }))(getComputedStyle(of)) }))`;

const WITHOUT_TEXT =
  '.without-text * { color: transparent !important; text-decoration-color: transparent !important; }';

/** Of texts in a picture without them: those of which a part has too little contrast (WCAG 2.2, 1.4.3). */
const LOW_CONTRASTS = `async ({ picture, texts }) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + picture;
  await image.decode();
  const canvasOf = (width, height) => new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  const drawn = canvasOf(image.width, image.height);
  drawn.drawImage(image, 0, 0);
  const dot = canvasOf(1, 1);
  const luminance = (colour) => {
    const [red, green, blue] = [0, 1, 2].map((at) => colour[at] / 255)
      .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const flaws = [];
  for (const { words, left, top, right, bottom, color, isLarge } of texts) {
    dot.fillStyle = color;
    dot.fillRect(0, 0, 1, 1);
    const own = luminance(dot.getImageData(0, 0, 1, 1).data);
    const { data } = drawn.getImageData(left, top, right - left, bottom - top);
    let least = 21;
    for (let at = 0; at < data.length; at += 4) {
      const ground = luminance(data.subarray(at, at + 3));
      least = Math.min(least, (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05));
    }
    if (least < (isLarge ? 3 : 4.5)) flaws.push(least.toFixed(2) + ': ' + words);
  }
  return flaws;
}`;

const KEPT = '[localStorage.length + sessionStorage.length, document.cookie, location.href]';

const SHIFTED = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;

const FIRST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list, observer) => {
    const painted = list.getEntriesByName('first-contentful-paint')[0];
    if (!painted) return;
    observer.disconnect();
    resolve(Math.round(painted.startTime));
  }).observe({ type: 'paint', buffered: true });
})`;

const FOCUSED = `(() => ({
  text: document.activeElement.textContent.trim(),
  visible: document.activeElement.getBoundingClientRect().top >= 0,
  outline: getComputedStyle(document.activeElement).outlineStyle,
}))()`;

const VISIBLE_CONTROLS = `[...document.querySelectorAll('button, input, nav, .button')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true })).length`;

/** Entries of a list are alike: axe, whose time grows with the page, is given the first three and the last. */
const SHORTEN_LISTS = `document.querySelectorAll('li, tr, article, section').forEach((each) => {
  const alike = [...(each.parentElement?.children ?? [])].filter(({ tagName, className }) =>
    tagName === each.tagName && className === each.className);
  alike.slice(3, -1).forEach((other) => other.remove());
})`;

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Accessibility problems, found by axe in the page, for screen readers, keyboards and high contrast. */
async function barriersOn(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, runOnly });
  const found = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical' || impact === 'moderate')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

async function markupFlaws(html: string): Promise<readonly string[]> {
  const { results } = await VALIDATOR.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ message, selector }) => `${message} (${selector})`),
  );
}

const VALIDATOR = new HtmlValidate({
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
});

type Look = { readonly found: string[]; readonly counted: Readonly<Record<string, number>> };

/** Scrolls to each line of text, as elementFromPoint finds only what is in the window, and Chromium would paint the whole of a higher one. */
const LOOK = `(selectors) => {
  const found = [];
  const nameOf = (element) => element.tagName.toLowerCase() + [...element.classList].map((each) => '.' + each).join('');
  const report = (flaw, text) => found.push(flaw + ': ' + text.trim().slice(0, 40));
  const { documentElement: root } = document;
  if (!document.querySelector('link[rel=preload][as=font]')) found.push('preloads no font');
  if (root.scrollWidth > innerWidth) found.push('scrolls sideways to ' + root.scrollWidth);

  // Where they lie when nothing is scrolled, and all is rendered.
  for (const each of document.querySelectorAll('body *')) {
    const { position, contentVisibility } = getComputedStyle(each);
    if (contentVisibility === 'auto') each.style.contentVisibility = 'visible';
    if (position === 'sticky') Object.assign(each.style, { position: 'relative', inset: 'auto' });
  }
  let scrolled = 0;
  const bringIntoView = (y) => {
    if (y >= scrolled + 0.25 * innerHeight && y <= scrolled + 0.75 * innerHeight) return;
    scrollTo({ top: y - 0.3 * innerHeight, behavior: 'instant' });
    scrolled = scrollY;
  };

  // Text that is behind something painted, and words that are broken inside.
  const paints = (element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return element.matches('img, svg *') || backgroundImage !== 'none' || !/^rgba.*, 0\\)$|transparent/.test(backgroundColor);
  };
  const isScrolledAway = (element, x, y) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue;
      const { left, right, top, bottom } = each.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return true;
    }
    return false;
  };
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: holder, data } = text;
    if (data.trim() === '' || holder.closest('.unseen, .skip, script') || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (getComputedStyle(holder).stroke !== 'none') report('strokes', data);
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].map(({ left, top, width, height }) => ({ left, width, middle: top + scrolled + height / 2 }));
    for (const { left, width, middle } of lines) {
      bringIntoView(middle);
      for (const share of [0.1, 0.5, 0.9]) {
        const [x, y] = [left + width * share, middle - scrolled];
        const hit = document.elementFromPoint(x, y);
        if (!hit || hit.contains(holder) || holder.contains(hit) || isScrolledAway(holder, x, y)) continue;
        const [covering] = [hit, hit.parentElement].filter((each) => each && !each.contains(holder) && paints(each));
        if (!covering) continue;
        report(nameOf(covering) + ' covers', data);
        break;
      }
    }
    if (lines.length < 2 || holder.closest('code, pre')) continue;
    for (const { 0: word, index } of data.matchAll(/[\\p{Script=Latin}\\p{N}’]{2,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) report('breaks', word);
    }
  }

  // Siblings in the flow that lie over each other.
  for (const parent of document.querySelectorAll('body, main, main :not(svg, svg *)')) {
    const boxes = [...parent.children]
      .filter((child) => {
        const { position, display, float } = getComputedStyle(child);
        return (position === 'static' || position === 'relative') && !/^(?:inline|contents|none)$/.test(display) && float === 'none';
      })
      .flatMap((child) => [...child.getClientRects()].map((box) => ({ child, box })))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    boxes.forEach(({ child, box }, at) => {
      const over = boxes.slice(at + 1).find(({ child: sibling, box: other }) => sibling !== child &&
        Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 &&
        Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2);
      if (over) report(nameOf(over.child) + ' overlaps ' + nameOf(child), child.textContent);
    });
  }

  scrollTo({ top: 0, behavior: 'instant' });
  const counted = Object.fromEntries(selectors.map((selector) => {
    const boxes = [...(document.querySelector(selector)?.children ?? [])].flatMap((child) => [...child.getClientRects()]);
    return [selector, new Set(boxes.filter(({ width }) => width > 0).map(({ left }) => Math.round(left / 4))).size];
  }));
  return { found: [...new Set(found)], counted };
}`;
