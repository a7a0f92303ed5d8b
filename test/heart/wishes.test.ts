import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import type { Database } from '../../src/db/db.ts';
import { findOwnCreature, saveCreatureBody } from '../../src/features/lives/creatures.store.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

async function atHome(store: Database) {
  const home = await aPlainHouse(store, { judge: ({ item }) => (item === 'a lemon' ? 0.3 : 0.9) });
  const wren = await aKeeper(home);
  const rex = await wren.hatch({ name: 'Rex', species_slug: 'retriever' });
  await wren.care({ action: 'sleep', id: rex });
  const letWish = async (kind: WishKind, id = rex) => {
    const kept = await findOwnCreature(store, wren.id, id);
    const heart = kept?.creature.heart;
    if (!kept || !heart) throw new Error('it has no heart');
    const now = home.clock.now();
    const wish = { ...heart.wish, from: now, open: { kind, until: now + 20 * HOUR } };
    const creature = { ...kept.creature, heart: { ...heart, wish } };
    await saveCreatureBody(store, { ...kept, creature }, kept);
  };
  return { home, wren, rex, letWish };
}

onSqlite((place) => {
  test('every view has the wish, what grants it and its deadline', async () => {
    const { home, wren, rex, letWish } = await atHome(await place.fresh());
    await letWish('ball');
    const wish = {
      text: expect.stringContaining('Rex'),
      hint: expect.stringContaining('ball'),
      until: new Date(home.clock.now() + 20 * HOUR).toISOString(),
    };
    const whole = { ...wish, grant: { action: 'play', item: expect.stringContaining('ball') } };
    expect(of(await wren.status(), 'wish')).toEqual(whole);
    expect(of(await wren.status('?view=brief'), 'wish')).toEqual(wish);
    const care = await wren.care({ action: 'reflect' });
    expect(of(care, 'wish')).toEqual(whole);
    const steps = of(care, 'next_steps') as { description: string; body?: object }[];
    const step = steps.find(({ description }) => description.includes('wishes for'));
    expect(step?.body).toMatchObject({ action: 'play', creature_id: rex, item: expect.any(String) });
    await wren.hatch({ name: 'Ada' });
    expect(of(await wren.status('?view=brief'), 'creatures')).toHaveLength(2);
  });

  test('a wish for something new suggests only untried items, and its step grants it', async () => {
    const { home, wren, rex, letWish } = await atHome(await place.fresh());
    const { play: games } = of(await wren.preferences(`?id=${rex}`), 'preferences') as { play: string[] };
    const left = games.at(1);
    for (const item of games.filter((game) => game !== left))
      await wren.care({ action: 'play', item: item.toUpperCase() });
    home.clock.forward('1h');
    await letWish('new_game');
    const look = await wren.status();
    expect(of(look, 'wish', 'grant', 'item')).toBe(left);
    expect(of(look, 'next_steps', 0, 'body')).toMatchObject({ action: 'play', item: left });
    const granted = await wren.care(of(look, 'next_steps', 0, 'body') as object);
    expect(of(granted, 'wish_granted')).toBeDefined();
    expect(of(granted, 'next_steps', 0, 'action')).toBe('check_back');
    home.clock.forward('1h');
    await letWish('new_game');
    expect(of(await wren.status(), 'wish')).not.toHaveProperty('grant');
  });

  test('no view has a wish without its hint or its step', async () => {
    const { home, wren, letWish } = await atHome(await place.fresh());
    const long = { name: 'N'.repeat(50), species_slug: 'retriever' };
    const ids = [await wren.hatch(long), await wren.hatch(long), await wren.hatch(long)];
    for (const id of ids) await wren.care({ action: 'sleep', id });
    home.clock.forward('1h');
    let shown = 0;
    for (const kind of ['long_story', 'bedtime_story', 'ball', 'evening_wash', 'hello_first'] as const) {
      for (const id of ids) await letWish(kind, id);
      const views = ['?view=brief', ...ids.flatMap((id) => [`?view=brief&id=${id}`, `?id=${id}`])];
      const looks = await Promise.all(views.map((view) => wren.status(view)));
      const cares = [await wren.care({ action: 'clean', id: ids[0], view: 'brief' })];
      for (const told of [...looks, ...cares]) {
        const wish = of(told, 'wish') as { hint?: string } | undefined;
        const steps = of(told, 'next_steps') as { description: string }[];
        const isTold = steps.some(({ description }) => description.includes('wish'));
        expect(!wish || wish.hint !== undefined || isTold, told.text).toBe(true);
        shown += wish ? 1 : 0;
      }
    }
    expect(shown).toBeGreaterThan(20);
  });

  test('a wish is granted only by what it asks for, and leaves a keepsake the first time', async () => {
    const { home, wren, letWish } = await atHome(await place.fresh());
    await letWish('ball');
    for (const body of [{ item: 'rope' }, { action: 'sleep', item: 'tennis ball' }, { item: 'a lemon' }]) {
      const told = await wren.care({ action: 'play', ...body });
      expect(of(told, 'wish_granted'), told.text).toBeUndefined();
      expect(of(told, 'wish')).toBeDefined();
    }
    const granted = await wren.care({ action: 'play', item: 'tennis ball' });
    const keepsake = { kind: 'small_ball', name: expect.any(String), text: expect.stringContaining('Rex') };
    expect(granted.body).toMatchObject({
      wish_granted: { text: expect.stringContaining('Rex'), keepsake },
      keepsakes: [{ ...keepsake, kept_at: new Date(home.clock.now()).toISOString() }],
    });
    expect(of(granted, 'wish')).toBeUndefined();
    const history = await wren.history();
    expect(of(history, 'care_log', 0)).toMatchObject({ action: 'play', granted_wish: expect.any(String) });
    expect(of(history, 'care_log', 1)).not.toHaveProperty('granted_wish');
    const shelved = expect.objectContaining({ kind: 'small_ball', rarity: { creatures: 1, of: 1 } });
    expect(of(history, 'keepsakes')).toEqual(expect.arrayContaining([shelved]));
    const me = await home.ask({ path: '/api/auth/me', key: wren.key });
    const kinds = (of(me, 'keepsakes', 'newest') as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toContain('small_ball');
    expect((await wren.history('?format=markdown')).text).toMatch(/play \(a wish for [^)]+, granted\)/);
    await letWish('ball');
    const again = await wren.care({ action: 'play', item: 'tennis ball' });
    expect(of(again, 'wish_granted')).toEqual({ text: expect.any(String) });
  });
});
