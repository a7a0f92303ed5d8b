import { rm } from 'node:fs/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';

import { DAY, MINUTE } from '../../src/rules/base/clock.ts';
import { GUIDES } from '../../src/text/pages/guides.ts';
import { creaturePath, embedPath, giftPath, lettersPath } from '../../src/web/paths.ts';
import { hideText } from '../../src/features/moderation/moderate.ts';
import { viewCreature } from '../../src/features/public/view-creature.ts';
import { recordBackup } from '../../src/features/stats/problems.ts';
import type { House } from '../../src/app/house.ts';
import { openLog } from '../../src/app/log.ts';
import { closeHouse, openHouse } from '../../src/app/open-house.ts';
import { openServer } from '../../src/app/open-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { lexicalJudge } from '../care/lexical-judge.ts';
import { livedIn, type LivedIn } from '../lived-in/lived-in.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { NOON } from '../support/hand-clock.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

const ADMIN_KEY = 'the key of the operator in the gallery';

/** A lived-in house in which every page can be opened. Clock, seed and origin are fixed, so that pictures of it can be compared. */
export type Gallery = Awaited<ReturnType<typeof openGallery>>;

export type Visitor = Awaited<ReturnType<Gallery['open']>>;

export async function openGallery() {
  const folder = await newHouseFolder();
  let at = NOON;
  const baseUrl = new URL('http://ark.example');
  const sandboxToken = SANDBOX_TOKEN;
  const cashier = await openCashier({ mode: 'sandbox', baseUrl, random: systemRandom, sandboxToken });
  const clock = { now: () => at };
  const parts = { clock, tastes: lexicalJudge(), cashier, limiter: NO_LIMITS, sandboxToken };
  const log = openLog('silent');
  const house = await openHouse(
    readConfig({ ARKHOUSE_DATA_DIR: folder, ARKHOUSE_DEATHS_PERCENT: '0' }),
    log,
    parts,
  );
  const turnTo = (to: number) => void (at = to);
  const lived = await livedIn({ house, turnTo }, { creatures: 60, days: 14, seed: 1 });
  const app = await openServer(house, { log, baseUrl, adminKey: ADMIN_KEY });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const [bio] = lived.agents;
  if (bio) await hideText(house, { writing: 'bio', subject: bio.id, reason: 'An example.' }, at - MINUTE);
  await recordBackup(house.store, at - 3 * DAY);
  const cookie = await signIn(address);
  const lives = await creaturePages(house, lived);
  const checkout = await checkoutPath(address, lived);
  const mine = await ownerPath(house, address, lived);
  return {
    address,
    /** Path by name, in the order of a visit. */
    pages: new Map<string, string>([
      ...PAGES,
      ...lives,
      ['checkout', checkout],
      ['mine', mine],
      ...ADMIN_PAGES,
    ]),
    async open(browser: Browser, look: BrowserContextOptions) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...look });
      const page = await context.newPage();
      await page.clock.setFixedTime(at);
      // Headings are set in another font where theirs does not come at once: from now on it is in the cache.
      await page.goto(`${address}/guides`);
      await page.evaluate(SETTLED);
      return {
        page,
        context,
        goTo: async (path: string): Promise<string> => {
          if (path === SIGN_IN) await context.clearCookies();
          else await context.addCookies([{ ...cookie, url: address }]);
          const response = await page.goto(address + path, { waitUntil: 'load' });
          await page.evaluate(SETTLED);
          return (await response?.text()) ?? '';
        },
      };
    },
    /** A visitor of one page at 1280 px, with nothing in the cache. */
    async openCold(browser: Browser, name: string) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      if (name.startsWith('admin') && name !== 'admin-sign-in')
        await context.addCookies([{ ...cookie, url: address }]);
      return { page: await context.newPage(), context };
    },
    async close() {
      await app.close();
      await closeHouse(house);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without creatures, whose paths depend on their lives. */
const PAGES: readonly (readonly [string, string])[] = [
  ['home', '/'],
  ['creatures', '/creatures'],
  ['creatures-needy', '/creatures?needs=somebody'],
  ['keepers', '/keepers'],
  ['keeper', '/agents/tante-emma'],
  ['graveyard', '/graveyard'],
  ['hall', '/hall'],
  ['hall-consistent', '/hall?category=most_consistent'],
  ['hall-mourners', '/hall?category=gravestone_count'],
  ['species', '/species'],
  ['species-family', '/species?family=exotic'],
  ['one-species', '/species/owl'],
  ['keepsakes', '/keepsakes'],
  ['guides', '/guides'],
  ...GUIDES.map(({ name }) => [`guide-${name}`, `/guides/${name}`] as const),
  ['docs', '/docs'],
  ['docs-section', '/docs/creatures'],
  ['not-found', '/nowhere'],
  ['mine-ended', '/mine/ended'],
];

const SIGN_IN = '/admin?sign-in';
const ADMIN_PAGES: readonly (readonly [string, string])[] = [
  ['admin-sign-in', SIGN_IN],
  ['admin', '/admin'],
  ['admin-agents', '/admin/agents'],
  ['admin-words', '/admin/words'],
  ['admin-words-of-one', '/admin/words?agent=tante-emma'],
  ['admin-ledger', '/admin/ledger'],
  ['admin-ledger-of-one', '/admin/ledger?agent=ada_l'],
  ['admin-log', '/admin/log'],
];

/** Pictures further down are loaded when they come near, and letters when they are first needed. */
const SETTLED = `Promise.all([
  document.fonts.ready,
  ...[...document.images].map((image) => {
    image.loading = 'eager';
    return image.decode().catch(() => {});
  }),
]).then(() => {})`;

/** The first creature of each state, the letters and the frame of one that is alive. */
async function creaturePages(house: House, { creatures, now }: LivedIn): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const id of creatures) {
    const view = await viewCreature(house, id, now);
    if (!view) continue;
    const guarded = view.observed !== undefined && view.observed.hidden.length > 0;
    const paths = {
      [`creature-${view.state}${guarded ? '-guarded' : ''}`]: creaturePath(id),
      ...(view.state === 'alive' && { 'creature-frame': embedPath(id) }),
      ...(view.giftPack && { 'bring-back': giftPath(id) }),
      ...(view.heart?.letters.total && { letters: lettersPath(id) }),
    };
    for (const [name, path] of Object.entries(paths)) if (!found.has(name)) found.set(name, path);
  }
  return found;
}

async function signIn(address: string): Promise<{ readonly name: string; readonly value: string }> {
  const body = new URLSearchParams({ key: ADMIN_KEY, to: '/admin' });
  const reply = await fetch(`${address}/admin/login`, { method: 'POST', body, redirect: 'manual' });
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(reply.headers.get('set-cookie') ?? '') ?? [];
  return { name, value };
}

async function checkoutPath(address: string, { agents: [agent] }: LivedIn): Promise<string> {
  const headers = { ...SANDBOX_HEADERS, authorization: `Bearer ${agent?.key}` };
  const body = JSON.stringify({ pack: '500' });
  const reply = await fetch(`${address}/api/house/credits`, { method: 'POST', headers, body });
  const { checkout_url: url } = (await reply.json()) as { readonly checkout_url: string };
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The page of the human whose agent has a creature to bring back, and most living ones. */
async function ownerPath(
  house: House,
  address: string,
  { agents, creatures, now }: LivedIn,
): Promise<string> {
  const views = await Promise.all(creatures.map((id) => viewCreature(house, id, now)));
  const weightOf = (username: string) => {
    const own = views.filter((view) => view?.keeper.username === username);
    const living = own.filter((view) => view?.observed).length;
    return living === 0 ? 0 : living + (own.some((view) => view?.giftPack) ? creatures.length : 0);
  };
  const [chosen] = agents.toSorted((one, other) => weightOf(other.username) - weightOf(one.username));
  const headers = { authorization: `Bearer ${chosen?.key}` };
  const reply = await fetch(`${address}/api/house/owner-link`, { method: 'POST', headers });
  const { url } = (await reply.json()) as { readonly url: string };
  return new URL(url).pathname;
}
