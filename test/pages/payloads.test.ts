import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { shortenForDisplay } from '../../src/rules/base/text.ts';
import { rasterizeCard } from '../../src/features/drawing/draw.ts';
import { readExposition } from '../figures/exposition.ts';
import { inChromium } from '../support/chromium.ts';
import { everyAnswer, everyCard, everyRefusal, type Answer, type Answered } from './every-answer.ts';
import { canariesIn, PAYLOADS } from './payloads.ts';
import { flawsIn, readInChromium } from './strange-reading.ts';
import { writtenOver, type WrittenOver } from './written-over.ts';

// With TEST_LONG=1 more agents and creatures have payloads, and every page of a kind is read.
const LONG = process.env['TEST_LONG'] !== undefined;
const PATIENTLY = { timeout: LONG ? 1_800_000 : 120_000 };

const AMOUNT = LONG
  ? { agents: 260, designs: 413, dead: 360, living: 90, blocked: 60 }
  : { agents: 44, designs: 40, dead: 30, living: 20, blocked: 20 };

let written: WrittenOver;
let answers: readonly Answered[];
let lost: readonly Answered[];
let cards: readonly Answer[];

beforeAll(async () => {
  written = await writtenOver(AMOUNT);
  answers = await everyAnswer(written, LONG ? 1 : 4);
  lost = await everyRefusal(written);
  cards = await everyCard(written);
}, PATIENTLY.timeout);

afterAll(() => written.close());

test('all payloads are written, and every page answers', () => {
  expect(PAYLOADS.length).toBeGreaterThan(400);
  expect(new Set(PAYLOADS.map((payload) => canariesIn(payload)[0])).size).toBe(PAYLOADS.length);
  expect(written.pen.used.size).toBe(PAYLOADS.length);
  expect(answers.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([]);
});

test('no header contains a payload, and every response has a strict Content-Security-Policy and content type', () => {
  expect([...answers, ...lost].flatMap(flawsOfHeaders)).toEqual([]);
});

test('facts of pages and figures stay well-formed and contain no payload', () => {
  // A badge is the creature's name; programs draw it as text.
  const isFacts = ({ type, path }: Answered) =>
    type.startsWith('application/json') && !path.endsWith('/badge.json');
  for (const { path, text } of answers.filter(isFacts)) {
    // The pose names its creature; the page's script writes it as text.
    const { pose: _, ...facts } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    expect(facts).toHaveProperty(path.endsWith('/chart.json') ? 'as_of' : 'mark');
    expect(canariesIn(JSON.stringify(facts))).toEqual([]);
  }
  const figures = answers.find(({ path }) => path === '/metrics')?.text ?? '';
  expect(readExposition(figures).size).toBeGreaterThan(10);
  expect(canariesIn(figures)).toEqual([]);
});

test('a card is rendered with any name', PATIENTLY, async () => {
  const risky = cards.filter(({ text }) => text.includes(']]&gt;'));
  expect(risky.length).toBeGreaterThan(0);
  for (const { path, text } of risky.slice(0, 2))
    expect(await rasterizeCard(written.house, text, 600), path).toBeDefined();
});

test('an unknown path is answered without quoting it, and a cut character in a query is harmless', async () => {
  expect(lost.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([]);
  const refused = lost.filter(({ status }) => status >= 400);
  expect(refused.length).toBeGreaterThan(lost.length / 3);
  expect(refused.filter(({ text }) => canariesIn(text).length > 0).map(({ path }) => path)).toEqual([]);
  // The service cuts the name after fifty code units, in the middle of the last character.
  const cut = `/graveyard?agent=${encodeURIComponent(`${'a'.repeat(49)}😀`)}`;
  expect((await written.ask({ path: cut, headers: { accept: 'text/html' } })).status).toBe(200);
});

inChromium((browser) => {
  test('an HTML parser finds payloads only as text, in every document', PATIENTLY, async () => {
    const found = [...answers, ...lost, ...cards].filter((answer) => isHtml(answer) || isXml(answer));
    const told = found.filter(({ text }) => canariesIn(text).length > 0);
    // A list often ignores other parameters.
    const documents = [...new Map(told.map((answer) => [answer.text, answer])).values()];
    expect(documents.length).toBeGreaterThan(AMOUNT.agents + AMOUNT.designs + AMOUNT.living);
    const seen = new Set<string>();
    expect(await flawsByChromium(documents, seen)).toEqual([]);
    // They are not dropped: public text is readable.
    const isSeen = (text: string) => seen.has(text) || seen.has(shortenForDisplay(text));
    expect([...written.pen.shown].filter((text) => !isSeen(text))).toEqual([]);
  });

  test(
    'in a browser no payload runs, loads anything or breaks the Content-Security-Policy',
    PATIENTLY,
    async () => {
      const { open, complaints } = await aBrowsing(browser(), written.address, written.operator.cookie);
      for (const path of toOpen()) await open(path);
      expect(complaints).toEqual([]);
    },
  );

  async function flawsByChromium(documents: readonly Answer[], seen: Set<string>): Promise<string[]> {
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    const flaws: string[] = [];
    for (let at = 0; at < documents.length; at += 50) {
      const some = documents.slice(at, at + 50);
      for (const [nth, reading] of (await readInChromium(page, some)).entries())
        flaws.push(...flawsIn(some[nth] as Answer, reading, written.address, seen));
    }
    return flaws;
  }
});

/** The documents of each kind with the most payloads, and some with payloads in the URL. */
function toOpen(): readonly string[] {
  const told = answers.filter(({ path, text }) => canariesIn(text).length > 0 || path.endsWith('.svg'));
  const kinds = Map.groupBy(told, ({ path }) => kindOf(path));
  const fullest = [...kinds.values()].flatMap((alike) =>
    alike
      .toSorted((one, other) => canariesIn(other.text).length - canariesIn(one.text).length)
      .slice(0, LONG ? 6 : 1),
  );
  const someLost = lost.filter(isHtml).filter((_, nth) => nth % (LONG ? 10 : 150) === 0);
  return [...fullest, ...someLost].map(({ path }) => path);
}

const kindOf = (path: string) =>
  path.replace(/\?.*/, '').replace(/^\/(creatures|agents|species)\/[^/?]+/, '/$1/one');
const isHtml = ({ type }: Answer) => type.startsWith('text/html');
const isXml = ({ type }: Answer) => /^(?:image\/svg|application\/atom)\+xml/.test(type);

/** Only our own script may run, no content sniffing, and no payload. */
function flawsOfHeaders({ path, status, type, headers: told }: Answered): string[] {
  // A well-formed request id of the caller is echoed.
  const { 'x-request-id': _, ...headers } = told;
  const policy = String(headers['content-security-policy']);
  const flaws = [
    ...(canariesIn(JSON.stringify(headers)).length === 0 ? [] : [JSON.stringify(headers)]),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['allows content sniffing']),
    ...(policy.startsWith("default-src 'none'") && !/script-src[^;]*unsafe/.test(policy) ? [] : [policy]),
    ...(KINDS.some((kind) => type.startsWith(kind)) || status === 308 ? [] : [type]),
  ];
  return flaws.map((flaw) => `${path}: ${flaw}`);
}

const KINDS = ['text/html', 'application/', 'image/svg+xml', 'image/png', 'text/plain'];

/** A browser session of the operator that opens pages and records unexpected events. */
async function aBrowsing(browser: Browser, address: string, cookie: string) {
  // Requests to other origins are recorded, and fail at a proxy that is not there; `route` would turn the cache off.
  const proxy = { server: 'http://127.0.0.1:9', bypass: new URL(address).host };
  const context = await browser.newContext({ proxy });
  onTestFinished(() => context.close());
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: `${address}/admin` }]);
  await context.addInitScript(REPORT);
  const complaints: string[] = [];
  let at = '';
  const complain = (what: string) => complaints.push(`${at}: ${what}`);
  const page = await context.newPage();
  context.on('page', (other) => complain(`opened ${other.url()}`));
  page.on('download', (download) => complain(`downloaded ${download.url()}`));
  page.on('frameattached', (frame) => complain(`framed ${frame.url()}`));
  page.on('pageerror', (error) => complain(error.message));
  page.on('dialog', async (dialog) => {
    complain(`says ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`)) complain(`asked ${request.url()}`);
  });
  page.on('console', (line) => {
    // The browser logs a 404, too.
    if (line.location().url !== page.url() || !line.text().includes('404')) complain(line.text());
  });
  return {
    complaints,
    open: async (path: string) => {
      at = path;
      await page.goto(address + path, { waitUntil: 'load' });
      if (page.url() !== address + path) complain(`went to ${page.url()}`);
      // Without scripts there are no traces to query.
      if (/\.svg(?:\?|$)/.test(path)) return;
      for (const trace of (await page.evaluate(TRACES)) as string[]) complain(trace);
    },
  };
}

const REPORT = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  (window.broken ??= []).push('broke ' + violatedDirective + ' with ' + blockedURI);
});`;

/** Traces of a payload that ran or was blocked. */
const TRACES = `new Promise((resolve) => setTimeout(resolve, 20)).then(() => [
  ...(window.broken ?? []),
  ...Object.keys(window).filter((name) => /^zqxk\\d{3}$/.test(name)),
])`;
