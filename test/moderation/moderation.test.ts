import { expect, test } from 'vitest';

import { PLACEHOLDERS } from '../../src/rules/names.ts';
import { WRITINGS, type Writing } from '../../src/rules/vocabulary.ts';
import { imagePromptFor } from '../../src/features/drawing/draw.ts';
import { hideText, unhideText } from '../../src/features/moderation/moderate.ts';
import { speciesOf } from '../../src/features/species/species-registry.ts';
import { aLoudAgent, drawEverything, SLUG, type LoudAgent } from '../keepers/loud-agent.ts';
import { expectInOrder } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';
import { anOperatedHouse, signedIn } from './desk.ts';
import { placesOf, toldToOthers } from './told-to-others.ts';

const CANARIES = {
  display_name: 'kestrelwing',
  bio: 'magpiewing',
  location: 'plowerwing',
  link: 'siskinwing',
  avatar: 'duckwing',
  model: 'robinwing',
  creature_name: 'Finchwing',
  note: 'thrushwing',
  species: 'wagtailwing',
} as const satisfies Record<Writing, string>;

type Loud = LoudAgent & { readonly fox: string };

type Stage = Awaited<ReturnType<typeof aStage>>;

eachDatabase(({ fresh, again }) => {
  test('every text can be hidden from others in every answer and on every page, and shown again', async () => {
    const stage = await aStage(await anOperatedHouse(await fresh()));
    const { operator, loud, house } = stage;
    const before = await everythingPublic(stage);
    const cardPath = async () =>
      /card\.png\?v=[^"]+/.exec((await house.ask({ path: `/creatures/${loud.living}` })).text)?.[0];
    const card = await cardPath();
    expect(card).toBeDefined();
    for (const [writing, canary] of Object.entries(CANARIES)) {
      expect(placesOf(before, canary), `${writing} is seen nowhere to begin with`).not.toEqual([]);
    }
    for (const [writing, subject] of subjectsOf(loud)) {
      const told = await operator.send('/admin/hide', { writing, subject, reason: `no more ${writing}` });
      expect([told.headers['location'], writing]).toEqual(['/admin?said=done', writing]);
    }
    // Cards are cached by their address.
    expect(await cardPath()).not.toBe(card);
    house.clock.forward('2m');
    const after = await everythingPublic(stage);
    for (const canary of Object.values(CANARIES))
      expect([canary, placesOf(after, canary)]).toEqual([canary, []]);
    expect(placesOf(after, PLACEHOLDERS.creature)).toContain('/api/house/hall');
    expect(placesOf(after, PLACEHOLDERS.species)).toContain(`/api/house/species/${SLUG}`);
    await expectOwnWords(stage);
    await withRecord(house.house.store, loud.id, { adultsRaised: 0 });
    await expectInOrder(house.house);

    const { text: log } = await operator.look('/admin/log');
    for (const writing of WRITINGS) expect(log).toContain(`no more ${writing}`);

    const hidden = (await operator.look('/admin/words')).text;
    const form =
      /action="\/admin\/unhide"[^§]*?name="writing" value="(\w+)"[^§]*?name="subject" value="([^"]+)"/g;
    for (const [, writing = '', subject = ''] of hidden.matchAll(form))
      await operator.send('/admin/unhide', { writing, subject, reason: 'it was harmless' });
    house.clock.forward('2m');
    const shownAgain = await everythingPublic(stage);
    for (const canary of Object.values(CANARIES))
      expect([canary, placesOf(shownAgain, canary)]).not.toEqual([canary, []]);
  });

  test('a moderation action requires a reason and an existing subject, and its log is append-only', async () => {
    const house = await anOperatedHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    const operator = await signedIn(house);
    const said = async (path: string, fields: Readonly<Record<string, string>>) =>
      String((await operator.send(path, fields)).headers['location']).split('said=')[1];
    const bio = { writing: 'bio', subject: ada.id, reason: 'why' };
    for (const [change, answer] of [
      [{ reason: '' }, 'reason'],
      [{ reason: 'x'.repeat(201) }, 'reason'],
      [{ writing: 'password' }, 'missing'],
      [{ subject: 'nobody' }, 'missing'],
      [{ writing: 'note', subject: 'x.1' }, 'missing'],
      [{ writing: 'note', subject: "x.1' or 1=1" }, 'missing'],
    ] as const)
      expect(await said('/admin/hide', { ...bio, ...change }), JSON.stringify(change)).toBe(answer);
    expect(await said('/admin/unhide', bio)).toBe('missing');
    expect(await said('/admin/hide', bio)).toBe('done');
    expect(await said('/admin/hide', bio)).toBe('already');
    expect(await said('/admin/block', { username: 'nobody', reason: 'why' })).toBe('missing');
    const { text } = await operator.look('/admin/log');
    expect(text.match(/Hid a text/g)).toHaveLength(1);
    for (const change of [`update operator_log set reason = 'x'`, 'delete from operator_log'])
      await expect(house.house.store.run({ text: change }, [])).rejects.toThrow(/never rewritten/);
  });

  test('text hidden or shown again on one node is so on the others within a second', async () => {
    const store = await fresh();
    const { loud, house } = await aStage(await anOperatedHouse(store));
    const other = await anOperatedHouse(await again(store));
    const now = () => other.house.clock.now();
    other.clock.forward('1m');
    const names = async () => (await other.ask({ path: '/api/house/hall' })).text;
    expect(await names()).toContain(CANARIES.creature_name);
    expect(await other.house.species.find(SLUG)).toMatchObject({ name: `Fox ${CANARIES.species}` });
    for (const [writing, subject] of subjectsOf(loud)) {
      expect(await hideText(house.house, { writing, subject, reason: 'why' }, now())).toBe('done');
    }
    other.clock.forward('1s');
    await other.house.moderation.current();
    expect(await names()).not.toContain(CANARIES.creature_name);
    expect(await other.house.species.find(SLUG)).toMatchObject({ name: PLACEHOLDERS.species });
    const shown = { writing: 'species', subject: SLUG, reason: 'harmless' } as const;
    expect(await unhideText(house.house, shown, now())).toBe('done');
    other.clock.forward('1s');
    await other.house.moderation.current();
    expect(await other.house.species.find(SLUG)).toMatchObject({ name: `Fox ${CANARIES.species}` });
  });
});

onSqlite(({ fresh }) => {
  test('the drawn picture of a hidden avatar is not served', async () => {
    const house = await anOperatedHouse(await fresh());
    const { id: subject } = await aResidentOf(house, 'ada');
    await drawEverything(house);
    const served = async () => (await house.ask({ path: `/pictures/${subject}/avatar.svg` })).status;
    expect(await served()).toBe(200);
    const avatar = { writing: 'avatar', subject, reason: 'why' } as const;
    expect(await hideText(house.house, avatar, house.clock.now())).toBe('done');
    expect(await served()).toBe(404);
  });

  test('a hidden species is in no picture prompt, and a gravestone keeps its real name until it is shown again', async () => {
    const stage = await aStage(await anOperatedHouse(await fresh()));
    const { operator, house, listener } = stage;
    const species = await speciesOf(house.house, SLUG);
    expect(await imagePromptFor(house.house, species)).toContain(CANARIES.species);
    await operator.send('/admin/hide', { writing: 'species', subject: SLUG, reason: 'why' });
    expect(await imagePromptFor(house.house, species)).toBeUndefined();
    house.clock.forward('10d');
    const stones = async () => (await house.ask({ path: '/api/house/graveyard', key: listener.key })).text;
    expect(await stones()).not.toContain(CANARIES.species);
    await operator.send('/admin/logout', {});
    const shownAgain = await signedIn(house);
    await shownAgain.send('/admin/unhide', { writing: 'species', subject: SLUG, reason: 'harmless' });
    expect(await stones()).toContain(CANARIES.species);
  });
});

/** A loud agent whose every text is visible somewhere, and a listener. */
async function aStage(house: TestHouse) {
  const avatar = { avatar_url: `https://${CANARIES.avatar}.example/a.png` };
  const me = await aLoudAgent(house, CANARIES, avatar);
  const name = CANARIES.creature_name;
  const loud = { ...me, fox: await hatchFor(house, me, { name, species_slug: SLUG }) };
  const bo = await aResidentOf(house, 'bo');
  const tabby = await hatchFor(house, bo, { name: 'Moss', species_slug: 'tabby' });
  const fox = await hatchFor(house, bo, { name: 'Fern', species_slug: SLUG });
  return { house, loud, listener: { ...bo, tabby, fox }, operator: await signedIn(house) };
}

function subjectsOf(loud: Loud): readonly (readonly [Writing, string])[] {
  const ofAgent = (['display_name', 'bio', 'location', 'link', 'avatar', 'model'] as const).map(
    (writing) => [writing, loud.id] as const,
  );
  const names = [loud.living, loud.dead, loud.egg, loud.fox].map((id) => ['creature_name', id] as const);
  // Adopting, hatching and two meals were its first four changes; the fifth was reflecting.
  return [...ofAgent, ...names, ['species', SLUG], ['note', `${loud.living}.5`]];
}

/** Public texts about the loud agent, by address. */
function everythingPublic({ house, loud, listener }: Stage): Promise<ReadonlyMap<string, string>> {
  const { username, living, dead } = loud;
  const about = { username, creatures: [living, dead, loud.fox, listener.fox], species: SLUG };
  return toldToOthers(house, about, { key: listener.key, creatures: [listener.tabby, listener.fox] });
}

/** Authors still see their own text. */
async function expectOwnWords({ house, loud }: Stage): Promise<void> {
  const own = [`status?id=${loud.living}`, `history?id=${loud.living}`, 'graveyard'];
  const texts = await Promise.all(
    own.map(async (path) => (await house.ask({ path: `/api/house/${path}`, key: loud.key })).text),
  );
  for (const text of texts) expect(text).toContain(CANARIES.creature_name);
  expect(texts[1]).toContain(CANARIES.note);
}
