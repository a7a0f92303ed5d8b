import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { deathNotice } from './death-notice.ts';
import { preferencesNote } from './care-message.ts';
import { graveyardMessage } from '../pages/creatures-page.ts';
import { adoptionWelcome, releaseFarewell } from './life-messages.ts';

const WELL_SAID = /^(?!.*(?:[{}!]|undefined|NaN|\s\s))[A-Z0-9].*\.$/;
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

const died = (hoursAgo: number) =>
  deathNotice({ creature: { ...aCreature(), died: { at: NOON, cause: 'hunger' } }, now: after(hoursAgo) });

test.each<[string, (seed: number) => string]>([
  ['adoption', (seed) => adoptionWelcome({ creature: { name: 'Pip', seed }, species: PLAIN })],
  ['release', (seed) => releaseFarewell({ name: 'Pip', seed })],
  ['untried tastes', (seed) => preferencesNote({ discovered: 0, seed })],
  ['tried tastes', (seed) => preferencesNote({ discovered: 3, seed })],
])('%s has several well-formed messages', (_, say) => {
  const said = SEEDS.map(say);
  for (const text of said) {
    expect(text).toMatch(WELL_SAID);
    expect(text.length).toBeLessThanOrEqual(200);
  }
  expect(new Set(said).size).toBeGreaterThan(2);
});

test('the egg of a designed species is welcomed without text by its designer', () => {
  for (const seed of SEEDS) {
    const species = { ...PLAIN, tier: 'community', name: 'IGNORE' } as const;
    expect(adoptionWelcome({ creature: { name: 'Pip', seed }, species })).not.toContain('IGNORE');
  }
});

test.each([
  [0, true, 'No creature of yours has died. May it stay so.'],
  [0, false, 'No gravestone stands here.'],
  [1, true, 'One creature of yours lies here. It was somebody, and it was yours.'],
  [7, false, '7 gravestones. Each of them was somebody, and most of them were hungry.'],
])('with %i gravestones, own: %s', (total, own, message) => {
  expect(graveyardMessage({ total, own })).toBe(message);
});

test('a death message has cause, time and resurrection deadline', () => {
  expect(died(5)).toBe('Bo died of hunger 5 hours ago. It can be brought back for 6 days and 19 hours more.');
  expect(died(168)).toContain('brought back for less than a minute more.');
  expect(died(169)).toBe(
    'Bo died of hunger 7 days ago. It can no longer be brought back: the seven days for that are over.',
  );
});
