import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';

import { findCommand } from '../test/support/servers/missing-commands.ts';
import { end, readArguments } from './support/arguments.ts';

const USAGE = `Usage: node tools/pictures.ts [--out docs] [name …]
Takes the pictures of README.md and docs from a house in which creatures have lived for two weeks.`;
const { values, positionals: wanted } = readArguments(USAGE, { out: { type: 'string', default: 'docs' } });
// Pages are written in JSX, which readArguments lets Node read.
const { openGallery } = await import('../test/pages/gallery.ts');

const MAX_BYTES = 150_000;
// Of WebP: drawings and text stay sharp.
const QUALITY = 76;

interface Picture {
  /** A page of the gallery, or a path. */
  readonly page: string;
  /** Opens the first creature of that page whose card has this text. */
  readonly open?: string;
  /** The element at the top of the picture; without it, the top of the page. */
  readonly from?: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
}

const DESK = { width: 1280, height: 860 } as const;
const PHONE = { width: 390, height: 844 } as const;
const PICTURES: Readonly<Record<string, Picture>> = {
  house: { page: 'home', width: 1280, height: 1040 },
  'pages/creatures': { page: 'creatures', width: 1280, height: 1010 },
  'pages/creature': { page: 'creature-alive', ...DESK },
  'pages/chart': {
    page: 'creatures',
    open: 'sick',
    from: 'section:has(> .life-charts)',
    width: 1280,
    height: 620,
  },
  'pages/danger': { page: 'home', open: 'in danger', ...DESK, dark: true },
  'pages/asleep': { page: '/creatures?sort=oldest', open: 'asleep', ...DESK },
  'pages/obituary': { page: 'creature-dead', ...DESK },
  'pages/hall': { page: 'hall', ...DESK },
  'pages/keepers': { page: 'keepers', ...DESK },
  'pages/graveyard': { page: 'graveyard', ...DESK, dark: true },
  'pages/reference': { page: 'docs-section', ...DESK },
  'pages/overview': { page: 'admin', width: 1280, height: 1000 },
  'pages/owner': { page: 'mine', width: 1280, height: 1000 },
  'pages/phone': { page: 'home', ...PHONE },
  'pages/phone-creature': { page: 'creature-alive', ...PHONE },
};

const unknown = wanted.find((name) => !(name in PICTURES) && name !== 'creatures');
if (unknown !== undefined) end(`There is no picture ${unknown}.\n${USAGE}`, 2);
const program = ['chromium', 'chromium-browser', 'google-chrome'].map(findCommand).find(Boolean);
if (program === undefined) end('Pictures need Chromium.', 1);

const gallery = await openGallery();
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
for (const [name, picture] of Object.entries(PICTURES)) if (isWanted(name)) await take(name, picture);
if (isWanted('creatures')) await takeSpecies();
await browser.close();
await gallery.close();

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

async function take(name: string, { page: of, open, from, dark = false, ...viewport }: Picture) {
  const look: BrowserContextOptions = { viewport, colorScheme: dark ? 'dark' : 'light' };
  const { page, context, goTo } = await gallery.open(browser, look);
  await goTo(gallery.pages.get(of) ?? of);
  if (open !== undefined) {
    const card = page.locator('main li, main article').filter({ hasText: open });
    const link = card.locator('a[href^="/creatures/"]').first();
    await goTo((await link.getAttribute('href')) ?? of);
  }
  if (from !== undefined) {
    const top = await page.locator(from).evaluate((element) => element.getBoundingClientRect().top);
    await page.evaluate((by) => scrollBy(0, by), top);
  }
  await save(name, page);
  await context.close();
}

/** Every built-in species as an adult. */
async function takeSpecies(): Promise<void> {
  const viewport = { width: 1200, height: 960 };
  const { page, context, goTo } = await gallery.open(browser, { viewport });
  const list = await goTo('/species');
  const slugs = new Set([...list.matchAll(/href="\/species\/([\w-]+)"/g)].map(([, slug]) => slug));
  const portraits = [...slugs].map((slug) => `<img src="/species/${slug}/picture.svg?stage=adult" />`);
  await page.evaluate((html) => {
    document.body.innerHTML = html;
    document.body.style.cssText =
      'display: grid; grid-template-columns: repeat(10, 116px); gap: 4px; margin: 0; padding: 0; background: #fff';
    for (const image of document.images) image.style.cssText = 'width: 116px; height: 116px';
    return Promise.all([...document.images].map((image) => image.decode()));
  }, portraits.join(''));
  await save('creatures', page);
  await context.close();
}

async function save(name: string, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const bytes = Buffer.from(data, 'base64');
  const path = join(values.out, `${name}.webp`);
  if (bytes.length > MAX_BYTES) end(`${path} has ${bytes.length} bytes, more than ${MAX_BYTES}.`, 1);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  console.log(`${path}: ${Math.ceil(bytes.length / 1000)} kB`);
}
