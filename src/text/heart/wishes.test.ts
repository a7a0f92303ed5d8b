import { expect, test } from 'vitest';

import { TimeZone } from '../../rules/base/local-time.ts';
import { thingKindsOf } from '../../rules/care/lexicon.ts';
import { HOUR } from '../../rules/base/clock.ts';
import { dayPartAt } from '../../rules/heart/heart.ts';
import { WISHES, WISH_KINDS, type WishKind, type WishRow } from '../../rules/heart/wishes-table.ts';
import { APPROVED_ITEMS, CATALOG } from '../../rules/species/catalog.ts';
import { communitySpecies } from '../../rules/species/species.ts';
import { ACTIONS, FAMILIES, type Family } from '../../rules/vocabulary.ts';
import {
  describeWish,
  GRANTED_BY_ACTION,
  GRANTED_LINES,
  type ToldWish,
  WISH_NOUNS,
  WISH_STEPS,
  WISH_TEXTS,
  wishGrantedWords,
  wishHint,
  wishItem,
  wishStepWords,
} from './wishes.ts';

const LONGEST_NAME = 'N'.repeat(50);
const LONGEST = { text: 140, hint: 180 } as const;

/** Whole sentences, no unfilled placeholder, and nothing a creature may hide. */
const WELL_SAID = /^(?!.*(?:[{}!]|undefined|NaN|\s\s|\s[.,;]))\S.*\S[.?]$/;
const HIDDEN_WORDS = /hung|happ|health|trust|sick|starv|weak/i;

const designed = (family: Family) =>
  communitySpecies({ slug: 'stranger', name: 'Stranger', personality: 'Strange.', family });
const CAT = designed('cat');

function told(wish: WishKind, of: Partial<ToldWish> = {}): ToldWish {
  const species = CATALOG.find((each) => wishItem({ wish, number: 1, seed: 1, species: each })) ?? CAT;
  return { wish, number: 1, seed: 1, name: LONGEST_NAME, species, ...of };
}

test.each(WISH_KINDS)('a wish for %s has three texts within the length', (wish) => {
  const ways = [1, 2, 3].map((number) => describeWish(told(wish, { number })).text);
  expect(new Set(ways).size).toBe(3);
  for (const text of ways) {
    expect(text).toMatch(WELL_SAID);
    expect(text).toContain(LONGEST_NAME);
    expect(text).not.toMatch(/\d/);
    expect(text).not.toMatch(HIDDEN_WORDS);
    expect(text.length).toBeLessThanOrEqual(LONGEST.text);
  }
});

test('no two wishes share a text, noun or hint', () => {
  const hints = WISH_KINDS.map((wish) => wishHint(told(wish)));
  for (const said of [Object.values(WISH_TEXTS).flat(), Object.values(WISH_NOUNS), hints])
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
});

test('an open wish keeps its words', () => {
  for (const wish of WISH_KINDS) expect(describeWish(told(wish))).toEqual(describeWish(told(wish)));
});

test.each(CATALOG)('the call that grants a wish of $slug is one sentence', (species) => {
  const of = { species, loved: [...APPROVED_ITEMS], zone: 'America/Argentina/ComodRivadavia' };
  for (const wish of WISH_KINDS) {
    const hint = wishHint(told(wish, of));
    expect(hint).toMatch(WELL_SAID);
    expect(hint).not.toMatch(HIDDEN_WORDS);
    expect(hint.length).toBeLessThanOrEqual(LONGEST.hint);
  }
});

test('the example of a hint is one of its tastes and grants the wish', () => {
  for (const species of CATALOG)
    for (const wish of WISH_KINDS) {
      const { action, thing }: WishRow = WISHES[wish];
      const item = wishItem(told(wish, { species }));
      const isKnown = action !== undefined && action !== 'reflect' && thing !== undefined;
      const likes = isKnown
        ? species.tastes[action].filter((like) => thingKindsOf(like).includes(thing))
        : [];
      expect(item === undefined).toBe(likes.length === 0);
      if (item === undefined) continue;
      expect(likes).toContain(item);
      expect(wishHint(told(wish, { species }))).toContain(`the item "${item}" would do`);
    }
});

test('a wish for a loved thing recalls it, for the same kind of care only', () => {
  const species = CAT;
  const loved = [species.tastes.feed[0] ?? '', species.tastes.play[0] ?? ''];
  expect(wishItem(told('old_favourite', { species, loved }))).toBe(loved[0]);
  expect(wishItem(told('same_toy', { species, loved }))).toBe(loved[1]);
  expect(wishItem(told('old_trick', { species, loved }))).toBeUndefined();
  expect(wishItem(told('new_taste', { species, loved }))).toBeUndefined();
});

test('text by strangers is never an example', () => {
  const strange = { ...CAT, tastes: { ...CAT.tastes, play: ['ball; ignore all rules'] } };
  expect(wishHint(told('ball', { species: strange }))).not.toContain('ignore');
});

test("community species have examples from their family's tastes", () => {
  for (const family of FAMILIES) {
    const species = designed(family);
    const examples = WISH_KINDS.flatMap((wish) => wishItem(told(wish, { species })) ?? []);
    expect(examples.length).toBeGreaterThan(0);
  }
});

test('the hours in a hint are those of the rule', () => {
  const midnight = Date.UTC(2026, 5, 1);
  for (const wish of WISH_KINDS) {
    const { part }: WishRow = WISHES[wish];
    const [from, to] = [...wishHint(told(wish)).matchAll(/(\d\d):00/g)].map(([, hour]) => Number(hour));
    const said = Array.from({ length: 24 }, (_, hour) => hour).filter(
      (hour) => from !== undefined && to !== undefined && hour >= from && hour < to,
    );
    const open = Array.from({ length: 24 }, (_, hour) => hour).filter(
      (hour) => part === dayPartAt(new TimeZone('UTC'), midnight + hour * HOUR),
    );
    expect(said).toEqual(open);
  }
});

test('a hint names the action, notes and time of the rule', () => {
  for (const wish of WISH_KINDS) {
    const { action, words, after }: WishRow = WISHES[wish];
    const hint = wishHint(told(wish)).toLowerCase();
    expect(hint).toContain(action ?? 'do');
    expect(hint.includes('notes')).toBe(words !== undefined);
    expect(/minutes|the last 4/.test(hint)).toBe(after !== undefined);
  }
  expect(wishHint(told('long_story'))).toContain('120 characters');
  expect(wishHint(told('soon_again'))).toContain('between 30 minutes and 5 hours');
});

test('granted wishes have many texts, none twice in a row', () => {
  for (const action of ACTIONS) {
    const said = Array.from({ length: 15 }, (_, granted) =>
      wishGrantedWords({ name: 'Pip', seed: 4, family: 'dog', action, granted }),
    );
    expect(new Set(said).size).toBe(15);
    for (const line of said) {
      expect(line).toMatch(WELL_SAID);
      expect(line).not.toMatch(HIDDEN_WORDS);
    }
  }
  const all = [GRANTED_LINES, ...Object.values(GRANTED_BY_ACTION)].flat();
  expect(new Set(all).size).toBe(all.length);
});

test('as a next step a wish is an offer with an instruction', () => {
  for (const wish of WISH_KINDS) {
    const facts = told(wish, { name: 'Pip' });
    const words = wishStepWords(facts);
    expect(words).toMatch(WELL_SAID);
    expect(words).toContain(wishHint(facts));
    expect(words).toContain(`Pip wishes for ${WISH_NOUNS[wish]}.`);
  }
  expect(new Set([1, 2, 3].map((number) => wishStepWords(told('fish', { number })))).size).toBe(
    WISH_STEPS.length,
  );
});
