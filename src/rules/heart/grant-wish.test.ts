import { expect, test } from 'vitest';

import { thingKindsOf } from '../../../packages/tastes/lexicon.ts';
import { aCreature, after } from '../../../test/support/creature.ts';
import { HOUR, MINUTE, type Instant } from '../base/clock.ts';
import type { CareRecord } from '../lives/creature.ts';
import { CATALOG } from '../species/catalog.ts';
import { ACTIONS, DAY_PARTS, type Action, type DayPart } from '../vocabulary.ts';
import { asksWhatWasTried, LONG_STORY, wishGranted, type KindAct } from './grant-wish.ts';
import { WISHES, WISH_KINDS, type WishKind, type WishRow } from './wishes-table.ts';

/** The middle hour of each part of a day; it hatched at noon. */
const HOURS: Readonly<Record<DayPart, number>> = { night: 14, morning: 20, midday: 24, evening: 31 };

function whatIsAskedFor(kind: WishKind) {
  const row: WishRow = WISHES[kind];
  const action = row.action ?? 'clean';
  const at = after(HOURS[row.part ?? 'midday']);
  const lastAction = row.after === 'again' ? action : 'feed';
  const life = { lastCareAt: at - LAST_CARE[row.after ?? 'other'] };
  const creature = aCreature({ life, record: { lastAction, recentActions: [lastAction] } });
  const act: KindAct = { action, item: itemFor(row, action), notes: notesFor(row) };
  return { act, creature, at };
}
type Scene = ReturnType<typeof whatIsAskedFor>;

function itemFor({ thing, item }: WishRow, action: Action): KindAct['item'] {
  if (item) return { kinds: [], category: 'loved', isNew: item === 'new' };
  if (!thing || action === 'reflect') return undefined;
  const names = CATALOG.flatMap(({ tastes }) => tastes[action]);
  const name = names.find((each) => thingKindsOf(each).includes(thing));
  return name === undefined ? undefined : { kinds: thingKindsOf(name), category: 'neutral', isNew: false };
}

function notesFor({ words }: WishRow): string | undefined {
  if (words === 'some') return 'hello';
  return words === 'long' ? 'a'.repeat(LONG_STORY) : undefined;
}

const LAST_CARE = { soon: 3 * HOUR, first: 3 * HOUR, again: MINUTE, other: MINUTE } as const;

function grants(kind: WishKind, scene: Scene, change: Partial<KindAct> = {}): boolean {
  const wish = { number: 1, from: 0, open: { kind, until: after(48) } };
  return wishGranted(wish, scene.creature, { ...scene.act, ...change }, scene.at) === kind;
}

test.each(WISH_KINDS)('%s is granted by its exact request', (kind) => {
  expect(grants(kind, whatIsAskedFor(kind))).toBe(true);
});

test.each(WISH_KINDS)('%s is granted by no other action', (kind) => {
  const { action: wanted }: WishRow = WISHES[kind];
  const scene = whatIsAskedFor(kind);
  const granting = ACTIONS.filter((action) => grants(kind, scene, { action }));
  const anything = kind === 'something_else' ? ACTIONS.filter((action) => action !== 'feed') : ACTIONS;
  expect(granting).toEqual(wanted ? [wanted] : anything);
});

test.each(WISH_KINDS)('%s is not granted with a disliked or harmful item', (kind) => {
  const scene = whatIsAskedFor(kind);
  const item = scene.act.item ?? { kinds: [], isNew: false };
  for (const category of ['disliked', 'harmful'] as const)
    expect(grants(kind, scene, { item: { ...item, category } })).toBe(false);
});

test.each(WISH_KINDS)('%s is granted only in its hours, if it has any', (kind) => {
  const { part: wanted, after: place }: WishRow = WISHES[kind];
  const scene = whatIsAskedFor(kind);
  const granted = DAY_PARTS.filter((part) => {
    const at = after(HOURS[part]);
    const lastCareAt = at - LAST_CARE[place ?? 'other'];
    const creature = { ...scene.creature, life: { ...scene.creature.life, lastCareAt } };
    return grants(kind, { ...scene, creature, at });
  });
  expect(granted).toEqual(wanted ? [wanted] : DAY_PARTS);
});

test.each(WISH_KINDS.filter((kind) => 'thing' in WISHES[kind]))(
  '%s needs a thing of its kind: another, an unknown or no thing does not grant it',
  (kind) => {
    const scene = whatIsAskedFor(kind);
    const { thing }: WishRow = WISHES[kind];
    const kindsOfOthers = ['xyzzy', 'salmon', 'lullaby'].map((name) => thingKindsOf(name));
    for (const kinds of kindsOfOthers.filter((each) => thing && !each.includes(thing)))
      expect(grants(kind, scene, { item: { kinds, category: 'loved', isNew: true } })).toBe(false);
    expect(grants(kind, scene, { item: undefined })).toBe(false);
  },
);

test.each(WISH_KINDS.filter((kind) => 'item' in WISHES[kind]))(
  '%s needs a liked item, new or known as it requires',
  (kind) => {
    const scene = whatIsAskedFor(kind);
    const { item: wanted }: WishRow = WISHES[kind];
    const given = (isNew: boolean) =>
      (['loved', 'liked', 'neutral'] as const).filter((category) =>
        grants(kind, scene, { item: { kinds: [], category, isNew } }),
      );
    expect(given(true)).toEqual(wanted === 'new' ? ['loved', 'liked'] : []);
    expect(given(false)).toEqual(wanted === 'new' ? [] : ['loved']);
    expect(grants(kind, scene, { item: undefined })).toBe(false);
  },
);

test.each(WISH_KINDS)('%s needs words, if it asks for any', (kind) => {
  const { words }: WishRow = WISHES[kind];
  const scene = whatIsAskedFor(kind);
  const said = ['', '   ', 'hello', 'a'.repeat(LONG_STORY - 1), 'a'.repeat(LONG_STORY)];
  const granted = said.filter((notes) => grants(kind, scene, { notes }));
  const enough = { none: said.slice(0, 2), some: said.slice(2), long: said.slice(4) };
  expect(granted).toEqual(words ? enough[words] : said);
});

test('earlier items matter only to wishes that ask for them', () => {
  for (const kind of WISH_KINDS) {
    const scene = whatIsAskedFor(kind);
    const item = scene.act.item ?? { kinds: [], category: 'loved' };
    const [old, fresh] = [false, true].map((isNew) => grants(kind, scene, { item: { ...item, isNew } }));
    expect([kind, old !== fresh]).toEqual([kind, asksWhatWasTried(kind)]);
  }
});

test.each([
  ['soon_again', 'a soon return', [30 * MINUTE, 5 * HOUR], [30 * MINUTE - 1, 5 * HOUR + 1]],
  ['hello_first', 'company at the start of a visit', [30 * MINUTE], [30 * MINUTE - 1]],
  ['once_more', 'the same act at once', [30 * MINUTE - 1], [30 * MINUTE]],
] as const)('%s is granted by %s, to the millisecond', (kind, _, granting, others) => {
  const scene = whatIsAskedFor(kind);
  const granted = [...granting, ...others].filter((waited) => {
    const life = { ...scene.creature.life, lastCareAt: scene.at - waited };
    return grants(kind, { ...scene, creature: { ...scene.creature, life } });
  });
  expect(granted).toEqual(granting);
});

test('a wish for once more is granted by the same act only, one for something else by none of the last four', () => {
  const grantsAfter = (kind: WishKind, recent: Partial<CareRecord>) => {
    const { creature, ...scene } = whatIsAskedFor(kind);
    return grants(kind, { ...scene, creature: { ...creature, record: { ...creature.record, ...recent } } });
  };
  expect(grantsAfter('once_more', { lastAction: 'feed' })).toBe(false);
  const granted = [4, 3].map((since) =>
    grantsAfter('something_else', { recentActions: ['clean', ...Array<'feed'>(since).fill('feed')] }),
  );
  expect(granted).toEqual([true, false]);
});

test('an expired wish is not granted, and without a wish nothing is granted', () => {
  const { act, creature, at } = whatIsAskedFor('to_be_told');
  const until = (end: Instant) => ({ number: 1, from: 0, open: { kind: 'to_be_told' as const, until: end } });
  expect(wishGranted(until(at + 1), creature, act, at)).toBe('to_be_told');
  expect(wishGranted(until(at), creature, act, at)).toBeUndefined();
  expect(wishGranted({ number: 1, from: 0 }, creature, act, at)).toBeUndefined();
});
