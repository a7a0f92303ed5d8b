import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../test/support/creature.ts';
import { anEgg } from '../../test/support/facts.ts';
import { attireOf, lookWord } from './attire.ts';
import { heartAfterCare, heartAt, heartOf } from './heart/feel.ts';
import type { Heart } from './heart/heart.ts';
import { KEEPSAKE_KINDS } from './heart/keepsakes-table.ts';
import { MANNER_KINDS } from './heart/manner.ts';
import type { HatchedCreature } from './lives/creature.ts';
import { APPEARANCES } from './vocabulary.ts';

function carrying(heart: Partial<Heart>): HatchedCreature {
  const creature = aCreature({ stage: 'adult' });
  return { ...creature, heart: { ...heartOf(creature), stage: 'adult', ...heart } };
}

test('it wears the newest keepsake of each place, and its manner is visible', () => {
  const keepsakes = ['paper_hat', 'acorn', 'little_bell', 'twig_ring', 'warm_ember'] as const;
  const attire = attireOf(carrying({ keepsakes, manner: 'collector' }), PLAIN, after(1));
  expect(attire.worn).toEqual({ head: 'twig_ring', neck: 'little_bell', side: 'warm_ember' });
  expect(attire.manner).toBe('collector');
});

test('joy is visible for an hour after a wish was granted, unless it died', () => {
  const creature = carrying({ grantedAt: NOON });
  const seen = [0, 0.9, 1, 5].map((hours) => attireOf(creature, PLAIN, after(hours)).joy);
  expect(seen).toEqual([true, true, undefined, undefined]);
  const dead = { ...creature, died: { at: after(0.2), cause: 'neglect' as const } };
  expect(attireOf(dead, PLAIN, after(0.5)).joy).toBe(undefined);
});

test('care that grants a wish sets its time, and other care does not change it', () => {
  const creature = aCreature();
  const felt = {
    action: 'play',
    timing: undefined,
    effectiveness: 'effective',
    survived: [],
    mood: 'happy',
  } as const;
  const record = { ...creature.record, careActions: 1 };
  const stretch = heartAt(creature, PLAIN, after(1));
  const { heart } = heartAfterCare(
    { creature, species: PLAIN },
    stretch,
    { ...felt, granted: 'ball' },
    record,
    after(1),
  );
  expect(heart.grantedAt).toBe(after(1));
  const later = { ...creature, heart, record };
  const stretchLater = heartAt(later, PLAIN, after(2));
  const again = heartAfterCare(
    { creature: later, species: PLAIN },
    stretchLater,
    felt,
    { ...record, careActions: 2 },
    after(2),
  );
  expect(again.heart.grantedAt).toBe(after(1));
});

test('an egg wears nothing; the look hash differs for everything visible, and is the old one without attire', () => {
  const bare = { worn: {}, manner: undefined, joy: undefined };
  expect(attireOf(anEgg(), PLAIN, after(1))).toEqual(bare);
  expect(lookWord('adult')).toBe('adult');
  expect(lookWord('adult', 'happy', bare)).toBe('adult-happy');
  for (const [place, thing] of Object.entries({ head: 'paper_hat', neck: 'little_bell', side: 'warm_ember' }))
    expect(lookWord('adult', 'happy', { ...bare, worn: { [place]: thing } })).toBe(`adult-happy-${thing}`);
  expect(lookWord('adult', 'happy', { ...bare, manner: 'collector' })).toBe('adult-happy-collector');
  expect(lookWord('adult', 'happy', { ...bare, joy: true })).toBe('adult-happy-joy');
});

test('the words in the URL of a picture are unique, and only that of sleepers contains the word by which pages recognise them', () => {
  const words = [...APPEARANCES, ...KEEPSAKE_KINDS, ...MANNER_KINDS, 'joy'];
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((word) => word.includes('sleep'))).toEqual(['asleep']);
});
