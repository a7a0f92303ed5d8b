import { expect, test } from 'vitest';

import { aCreature, after, SLEEPYHEAD, type Given } from '../../../test/support/creature.ts';
import { needsOf, type TendedCreature } from '../../core/care/needs.ts';
import { thingKindsOf } from '../../core/care/thing-kinds.ts';
import { HOUR } from '../../core/engine/clock.ts';
import { heartAt } from '../../core/heart/feel.ts';
import type { WishKind } from '../../core/heart/wishes-table.ts';
import { observe } from '../../core/lives/observe.ts';
import { CATALOG, findBuiltIn } from '../../core/species/catalog.ts';
import type { Species } from '../../core/species/species.ts';
import { stepsAfterCare } from '../care/steps-after-care.ts';
import { stepsAfterLookIn } from '../lives/steps-after-look-in.ts';
import { wishStep } from './wish-step.ts';

function speciesOf(slug: string): Species {
  const species = findBuiltIn(slug);
  if (!species) throw new Error(`no ${slug}`);
  return species;
}

/** One that was last cared for at noon, so many hours later, with this wish. */
function wishing(kind: WishKind, hours: number, given: Given = {}, slug = 'retriever'): TendedCreature {
  const creature = aCreature({ stage: 'adult', ...given });
  const species = speciesOf(slug);
  const now = after(hours);
  const { heart } = heartAt(creature, species, now);
  const wish = { number: 3, from: now - HOUR, open: { kind, until: now + HOUR } };
  return { creature, species, observed: observe(creature, species, now), heart: { ...heart, wish } };
}

test('a wish is a call that can be sent as it stands, with something the house knows by name', () => {
  const step = wishStep(wishing('ball', 1));
  expect(step).toMatchObject({ action: 'play', endpoint: '/api/house/care', body: { creature_id: 'c' } });
  expect(step?.description).toContain('Bo wishes for ');
  expect(thingKindsOf(String(step?.body?.['item']))).toContain('ball');
});

test.each<[string, TendedCreature, string | undefined]>([
  ['a wish for the evening at noon', wishing('evening_wash', 1), undefined],
  ['a wish for the evening in the evening', wishing('evening_wash', 6), 'clean'],
  ['a game once more, when nobody has just played', wishing('once_more', 1), undefined],
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

test('a wish is told after all that is needed, or not at all', () => {
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

test('where nothing is needed, the wish comes right after when to come back', () => {
  const tended = wishing('ball', 1, { stats: { trust: 60 } });
  const [back, wish] = stepsAfterLookIn({ ...tended, others: [], grown: [] });
  expect([back?.action, wish?.action]).toEqual(['check_back', 'play']);
  expect(wish).toEqual(wishStep(tended));
});

test('a meal that it needs is the one it wishes for', () => {
  const tended = wishing('roast', 6, {}, 'retriever');
  const [meal] = stepsAfterLookIn({ ...tended, others: [], grown: [] });
  expect(meal?.action).toBe('feed');
  expect(thingKindsOf(String(meal?.body?.['item']))).toContain('meat');
});
