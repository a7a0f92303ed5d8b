import { expect, test } from 'vitest';

import { bodyPlanFor } from '../../src/artist/body-plans.ts';
import { findKind, inventLook, KINDS } from '../../src/artist/words/invent-look.ts';
import { parseLook } from '../../src/artist/words/look.ts';
import { communitySpecies } from '../../src/rules/species/species.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import { DESCRIBED, speciesOf } from './described.ts';
import { portrait } from './every-picture.ts';
import { faultsIn } from './well-formed.ts';

test.each(DESCRIBED)('$name ($words) has the parts that were asked for, on every read', (described) => {
  const species = speciesOf(described);
  const look = inventLook(species, described.words);
  for (const part of described.parts) expect(look.join(', ')).toContain(part);
  expect(inventLook(speciesOf(described), described.words)).toEqual(look);
  for (const appearance of ['content', 'asleep', 'frightened'] as const) {
    const picture = portrait({ species: { ...species, look }, appearance });
    expect(faultsIn(picture)).toEqual([]);
    expect(picture.length).toBeLessThanOrEqual(20_000);
  }
});

test('no two kinds of body are described alike, and each kind that is named is found by its own words', () => {
  expect(DESCRIBED.length).toBeGreaterThanOrEqual(50);
  expect(new Set(KINDS.map(({ means }) => means)).size).toBe(KINDS.length);
  const named = KINDS.filter(({ means }) => !means.startsWith('something'));
  for (const { means, look } of named) expect(findKind(means)?.look, means).toBe(look);
});

test('a guessed body for a community species is drawn only if no word of its name or description names one', () => {
  const moth = KINDS.find(({ means }) => means.startsWith('a moth'));
  const about = (name: string) =>
    communitySpecies({ slug: 'x_one', name, family: 'exotic', personality: 'Quiet.' });
  const bodyOf = (name: string) => bodyPlanFor(parseLook(inventLook(about(name), '', moth), 'exotic'));
  expect(bodyOf('Zzyzx')).toBe(bodyOf('Moth'));
  expect(bodyOf('Snail')).not.toBe(bodyOf('Moth'));
});

test('a cat stays a cat and a dog a dog, whatever the description says', () => {
  for (const family of FAMILIES.filter((each) => each === 'cat' || each === 'dog')) {
    const species = communitySpecies({ slug: 'y_one', name: 'Fish', family, personality: 'A fish.' });
    expect(inventLook(species, 'a blue fish').join(', ')).toMatch(/blue.* coat/);
  }
});
