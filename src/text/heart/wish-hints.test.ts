import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../../rules/base/clock.ts';
import { thingKindsOf } from '../../rules/care/lexicon.ts';
import { wishGranted, type KindAct } from '../../rules/heart/grant-wish.ts';
import { WISHES, WISH_KINDS, type WishKind, type WishRow } from '../../rules/heart/wishes-table.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { ACTIONS, type Action } from '../../rules/vocabulary.ts';
import { aCreature, NOON } from '../../../test/support/creature.ts';
import { wishHint, wishItem } from './wishes.ts';

const MIDNIGHT = NOON + DAY / 2;

/** The care by a reader of the hint alone. */
interface Deed {
  readonly act: KindAct;
  readonly at: number;
  /** Earlier care and its age. */
  readonly before: { readonly action: Action; readonly waited: number };
}

function doAsTold(hint: string): Deed {
  const action = ACTIONS.find((each) => hint.toLowerCase().includes(each)) ?? 'play';
  const hour = Number(/between (\d\d):00/.exec(hint)?.[1] ?? 12);
  const minutes = Number(/(\d+) minutes/.exec(hint)?.[1] ?? 180);
  const twice = hint.includes('twice');
  return {
    act: { action, item: itemTold(hint), notes: notesTold(hint) },
    at: MIDNIGHT + hour * HOUR,
    before: { action: twice ? action : 'medicine', waited: (minutes + (twice ? -1 : 1)) * MINUTE },
  };
}

function itemTold(hint: string): KindAct['item'] {
  const name = /the item "(.+?)"/.exec(hint)?.[1];
  if (hint.includes('never had')) return { kinds: [], category: 'liked', isNew: true };
  if (hint.includes('had before')) return { kinds: [], category: 'loved', isNew: false };
  return name === undefined ? undefined : { kinds: thingKindsOf(name), category: 'neutral', isNew: false };
}

function notesTold(hint: string): string | undefined {
  const length = /story of (\d+) characters/.exec(hint)?.[1];
  if (length !== undefined) return 'o'.repeat(Number(length));
  return hint.includes('a few words') ? 'Good to see you.' : undefined;
}

function grantedBy(wish: WishKind, { act, at, before }: Deed): WishKind | undefined {
  const open = { kind: wish, until: at + HOUR };
  const creature = aCreature({
    life: { lastCareAt: at - before.waited },
    record: { lastAction: before.action, recentActions: [before.action] },
  });
  return wishGranted({ number: 1, from: at - HOUR, open }, creature, act, at);
}

/** The possible things of item wishes. */
const cases = WISH_KINDS.flatMap((wish) => {
  const { thing }: WishRow = WISHES[wish];
  const species = CATALOG.find((each) => !thing || wishItem({ wish, number: 1, seed: 1, species: each }));
  return species ? [{ wish, hint: wishHint({ wish, number: 1, seed: 1, species }) }] : [];
});

test.each(cases)('following the hint grants $wish', ({ wish, hint }) => {
  expect(grantedBy(wish, doAsTold(hint))).toBe(wish);
});

test('following the hint of another wish mostly grants nothing', () => {
  const pairs = cases.flatMap((one) =>
    cases.filter((other) => other !== one).map((other) => ({ one, other })),
  );
  const granted = pairs.filter(({ one, other }) => grantedBy(one.wish, doAsTold(other.hint)));
  expect(granted.length / pairs.length).toBeLessThan(0.1);
});
