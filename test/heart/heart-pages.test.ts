import { expect, test } from 'vitest';

import { KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { keepsakeOfWish } from '../../src/rules/heart/keepsakes.ts';
import { publicSituation } from '../../src/rules/situation.ts';
import { cameTrueWords, LETTERS_PAGE, mannerSentence, WISH_WORDS } from '../../src/text/heart/heart-pages.ts';
import { keepsakeName, keepsakeStory, rarityWords } from '../../src/text/heart/keepsakes.ts';
import { writeLetter } from '../../src/text/heart/letter.ts';
import { describeWish } from '../../src/text/heart/wishes.ts';
import { capitalize } from '../../src/text/nouns.ts';
import { keepsakePicturePath } from '../../src/web/paths.ts';
import { viewHeart } from '../../src/features/heart/read-heart.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopted, care, kept, look, seeded, type Kept } from '../support/keeping.ts';
import { view } from '../support/residents.ts';

async function aCat(place: Place): Promise<Kept> {
  return kept(await aHouse(await place.fresh(), { house: { random: seeded(SLEEPLESS) } }), 'housecat');
}

const wordsOn = async (cat: Kept, path = `/creatures/${cat.id}`) => plain(await pageAt(cat, path));

async function pageAt({ house, id }: Kept, path = `/creatures/${id}`): Promise<string> {
  // Pages are cached for some seconds.
  house.clock.forward('10s');
  const { status, text } = await house.ask({ path, headers: { accept: 'text/html' } });
  expect(status, path).toBe(200);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&quot;': '"', '&amp;': '&' };
const plain = (html: string) =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** Feeds and reflects every four hours, unless it sleeps. */
async function visit(cat: Kept, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    cat.house.clock.forward('4h');
    if ((await look(cat, cat.id)).creature.mood === 'sleeping') continue;
    await care(cat, 'feed', { creature_id: cat.id });
    await care(cat, 'reflect', { creature_id: cat.id, notes: 'It looked up when I came.' });
  }
}

onSqlite((place) => {
  test('a page shows the wish and its deadline, but not what grants it, and none while in danger', async () => {
    const cat = await aCat(place);
    await look(cat, cat.id);
    cat.house.clock.forward('11h');
    const { heart, creature, species } = await view(cat.house, cat.id);
    if (!heart?.wish) throw new Error('it wishes for nothing');
    const { kind: wish, number } = heart.wish;
    const { text, hint } = describeWish({ wish, number, name: creature.name, seed: creature.seed, species });
    const words = await wordsOn(cat);
    expect(words).toContain(WISH_WORDS.label + text + WISH_WORDS.until);
    expect(words).not.toContain(hint);
    for (let hours = 0; hours < 24; hours += 1) {
      cat.house.clock.forward('1h');
      const { heart: later, observed } = await view(cat.house, cat.id);
      if (!later?.wish || !observed || publicSituation(observed).danger === 'none') continue;
      expect(await wordsOn(cat)).not.toContain(WISH_WORDS.label);
      return;
    }
    throw new Error('it was never in danger with a wish');
  });

  test('keepsakes are listed newest first with their rarity; all kinds and those of a keeper have pages', async () => {
    const cat = await aCat(place);
    const other: Kept = { ...cat, id: await adopted(cat, 'housecat', 'Tock') };
    cat.house.clock.forward('2h');
    await care(cat, 'feed', { creature_id: cat.id });
    const { house, clock } = cat.house;
    const { creature, species } = await view(cat.house, cat.id);
    const { kept: things, of } = (await viewHeart(house, creature, species, clock.now()))?.shelf ?? {
      kept: [],
      of: 0,
    };
    expect(things.map(({ kind }) => kind)).toEqual(['first_crumb', 'piece_of_shell']);
    expect(things.map(({ creatures }) => creatures)).toEqual([1, 1]);
    expect(of).toBe(2);
    const html = await pageAt(cat);
    const shelf = /<ul class="shelf">.*?<\/ul>/s.exec(html)?.[0] ?? '';
    const told = things.flatMap(({ kind }) => [capitalize(keepsakeName(kind)), keepsakeStory(kind, 'Bo')]);
    const places = told.map((words) => plain(shelf).indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, next) => one - next));
    expect(plain(shelf).split(rarityWords(1, of))).toHaveLength(things.length + 1);
    for (const { kind } of things) expect(shelf).toContain(`src="${keepsakePicturePath(kind)}"`);
    // The other creature was not settled yet, and has its shell all the same.
    const there = await view(other.house, other.id);
    const found = await viewHeart(house, there.creature, there.species, clock.now());
    expect(found?.shelf.kept).toMatchObject([{ kind: 'piece_of_shell', creatures: 2 }]);
    expect(await wordsOn(other)).toContain(rarityWords(2, of));
    // All kinds, in pencil if no creature has one.
    const all = await pageAt(cat, '/keepsakes');
    const drawn = [...all.matchAll(/src="\/keepsakes\/(\w+)\/picture\.svg(\?drawn=outline)?"/g)];
    expect(drawn).toHaveLength(KEEPSAKE_KINDS.length);
    expect(new Set(drawn.map(([, kind]) => kind))).toEqual(new Set(KEEPSAKE_KINDS));
    const whole = drawn.filter(([, , outline]) => outline === undefined).map(([, kind]) => kind);
    expect(whole).toEqual(['first_crumb', 'piece_of_shell']);
    expect(plain(all)).toContain(capitalize(rarityWords(1, of)));
    await care(cat, 'feed', { creature_id: other.id });
    const keeper = await pageAt(cat, '/agents/wren');
    const shown = [...keeper.matchAll(/src="\/keepsakes\/(\w+)\/picture\.svg"/g)].map(([, kind]) => kind);
    expect(shown).toEqual(['first_crumb', 'piece_of_shell']);
    expect(plain(keeper)).toContain(`kept 2 of the ${KEEPSAKE_KINDS.length} kinds`);
  });

  test('a granted wish is shown as joy for an hour, and in the story from then on', async () => {
    const cat = await aCat(place);
    const granted = async () => (await view(cat.house, cat.id)).recent.find((each) => each.granted)?.granted;
    for (let tries = 0; tries < 60 && !(await granted()); tries += 1) await visit(cat, 1);
    const { creature } = await view(cat.house, cat.id);
    const joyful = await wordsOn(cat);
    expect(joyful).toContain(WISH_WORDS.joy);
    expect(joyful).toContain(`, ${WISH_WORDS.granted}`);
    for (const room of ['/', '/creatures', '/agents/wren'])
      expect(await wordsOn(cat, room), room).toContain(WISH_WORDS.glad);
    expect(await wordsOn(cat, '/')).toContain('wren made a wish of Bo come true');
    cat.house.clock.forward('61m');
    const later = await wordsOn(cat);
    expect(later).not.toContain(WISH_WORDS.joy);
    const wish = await granted();
    if (!wish) throw new Error('no wish was granted');
    expect(later).toContain(cameTrueWords({ wish, keepsake: keepsakeOfWish(wish) }, creature));
  });

  test('the page of an adult names its newest letter and its manner', async () => {
    const cat = await aCat(place);
    await visit(cat, 8 * 6);
    const { creature, species, heart } = await view(cat.house, cat.id);
    const [newest] = heart?.letters.letters ?? [];
    if (!newest || !heart?.manner) throw new Error('it has no letter or no manner');
    const words = await wordsOn(cat);
    expect(words).toContain(writeLetter(newest, { ...creature, species }).subject);
    expect(words).toContain(mannerSentence(heart.manner, 'Bo'));
    expect(await pageAt(cat, `/creatures/${cat.id}/letters?page=seven`)).toContain('content="noindex"');
  });

  test('the last letter of a dead creature is on its page and by its gravestone; an egg has no letters', async () => {
    const cat = await aCat(place);
    await abandon(cat);
    const { creature, species, heart } = await view(cat.house, cat.id);
    const [last] = heart?.letters.letters ?? [];
    if (last?.occasion !== 'death') throw new Error('it left no letter');
    const { text } = writeLetter(last, { ...creature, species });
    const words = await wordsOn(cat);
    expect(words).toContain(LETTERS_PAGE.lastHeading);
    expect(words).toContain(text.replaceAll(/\n+/g, ''));
    expect(words).not.toContain(WISH_WORDS.label);
    const link = `<a href="/creatures/${cat.id}/letters">${LETTERS_PAGE.left}</a>`;
    expect(await pageAt(cat, '/graveyard')).toContain(link);
    const { creature: egg } = await cat.house.as(cat.key).adoptCreature({ body: { name: 'Bean' } });
    expect(await wordsOn(cat, `/creatures/${egg.id}/letters`)).toContain(LETTERS_PAGE.noneAsEgg);
    expect(await pageAt(cat, `/creatures/${egg.id}`)).not.toContain('class="shelf"');
  });
});
