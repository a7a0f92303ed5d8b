import { expect, test } from 'vitest';

import { describeReply, stepLines, toToolSteps } from './tool-text.ts';

test('a text names each death with cause and resurrection terms, and counts the others', () => {
  const death = {
    creature_id: 'b',
    name: 'Bea',
    cause: 'neglect',
    died_at: '2026-01-15T00:00:00.000Z',
    cost: 100,
    closes_at: '2026-01-22T00:00:00.000Z',
  } as const;
  expect(describeReply('getCreatureStatus', { deaths: [death], more_deaths: 2, more_creatures: 1 })).toEqual([
    'more_creatures (yours and alive, not listed here): 1',
    'Bea died at 2026-01-15T00:00:00.000Z, of neglect; bringing it back costs 100 credits, until 2026-01-22T00:00:00.000Z; creature_id: b',
    'more_deaths (not listed here): 2',
  ]);
  const { cost: _, closes_at: __, ...past } = death;
  const deaths = [past];
  for (const route of ['getCreatureStatus', 'careForCreature'] as const)
    expect(describeReply(route, { deaths })[0]).toContain('it can no longer be brought back');
  expect(describeReply('getCreatureStatus', {})).toEqual([]);
});

test('a step to a path with a parameter names its own tool, and steps with untrusted text are left out', () => {
  const step = { action: 'view', description: 'View it.', method: 'GET' } as const;
  const steps = ['/api/house/species', '/api/house/species/axolotl'].map((endpoint) => ({
    ...step,
    endpoint,
  }));
  expect(toToolSteps(steps)).toMatchObject([
    { tool: 'list_species', arguments: {} },
    { tool: 'get_species', arguments: { slug: 'axolotl' } },
  ]);
  expect(toToolSteps(steps, false, ['axolotl'])).toMatchObject([{ tool: 'list_species' }]);
});

test('care that spares a look names its tool, and that it is sent at that time', () => {
  const instead = {
    method: 'POST',
    endpoint: '/api/house/care',
    body: { action: 'feed', item: 'tuna' },
  } as const;
  const step = { action: 'check_back', method: 'GET', endpoint: '/api/house/status?view=brief' } as const;
  const steps = toToolSteps([{ ...step, description: 'Come back in 3 hours.', instead }]);
  const call = { tool: 'care_for_creature', arguments: { action: 'feed', item: 'tuna' } };
  expect(steps).toMatchObject([{ tool: 'get_creature_status', instead: call }]);
  expect(stepLines(steps).at(-1)).toMatch(
    /Come back in 3 hours\. At that time, not sooner, care_for_creature \{"action":"feed","item":"tuna"\} spares/,
  );
});
