import type { Page, Request } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { mechanicsOf } from '../../src/rules/species/mechanics.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { inChromium } from '../support/chromium.ts';
import { SLEEPYHEAD } from '../support/creature.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, care, look, seeded, type Kept } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

/** A species without loneliness, hidden stats, or long windows. */
const isOpen = (species: Species) => mechanicsOf(species).every((each) => !each.reveal && !each.loneliness);
const OPEN_HEARTED = CATALOG.find((species) => species.feedingWindowHours <= 4 && isOpen(species));

inChromium((browser) => {
  test('over ten hours of hunger and sleep the page agrees with the API', async () => {
    const pet = await atHome('6h');
    await care(pet, 'feed');
    const { page, served, pass } = await watched(pet);
    const first = await numbersOn(page);
    for (let minutes = 0; minutes < 600; minutes += 25) {
      await pass(25);
      const { creature } = await look(pet, pet.id);
      const told = STATS.map((stat) => creature[stat]?.toFixed(1));
      await expect.poll(() => numbersOn(page)).toEqual(told);
    }
    expect(await numbersOn(page)).not.toEqual(first);
    // It polled once an hour and extrapolated in between.
    expect(served()).toBeLessThanOrEqual(11);
    expect(await page.locator('[data-live="lack"]').textContent()).toContain('health is going');
    expect(await page.locator('[data-live="next"]').textContent()).toMatch(
      /^If nobody comes, it dies in \d+ h/,
    );
  });

  test('open pages of the house and the creature show a visit as it happens, and its link can be copied', async () => {
    const pet = await atHome('1h');
    const inTheHouse = await opened(pet.address);
    const atItsPage = await opened(`${pet.address}/creatures/${pet.id}`);
    const { page, pass } = await watched(pet);
    expect(await page.locator('#news').isVisible()).toBe(false);
    await care(pet, 'play');
    const line = inTheHouse.locator('.happening', { hasText: 'wren played with Miso' });
    await line.waitFor();
    expect(await line.count()).toBe(1);
    await atItsPage.locator('#news', { hasText: 'wren played with Miso.' }).waitFor();
    await pass(120);
    await expect.poll(() => page.locator('#news').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Show it' }).click();
    await page.locator('.life-mark.tone-play').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Copy the link to this page' }).click();
    await expect.poll(() => page.locator('body > .unseen').textContent()).toBe('Copied');
  });

  test('the home page counts down for creatures in danger, and reports visits', async () => {
    const pet = await atHome('1h');
    pet.house.clock.forward('26h');
    const page = await newPage();
    await page.clock.install();
    await page.goto(`${pet.address}/`);
    const strip = page.locator('.home-strip li');
    const { hours_remaining: hours } = (await look(pet, pet.id)).creature.death_clock;
    // Seconds have passed by now.
    const left = async () =>
      hoursIn(/^Miso has (\d+) h(?: (\d+) min)? left$/.exec((await strip.textContent()) ?? ''));
    expect(await left()).toBeCloseTo(hours, 1);
    await page.clock.fastForward(2 * HOUR);
    await expect.poll(left).toBeCloseTo(hours - 2, 1);
    await care(pet, 'feed');
    await expect.poll(() => strip.textContent()).toBe('wren fed Miso');
  });

  test('favourites are stored only in the browser and linked, and show what happened since the last visit, with letters', async () => {
    const pet = await atHome('1h', 'housecat');
    pet.house.clock.forward('20h');
    const page = await opened(`${pet.address}/creatures`);
    const way = page.getByRole('link', { name: 'Your favourites' });
    const heart = page.getByRole('button', { name: 'Favourite: Miso' });
    expect(await way.isVisible()).toBe(false);
    await heart.click();
    await way.click();
    await page.getByRole('heading', { name: 'Miso' }).waitFor();
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    expect(page.url()).toContain(`ids=${pet.id}`);
    await page.goto(`${pet.address}/`);
    const since = page.locator('#since');
    expect(await since.isVisible()).toBe(false);
    pet.house.clock.forward('6h');
    await page.reload();
    await since.waitFor();
    const told = () => since.locator('li').allTextContents();
    const events = ['Miso stopped being a baby', 'Miso wrote: '].map((words) =>
      expect.stringContaining(words),
    );
    expect((await told()).toSorted()).toEqual(events);
    const letters = since.getByRole('link', { name: 'Miso wrote' });
    expect(await letters.getAttribute('href')).toBe(`/creatures/${pet.id}/letters`);
    // A second load a moment later is the same visit; later a new one begins.
    await page.reload();
    await since.waitFor();
    pet.house.clock.forward('2h');
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await since.isVisible()).toBe(false);
    await page.goto(`${pet.address}/creatures/${pet.id}`);
    await heart.click();
    expect(await page.evaluate(() => localStorage.getItem('favourites'))).toBe('[]');
  });

  async function newPage(): Promise<Page> {
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    return page;
  }

  async function opened(address: string): Promise<Page> {
    const page = await newPage();
    await page.goto(address);
    return page;
  }

  /** Opens the page of a creature in a browser whose clock is off by decades. */
  async function watched({ house, id, address }: Kept & { readonly address: string }) {
    const page = await newPage();
    let asked = 0;
    let lastHour = hourOf(house.clock.now());
    // The house answers once an hour: in between the page is on its own.
    await page.route('**/now.json', (route) => {
      const hour = hourOf(house.clock.now());
      if (hour === lastHour) return route.abort();
      lastHour = hour;
      asked += 1;
      return route.continue();
    });
    await page.clock.install({ time: new Date('2001-01-01T00:00:00Z') });
    await page.clock.pauseAt(new Date('2001-01-01T01:00:00Z'));
    await page.goto(`${address}/creatures/${id}`);
    /** Advances both clocks, and waits until the page has received its next reply. */
    const pass = async (minutes: number) => {
      // A reply in flight when the clock advances would have a time in the future of the page.
      const answered = Promise.race([
        page.waitForEvent('requestfinished', isStatePoll),
        page.waitForEvent('requestfailed', isStatePoll),
      ]);
      house.clock.forward(`${minutes}m`);
      await page.clock.fastForward(minutes * MINUTE);
      await answered;
    };
    return { page, served: () => asked, pass };
  }
});

const isStatePoll = (request: Request) => request.url().endsWith('/now.json');
const hoursIn = (told: RegExpExecArray | null) => Number(told?.[1]) + Number(told?.[2] ?? 0) / 60;
const hourOf = (at: number) => Math.floor(at / HOUR);

async function atHome(after: string, slug = OPEN_HEARTED?.slug ?? '') {
  const house = await aHouse(await anyStore(), { house: { random: seeded(SLEEPYHEAD) } });
  house.clock.forward(after);
  const home = await aHome(house, { username: 'wren' });
  const id = await adopted(home, slug, 'Miso');
  house.clock.forward('1s');
  return { ...home, id, address: await house.app.listen({ port: 0, host: '127.0.0.1' }) };
}

function numbersOn(page: Page): Promise<string[]> {
  return page.locator('[data-stat]').allTextContents();
}
