import { expect, test } from 'vitest';

import { aCreature, after, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { needsOf, type FoundCreature, type TendedCreature } from '../../rules/care/needs.ts';
import { thingKindsOf } from '../../rules/care/lexicon.ts';
import { HOUR } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { LONG_STORY, wishGranted } from '../../rules/heart/grant-wish.ts';
import { WISH_KINDS, type WishKind } from '../../rules/heart/wishes-table.ts';
import { newEgg } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { CATALOG, findBuiltIn } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { stepsAfterCare, stepsAfterLookIn } from '../creature/steps.ts';
import { NOTES, wishGrant, wishStep } from './wish-step.ts';

function speciesOf(slug: string): Species {
  const species = findBuiltIn(slug);
  if (!species) throw new Error(`no ${slug}`);
  return species;
}

/** A creature last cared for at noon, this many hours later, with this wish. */
function wishing(kind: WishKind, hours: number, given: Given = {}, slug = 'retriever'): TendedCreature {
  const creature = aCreature({ stage: 'adult', ...given });
  const species = speciesOf(slug);
  const now = after(hours);
  const { heart } = heartAt(creature, species, now);
  const wish = { number: 3, from: now - HOUR, open: { kind, until: now + HOUR } };
  return { creature, species, observed: observe(creature, species, now), heart: { ...heart, wish } };
}

test('a wish is a complete call with an item known by name', () => {
  const step = wishStep(wishing('ball', 1));
  expect(step).toMatchObject({ action: 'play', endpoint: '/api/house/care', body: { creature_id: 'c' } });
  expect(step?.description).toContain('Bo wishes for ');
  expect(thingKindsOf(String(step?.body?.['item']))).toContain('ball');
});

test.each<[string, TendedCreature, string | undefined]>([
  ['a wish for the evening at noon', wishing('evening_wash', 1), undefined],
  ['a wish for the evening in the evening', wishing('evening_wash', 6), 'clean'],
  ['a game once more, when nobody has just played, which takes two', wishing('once_more', 1), 'play'],
  [
    'a game once more, right after one',
    wishing('once_more', 0.1, { record: { lastAction: 'play' } }),
    'play',
  ],
  ['somebody soon, when it is soon', wishing('soon_again', 2), 'reflect'],
  ['somebody soon, when it is late', wishing('soon_again', 9), undefined],
  [
    'something else than company',
    wishing('something_else', 1, { record: { recentActions: ['reflect'] } }),
    'play',
  ],
  ['words', wishing('to_be_told', 1), 'reflect'],
  ['a meal, which has its time', wishing('roast', 6), undefined],
  ['a lesson, when it does not know its keeper yet', wishing('lesson', 1), undefined],
  ['a lesson, when it is well', wishing('lesson', 1, { stats: { trust: 80 } }), 'discipline'],
  ['a ball, when it sleeps', wishing('ball', 11, { seed: SLEEPYHEAD }), undefined],
  ['words, when it sleeps', wishing('to_be_told', 11, { seed: SLEEPYHEAD }), 'reflect'],
  ['a ball, when it is too shy', wishing('ball', 1, {}, 'pangolin'), undefined],
])('when it wishes for %s', (_, tended, action) => {
  expect(wishStep(tended)?.action).toBe(action);
});

test('the suggested call grants the wish, for every wish of every species', () => {
  const hours = [0.1, 1, 3, 7, 20];
  let offered = 0;
  for (const { slug } of CATALOG)
    for (const kind of WISH_KINDS)
      for (const each of hours) {
        const tended = wishing(kind, each, { stats: { trust: 90 }, record: { lastAction: 'play' } }, slug);
        const grant = wishGrant(tended);
        if (!grant || !tended.heart) continue;
        offered += 1;
        const { item: name, notes: words } = grant;
        const notes = words === undefined || words === 'none' ? undefined : '.'.repeat(LONG_STORY);
        const isNew = kind.startsWith('new_');
        const kinds = name === undefined ? [] : thingKindsOf(name);
        const item = name === undefined ? undefined : ({ kinds, category: 'loved', isNew } as const);
        const act = { action: grant.action, notes, item };
        expect(
          wishGranted(tended.heart.wish, tended.creature, act, tended.observed.at),
          `${slug}: ${kind}`,
        ).toBe(kind);
      }
  expect(offered).toBeGreaterThan(5000);
});

test.each<[WishKind, number]>([
  ['to_be_told', 1],
  ['long_story', LONG_STORY],
])('a wish for words (%s) is a call with words that grant it', (kind, least) => {
  const tended = wishing(kind, 1);
  const { body, description } = wishStep(tended) ?? {};
  const notes = String(body?.['notes']);
  expect(notes.length).toBeGreaterThanOrEqual(least);
  expect(description).toContain('your own words');
  const { creature, observed, heart } = tended;
  const wish = heart?.wish;
  expect(wish && wishGranted(wish, creature, { action: 'reflect', notes }, observed.at)).toBe(kind);
});

test('every story is long enough for the rule and short enough for a reply', () => {
  const lengths = NOTES.long.map((story) => story.length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(LONG_STORY);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2 * LONG_STORY);
});

test('a wish for silence has no words', () => {
  expect(wishStep(wishing('sitting_together', 1))?.body).not.toHaveProperty('notes');
});

test('a wish for something new never names an item it has had', () => {
  const tended = wishing('new_game', 1);
  const games = tended.species.tastes.play;
  const [newest, ...had] = games;
  const { heart } = tended;
  if (!heart) throw new Error('no heart');
  const knowing: TendedCreature = {
    ...tended,
    heart: { ...heart, lately: { ...heart.lately, loved: had.slice(2) } },
    tried: [String(had[0]).toUpperCase(), String(had[1])],
  };
  expect(games.length).toBeGreaterThan(3);
  expect(wishGrant(knowing)?.item).toBe(newest);
  expect(wishGrant({ ...knowing, tried: games })).toBeUndefined();
});

test('a wish comes after all needs, or not at all', () => {
  for (const { slug } of CATALOG) {
    const tended = wishing('to_be_told', 6, { stats: { happiness: 40, health: 60 } }, slug);
    const needed = needsOf(tended).map(({ action }) => action);
    const { description } = wishStep(tended) ?? {};
    for (const steps of [
      stepsAfterLookIn({ ...tended, others: [], grown: [] }),
      stepsAfterCare({ ...tended, siblings: [] }),
    ]) {
      const wishAt = steps.findIndex((step) => step.description === description);
      const before = new Set(steps.slice(0, wishAt).map(({ action }) => action));
      expect(wishAt < 0 || needed.every((action) => before.has(action)), slug).toBe(true);
    }
  }
});

test('without needs the wish is the first step and the next visit the second', () => {
  const tended = wishing('ball', 1, { stats: { trust: 60 } });
  for (const steps of [
    stepsAfterLookIn({ ...tended, others: [], grown: [] }),
    stepsAfterCare({ ...tended, siblings: [] }),
  ]) {
    expect(steps.map(({ action }) => action).slice(0, 2)).toEqual(['play', 'check_back']);
    expect(steps[0]).toEqual(wishStep(tended));
  }
});

test('without needs the wish of a sibling comes first, after an egg to hatch', () => {
  const tended = { ...wishing('ball', 1, { stats: { trust: 60 } }), heart: undefined };
  const found = wishing('to_be_told', 1);
  const wishful = { ...found, creature: { ...found.creature, id: 'sibling' } };
  const { species } = tended;
  const laid = { id: 'egg', keeperId: 'k', name: 'Ovid', species: species.slug, seed: 1, personality: [] };
  const egg = { creature: newEgg({ ...laid, zone: 'UTC' }, after(0)), species, observed: undefined };
  const first = (others: readonly FoundCreature[]) => [
    stepsAfterLookIn({ ...tended, others, grown: [] })[0],
    stepsAfterCare({ ...tended, siblings: others })[0],
  ];
  const wish = { action: 'reflect', body: { creature_id: 'sibling', notes: expect.any(String) } };
  expect(first([wishful])).toMatchObject([wish, wish]);
  const hatch = { action: 'check_status', endpoint: '/api/house/status?creature_id=egg' };
  expect(first([wishful, egg])).toMatchObject([hatch, hatch]);
});

test('a wish for a greeting comes before a due meal and after a late one', () => {
  const first = (hours: number) => {
    const tended = wishing('hello_first', hours);
    return stepsAfterLookIn({ ...tended, others: [], grown: [] })[0]?.action;
  };
  const { feedingWindowHours: window } = speciesOf('retriever');
  expect([first(window * 0.6), first(window * 1.2)]).toEqual(['reflect', 'feed']);
});

test('an act that just failed to grant the wish is not suggested again', () => {
  const tended = wishing('ball', 0.1, { record: { lastAction: 'play' }, stats: { trust: 60 } });
  expect(wishGrant(tended)).toBeDefined();
  expect(wishStep(tended)).toBeUndefined();
});

test('a need that is also the wish has the words that grant it', () => {
  const tended = wishing('to_be_told', 1, { stats: { trust: 10 } });
  expect(needsOf(tended)[0]?.action).toBe('reflect');
  const [step] = stepsAfterLookIn({ ...tended, others: [], grown: [] });
  expect(step).toMatchObject({ action: 'reflect', body: { notes: expect.any(String) } });
});

test('a needed meal uses the wished item', () => {
  const tended = wishing('roast', 6, {}, 'retriever');
  const [meal] = stepsAfterLookIn({ ...tended, others: [], grown: [] });
  expect(meal?.action).toBe('feed');
  expect(thingKindsOf(String(meal?.body?.['item']))).toContain('meat');
});
