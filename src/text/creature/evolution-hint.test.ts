import { expect, test } from 'vitest';

import { aCreature, after, PLAIN, type Given } from '../../../test/support/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { evolutionHint, HINTS } from './evolution-hint.ts';

function hint(given: Given, hours = 1): string {
  const creature = aCreature(given);
  return evolutionHint({ creature, species: PLAIN, observed: observe(creature, PLAIN, after(hours)) });
}

const WELL_SAID = /^(?!.*(?:[{}!]|undefined|NaN|\s\s))[A-Z].*\.$/;

test.each<[string, Given]>([
  ['is kept well', {}],
  ['is kept fairly', { record: { consistency: 70 } }],
  ['is kept badly', { record: { consistency: 20 } }],
  ['was rescued', { record: { rescued: true } }],
])('a creature that %s gets advice, in words that change by the hour', (_, given) => {
  const said = Array.from({ length: 24 }, (_each, hour) => hint(given, hour / 60 + hour));
  for (const text of said) {
    expect(text).toMatch(WELL_SAID);
    expect(text.length).toBeLessThanOrEqual(200);
  }
  expect(new Set(said).size).toBeGreaterThan(20);
});

test('the hint names the next stage and its hour', () => {
  expect(hint({}, 4)).toMatch(/a child,? .*in 20 hours|in 20 hours.* a child/);
  expect(hint({ stage: 'teen', life: { ageFrom: after(-100) } }, 1)).toMatch(
    /an adult,? .*in 19 hours|in 19 hours.* an adult/,
  );
});

test('a teen below consistency fifty is told until when it has to wait', () => {
  const said = hint({ stage: 'teen', record: { consistency: 20 }, life: { ageFrom: after(-110) } });
  expect(HINTS.heldBackHints.some((line) => said.endsWith(line.replace('{soon}', 'in 4 days')))).toBe(true);
});

test('no hint praises before the first meal or while a meal is late', () => {
  const praise = HINTS.pathHints.high_care.map((line) => line.replaceAll('{name}', 'Bo'));
  const praised = (given: Given, hours: number) => praise.some((line) => hint(given, hours).startsWith(line));
  expect(praised({ record: { feedings: 3 } }, 4)).toBe(true);
  expect(praised({}, 4)).toBe(false);
  expect(praised({ record: { feedings: 3 } }, 11)).toBe(false);
});
