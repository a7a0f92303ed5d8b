import { expect, test } from 'vitest';

import { PLAIN } from '../../../test/support/creature.ts';
import { anEgg, arrived, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import { presentRelease } from '../lives/adoption.http.ts';
import { presentPreferences } from './preferences.http.ts';

const tastes = { ...PLAIN.tastes, feed: ['tuna', 'cream'], sleep: ['a sunny sill'] };

test('preferences list the likes of the species, and tried items by action, best first', () => {
  const reply = arrived(
    ROUTES.getCreaturePreferences,
    presentPreferences({
      creature: anEgg(),
      species: { ...PLAIN, tastes },
      discovered: [
        { action: 'feed', item: 'salmon', category: 'loved', score: 0.7149 },
        { action: 'play', item: 'string', category: 'liked', score: 0.5 },
        { action: 'feed', item: 'shoe', category: 'harmful', score: 0.1 },
      ],
    }),
  );
  expect(reply.creature).toEqual({ id: ID, name: 'Bo', species: 'Plain', family: 'cat' });
  expect(reply.preferences).toEqual(tastes);
  expect(reply.discovered).toEqual({
    feed: [
      { item: 'salmon', category: 'loved', score: 0.71 },
      { item: 'shoe', category: 'harmful', score: 0.1 },
    ],
    play: [{ item: 'string', category: 'liked', score: 0.5 }],
  });
});

test('a release names the released creature', () => {
  const reply = arrived(ROUTES.releaseCreature, presentRelease({ creature: anEgg(), others: [] }));
  expect(reply).toMatchObject({ success: true, creature_id: ID, message: expect.stringContaining('Bo') });
});
