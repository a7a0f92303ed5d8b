import { expect, onTestFinished, test } from 'vitest';

import { PET_ROWS } from '../../packages/artist/pet.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { JSON_TYPE } from '../../src/http/send.ts';
import { zipOf } from '../../src/http/zip.ts';
import { deleteExpired } from '../../src/app/jobs.ts';
import { openRasterizer, type Rasterizer } from '../../src/outside/rasterizer.ts';
import { petFaults } from '../pictures/pet-format.ts';
import { unzip } from '../pictures/unzip.ts';
import { namesIn } from '../pictures/well-formed.ts';
import { NO_LIMITS, withSeed } from '../support/asking.ts';
import { inChromium } from '../support/chromium.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, aHome, kept } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

/** Returns what it was asked to draw, and counts. */
class FakeRasterizer implements Rasterizer {
  drawn = 0;

  async rasterize(): Promise<Uint8Array> {
    throw new Error('no drawing');
  }

  async rasterizePet(...asked: Parameters<Rasterizer['rasterizePet']>): Promise<Uint8Array> {
    this.drawn += 1;
    return Buffer.from(JSON.stringify(asked));
  }

  async forget(): Promise<void> {}
  async close(): Promise<void> {}
}

type Parts = NonNullable<NonNullable<Parameters<typeof aHouse>[1]>['house']>;

const petHouse = async (parts: Parts = {}, store = anyStore()) =>
  aHouse(await store, { house: { random: withSeed(SLEEPLESS), limiter: NO_LIMITS, ...parts } });

async function fetched({ app }: TestHouse, id: string, file: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: `/creatures/${id}/${file}`, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}

async function manifestOf(house: TestHouse, id: string) {
  const { body } = await fetched(house, id, 'pet.zip');
  return JSON.parse(String(unzip(body).get('pet.json'))) as Record<string, unknown>;
}

test('a pet is a zip of a manifest and the sheet that readers of the format accept, also in version 2', async () => {
  const house = await petHouse();
  const { id } = await kept(house, 'tabby');
  const sheet = await fetched(house, id, 'spritesheet.png');
  expect(sheet.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=60',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(petFaults(sheet.body)).toEqual([]);
  const zip = await fetched(house, id, 'pet.zip');
  expect(zip.headers['content-type']).toBe('application/zip');
  const files = unzip(zip.body);
  expect([...files.keys()]).toEqual(['pet.json', 'spritesheet.png']);
  expect(files.get('spritesheet.png')?.equals(sheet.body)).toBe(true);
  expect(JSON.parse(String(files.get('pet.json')))).toEqual({
    id: `arkhouse-${id.slice(0, 8)}`,
    displayName: 'Bo',
    description: 'Tabby, baby: happy. It lives in real time in an Arkhouse, kept by an AI agent.',
    spritesheetPath: 'spritesheet.png',
  });
  const manifest = await fetched(house, id, 'pet.json');
  expect(manifest.headers).toMatchObject({ 'content-type': JSON_TYPE, etag: zip.headers['etag'] });
  expect(files.get('pet.json')?.equals(manifest.body)).toBe(true);
  const look = await fetched(house, id, 'spritesheet.png?v=2');
  expect(petFaults(look.body, 2)).toEqual([]);
  const second = unzip((await fetched(house, id, 'pet.zip?v=2')).body);
  expect(JSON.parse(String(second.get('pet.json')))).toMatchObject({ spriteVersionNumber: 2 });
});

test('both files have an ETag that changes with mood, stage and death, and nothing else', async () => {
  const house = await petHouse({ rasterizer: new FakeRasterizer() });
  const home = await aHome(house, { username: 'wren' });
  const { id } = (await adopt(home, { name: 'Bo', species_slug: 'housecat' })).creature;
  const seen = async () => {
    const files = await Promise.all(['spritesheet.png', 'pet.zip'].map((file) => fetched(house, id, file)));
    for (const { status, headers } of files) {
      expect(status).toBe(200);
      const known = { 'if-none-match': String(headers['etag']) };
      expect((await fetched(house, id, 'spritesheet.png', known)).status === 304).toBe(
        headers === files[0]?.headers,
      );
    }
    return files.map(({ headers }) => String(headers['etag']));
  };
  const egg = await seen();
  expect(await manifestOf(house, id)).toMatchObject({
    description: expect.stringMatching(/^An egg with a housecat in it/i),
  });
  await house.as(home.key).getCreatureStatus({ query: { id } });
  const young = await seen();
  house.clock.forward('1h');
  expect(await seen()).toEqual(young);
  house.clock.forward('14h');
  const hungry = await seen();
  expect(await manifestOf(house, id)).toMatchObject({
    description: expect.stringContaining('waiting for its meal'),
  });
  await abandon({ ...home, id });
  const gone = await seen();
  expect(await manifestOf(house, id)).toMatchObject({ description: expect.stringContaining('at rest') });
  expect(new Set([...egg, ...young, ...hungry, ...gone]).size).toBe(8);
});

test('what the public may not see changes neither file, and addresses in a name are not told', async () => {
  const house = await petHouse({ rasterizer: new FakeRasterizer() });
  const { id } = await kept(house, 'hedgehog');
  const both = () =>
    Promise.all(['spritesheet.png', 'pet.zip'].map(async (file) => (await fetched(house, id, file)).body));
  const before = await both();
  const picture = (await house.ask({ path: `/creatures/${id}/picture.svg` })).text;
  house.clock.forward('3h');
  expect((await house.ask({ path: `/creatures/${id}/picture.svg` })).text).toBe(picture);
  expect(await both()).toEqual(before);
  await house.house.store.run({ text: 'update creatures set name = $2 where id = $1' }, [
    id,
    'see evil.example',
  ]);
  expect(await manifestOf(house, id)).toMatchObject({ displayName: 'Hedgehog' });
  expect((await fetched(house, '0f0f0f0f-0000-4000-8000-000000000000', 'pet.zip')).status).toBe(404);
  expect((await fetched(house, 'nobody', 'spritesheet.png')).status).toBe(404);
});

eachDatabase(({ fresh, again }) => {
  test('a sheet is drawn once for all nodes and both files, stored for a day, and deleted with its keeper', async () => {
    const [rasterizer, other] = [new FakeRasterizer(), new FakeRasterizer()];
    const house = await petHouse({ rasterizer }, fresh());
    const bo = await kept(house, 'housecat');
    await Promise.all(
      [1, 2, 3].flatMap(() => ['pet.zip', 'spritesheet.png'].map((file) => fetched(house, bo.id, file))),
    );
    expect(rasterizer.drawn).toBe(1);
    const second = await petHouse({ rasterizer: other, clock: house.clock }, again(house.house.store));
    expect((await fetched(second, bo.id, 'pet.zip')).body).toEqual(
      (await fetched(house, bo.id, 'pet.zip')).body,
    );
    expect(other.drawn).toBe(0);
    await fetched(house, bo.id, 'spritesheet.png?v=2');
    expect(rasterizer.drawn).toBe(2);
    const stored = async () => {
      const looks = { text: 'select look from pet_sheets', columns: ['look'] };
      return (await house.house.store.all(looks, [])).length;
    };
    expect(await stored()).toBe(2);
    await deleteExpired(house.house);
    expect(await stored()).toBe(2);
    house.clock.forward('25h');
    await deleteExpired(house.house);
    expect(await stored()).toBe(0);
    await fetched(house, bo.id, 'pet.zip');
    await house.ask({ method: 'DELETE', path: '/api/auth/me', key: bo.key, body: { username: 'wren' } });
    expect(await stored()).toBe(0);
    expect((await fetched(house, bo.id, 'pet.zip')).status).toBe(404);
  });
});

test('drawing a sheet counts as a card, a sheet that is there does not', async () => {
  const { max } = RATE_LIMITS.cards;
  const house = await aHouse(await anyStore(), { house: { rasterizer: new FakeRasterizer() } });
  const { id } = await kept(house, 'housecat');
  for (let nth = 0; nth < max + 5; nth += 1)
    expect((await fetched(house, id, 'spritesheet.png')).status).toBe(200);
  const home = await aHome(house, { username: 'robin' });
  const eggs: string[] = [];
  for (let nth = 0; nth < max; nth += 1)
    eggs.push((await adopt(home, { name: `Egg ${nth}`, species_slug: 'owl' })).creature.id);
  const statuses: number[] = [];
  house.clock.forward('2m');
  for (const egg of [...eggs, id]) statuses.push((await fetched(house, egg, 'pet.zip')).status);
  expect(statuses).toEqual([...Array<number>(max).fill(200), 200]);
  expect((await fetched(house, eggs[0] ?? '', 'pet.zip?v=2')).status).toBe(429);
  expect((await fetched(house, id, 'pet.zip')).status).toBe(200);
});

test('without the rasterizer, and while too many wait for it, sheets are refused with a reason', async () => {
  const none = await petHouse({ rasterizer: undefined });
  const bare = await fetched(none, (await kept(none, 'housecat')).id, 'pet.zip');
  expect(bare.status).toBe(501);
  const rasterizer = openRasterizer({ mostWaiting: 0 });
  const busy = await petHouse({ rasterizer });
  const refused = await fetched(busy, (await kept(busy, 'housecat')).id, 'pet.zip');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
  await rasterizer.close();
});

test('a zip has the same bytes for the same files, and is readable without them', () => {
  const files = [
    { name: 'pet.json', content: Buffer.from('{"name":"Ünï"}') },
    { name: 'ä/b.bin', content: Buffer.from([0, 1, 2, 255]) },
  ];
  const zip = zipOf(files);
  expect(zipOf(files)).toEqual(zip);
  expect([...unzip(zip)]).toEqual(files.map(({ name, content }) => [name, content]));
  expect([...unzip(zipOf([]))]).toEqual([]);
});

test('the page of a creature has its preview, the command and the zip, and the link of Codex only with an https address', async () => {
  const [links, ids]: [object[], string[]] = [[], []];
  for (const baseUrl of [new URL('https://ark.example'), new URL('http://127.0.0.1:3000')]) {
    const house = await aHouse(await anyStore(), { baseUrl, house: { random: withSeed(SLEEPLESS) } });
    const { id } = await kept(house, 'tabby');
    const { text } = await house.ask({ path: `/creatures/${id}`, headers: { accept: 'text/html' } });
    expect(text).toMatch(/<details class="share-pet">.*<img src="[^"]+spritesheet\.png"[^>]* loading="lazy"/);
    expect(text).toContain(`desktop --watch --base-url ${baseUrl.origin} --creature ${id}`);
    expect(text).toContain(`href="/creatures/${id}/pet.zip"`);
    const [link = 'codex:'] = /codex:[^"]+/.exec(text) ?? [];
    links.push(Object.fromEntries(new URL(link.replaceAll('&amp;', '&')).searchParams));
    ids.push(id);
  }
  const asked = {
    name: 'Bo',
    imageUrl: `https://ark.example/creatures/${ids[0]}/spritesheet.png`,
    description: 'Tabby, baby: happy. It lives in real time in an Arkhouse, kept by an AI agent.',
  };
  expect(links).toEqual([asked, {}]);
});

test('a picture with ?animated breathes and blinks by CSS, unless less motion is wanted', async () => {
  const house = await petHouse();
  const { id } = await kept(house, 'tabby');
  const picture = async (query: string) =>
    (await house.ask({ path: `/creatures/${id}/picture.svg${query}` })).text;
  const still = await picture('');
  expect(still).not.toContain('<style');
  for (const query of ['?animated', '?animated=1']) {
    const moving = await picture(query);
    expect(moving).toMatch(/<style>@media \(prefers-reduced-motion:no-preference\)\{\.breathing\{animation/);
    expect(moving.match(/class="(?:open|shut|breathing)"/g)).toHaveLength(3);
    const names = namesIn(moving);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('a picture with ?animated of the dead and of eggs stands still', async () => {
  const house = await petHouse();
  const bo = await kept(house, 'tabby');
  await abandon(bo);
  const { creature } = await adopt(await aHome(house, { username: 'robin' }), { name: 'Egg' });
  for (const id of [bo.id, creature.id]) {
    const { text } = await house.ask({ path: `/creatures/${id}/picture.svg?animated` });
    expect(text).not.toContain('<style');
  }
});

inChromium((browser) => {
  test('the preview on a page shows the pictures of the idle row for as long as the format says, unless less motion is wanted', async () => {
    const { address, id } = await aHouseOfOne();
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.goto(`${address}/creatures/${id}`);
    await page.locator('.share-pet summary').click();
    const picture = page.locator('.share-pet img');
    const idle = PET_ROWS[0].durations;
    const middles = idle.map(
      (duration, nth) => idle.slice(0, nth).reduce((sum, each) => sum + each, 0) + duration / 2,
    );
    const shifts = await picture.evaluate((element, times) => {
      const [animation] = element.getAnimations();
      animation?.pause();
      return times.map((time) => {
        if (animation) animation.currentTime = time;
        return new DOMMatrix(getComputedStyle(element).transform).e;
      });
    }, middles);
    expect(shifts).toEqual(idle.map((_, nth) => nth * -PREVIEW_WIDTH + 0));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await picture.evaluate((element) => element.getAnimations().length)).toBe(0);
  });

  test('a moving picture moves inside of an image on another page', async () => {
    const { address, id } = await aHouseOfOne();
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.setContent(
      `<img src="${address}/creatures/${id}/picture.svg?animated" width="256" height="256">`,
    );
    const picture = page.locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    const first = await picture.screenshot({ animations: 'allow' });
    const moves = async () => !(await picture.screenshot({ animations: 'allow' })).equals(first);
    await expect.poll(moves).toBe(true);
  });
});

async function aHouseOfOne() {
  const house = await petHouse();
  const { id } = await kept(house, 'tabby');
  return { id, address: await house.app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** The preview shows a sheet at half its size. */
const PREVIEW_WIDTH = 192 / 2;
