import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { PATHS, STAGES } from '../../src/rules/vocabulary.ts';
import { createSpecies } from '../../src/features/species/create-species.ts';
import { presentBrief } from '../../src/features/lives/status.http.ts';
import { insertKeeper } from '../../src/features/agents/keepers.store.ts';
import { aKeeper, aPlainHouse, letFeel, of, type Keeper } from '../support/asking.ts';
import { aCreature, after, PLAIN, SLEEPLESS, SLEEPYHEAD } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aLook } from '../support/facts.ts';
import type { Told } from '../support/house.ts';
import { aDesign, withRecord } from '../support/stored-residents.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();
const BRIEF = 'view=brief';
const SPECIES = ['pangolin', 'hedgehog', 'void', 'owl', 'jackrabbit', 'border_collie', 'tabby', 'phoenix'];
const LONGEST_NAME = 'W'.repeat(50);

/** Checks names and types of the fields that both views share. */
function expectSameNames(brief: Told, full: Told): void {
  const { creature, ...rest } = brief.body;
  expect(Object.keys(full.body)).toEqual(expect.arrayContaining(Object.keys(rest)));
  expect(full.body['creature']).toMatchObject(creature as object);
}

test('a brief status is at most 1,500 characters for every species, stage, need and hour', () => {
  const kinds = [...CATALOG, { ...PLAIN, name: LONGEST_NAME, tier: 'community' as const }];
  let longest = 0;
  for (const species of kinds)
    for (const stage of STAGES.slice(1))
      for (const health of [10, 30, 100])
        for (let hours = 0.01; hours < 36; hours += 3.7) {
          const path = stage === 'adult' ? PATHS[Math.floor(hours) % PATHS.length] : undefined;
          const seed = hours % 2 < 1 ? SLEEPYHEAD : SLEEPLESS;
          const stats = { health, hunger: 12.3, happiness: 12.3, trust: 91.2, discipline: 12.3 };
          const creature = { ...aCreature({ stage, seed, stats }), name: LONGEST_NAME, path };
          const look = aLook({ creature, species, now: after(hours), grown: [stage], beingDrawn: true });
          longest = Math.max(longest, JSON.stringify(presentBrief(look).body).length);
        }
  expect(longest).toBeGreaterThan(1000);
  expect(longest).toBeLessThanOrEqual(1500);
});

eachDatabase((place) => {
  test('the fields of the brief view are a subset of the full view', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('6h');
    const brief = await wren.status(`?${BRIEF}`);
    expect(brief.body).toEqual({
      new_keepsakes: 1,
      creature: {
        id,
        name: 'Bo',
        species: 'Plain',
        stage: 'baby',
        age_hours: 6,
        hunger: 94,
        happiness: 94,
        health: 100,
        trust: 20,
        discipline: 0,
        mood: 'happy',
        alive: true,
        feeding_status: 'due_soon',
        hours_since_fed: 6,
        next_feeding_window: 'open now',
        death_clock: {
          hours_without_care: 6,
          dies_at: at(36),
          hours_remaining: 30,
          threshold_hours: 36,
          urgency: 'safe',
        },
      },
      recommended_checkin: {
        creature_id: id,
        at: at(6.25),
        hours_from_now: 0.25,
        reason: expect.any(String),
        feeding_window_status: 'in_window',
        cron: expect.stringMatching(/^[\d,]+ \S+ \* \* \*$/),
      },
      server_time: at(6),
      next_steps: expect.any(Array),
    });
    expectSameNames(brief, await wren.status());
    expect((await wren.status('?view=full')).body).toHaveProperty('soul_prompt');
  });

  test('a brief status hatches an egg and reports a milestone, once, like a full one', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    await wren.adopt();
    expect((await wren.status(`?${BRIEF}`)).body['milestone']).toMatchObject({ stage: 'baby' });
    expect((await wren.status()).body).not.toHaveProperty('milestone');
  });

  test('a brief status without an id lists all creatures, neediest first', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const hungry = await wren.hatch({ name: 'Ada' });
    house.clock.forward('4h');
    const fed = await wren.hatch({ name: 'Bo' });
    house.clock.forward('2h');
    const { body, text } = await wren.status(`?${BRIEF}`);
    expect(body).toMatchObject({
      creature: { id: hungry, name: 'Ada', death_clock: { urgency: 'safe' } },
      creatures: [
        {
          id: hungry,
          name: 'Ada',
          hunger: 94,
          health: 100,
          feeding_status: 'due_soon',
          mood: 'happy',
          urgency: 'safe',
          dies_at: at(36),
          checkin_at: at(6.25),
        },
        { id: fed, name: 'Bo', feeding_status: 'ok', checkin_at: at(10.25) },
      ],
      recommended_checkin: { creature_id: hungry, hours_from_now: 0.25 },
      next_steps: [{ action: 'feed', body: { creature_id: hungry } }],
    });
    expect(text.length).toBeLessThanOrEqual(1500);
    const named = await wren.status(`?${BRIEF}&id=${fed}`);
    expect(named.body['creature']).toMatchObject({ id: fed });
    expect(named.body).not.toHaveProperty('creatures');
  });

  test('creatures are sorted by need: in danger, hungry, egg, no need', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
    await wren.adopt({ name: 'Egg' });
    house.clock.forward('6h');
    const cay = await wren.hatch({ name: 'Cay' });
    await letFeel(house.house, wren.id, bo, { health: 10 });
    const { body } = await wren.status(`?${BRIEF}`);
    expect(of({ body }, 'creatures')).toMatchObject([
      { id: bo },
      { id: ada },
      { name: 'Egg', stage: 'egg', urgency: null, checkin_at: null },
      { id: cay },
    ]);
    expect(body['next_steps']).toMatchObject([{ action: 'medicine', body: { creature_id: bo } }]);
  });

  test('a brief status without an id hatches the newest egg only', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch({ name: 'Ada' });
    house.clock.forward('6h');
    await wren.adopt({ name: 'Old egg' });
    house.clock.forward('1s');
    const egg = of(await wren.adopt({ name: 'New egg' }), 'creature', 'id');
    const { body } = await wren.status(`?${BRIEF}`);
    expect(body).toMatchObject({ creature: { id }, milestone: { stage: 'baby', creature_id: egg } });
    expect(await wren.client.getHouseStats()).toMatchObject({ creatures_alive: 2, eggs_unhatched: 1 });
    expect((await wren.status(`?${BRIEF}`)).body).not.toHaveProperty('milestone');
  });

  test('the brief view covers dead creatures', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    house.clock.forward('40h');
    const brief = await wren.status(`?${BRIEF}&id=${id}`);
    expect(brief.body).toMatchObject({
      creature: { id, alive: false, cause: 'neglect', died_at: at(36) },
      resurrection: { possible: true, cost: 100, hours_left: 164 },
    });
    expectSameNames(brief, await wren.status(`?id=${id}`));
  });

  test('a brief view of a creature with the longest name is at most 1,500 characters in every state', async () => {
    const house = await aPlainHouse(await place.fresh(), { seed: SLEEPYHEAD });
    const wren = await aKeeper(house, 'w'.repeat(50), { timezone: 'America/Argentina/ComodRivadavia' });
    await insertKeeper(house.house.store, { ...wren, counts: true });
    await withRecord(house.house.store, wren.id, { adultsRaised: 1 });
    const design = aDesign({ slug: 'w'.repeat(40), name: LONGEST_NAME, feedingWindowHours: 23.33 });
    await createSpecies(house.house, { design, agent: wren, idempotencyKey: undefined }, after(0));
    const ids: string[] = [];
    for (const species_slug of [design.slug, ...SPECIES])
      ids.push(await wren.hatch({ name: LONGEST_NAME, species_slug }));
    for (let hours = 0; hours <= 210; hours += 30) {
      for (const id of ids.slice(hours % 4)) {
        await expectBrief(wren, id, hours);
        if (hours < 90) await wren.care({ action: 'feed', item: '🦊'.repeat(100), id });
      }
      house.clock.forward(hours === 0 ? '1h' : '30h17m');
    }
    expect(house.clock.now()).toBeGreaterThan(after(0) + 8 * 24 * HOUR);
  });
});

async function expectBrief(keeper: Keeper, id: string, hours: number): Promise<void> {
  const { status, text } = await keeper.status(`?${BRIEF}&id=${id}`);
  expect(status, text).toBe(200);
  expect(text.length, `${text.length} characters after ${hours} h: ${text}`).toBeLessThanOrEqual(1500);
}
