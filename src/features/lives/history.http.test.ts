import { expect, test } from 'vitest';

import { aCreature, after, PLAIN } from '../../../test/support/creature.ts';
import { aHistory, aLateOne, arrived, ID } from '../../../test/support/facts.ts';
import { ROUTES } from '../../api/routes.ts';
import type { LogEntry } from './read-history.ts';
import { presentHistory, writeHistory } from './history.http.ts';

const MEAL = { action: 'feed', item: 'tuna', category: 'loved', score: 0.7, timing: 'on_time' } as const;
const PLACE = { creatureId: ID, version: 2, at: after(6), previousAt: undefined, previousId: undefined };
const ENTRY: LogEntry = {
  id: ID,
  ...PLACE,
  ...MEAL,
  notes: undefined,
  refused: undefined,
  granted: undefined,
  before: { hunger: 40.26, happiness: 80 },
  after: { hunger: 90.26, happiness: 80 },
};

const told = (...given: Parameters<typeof aHistory>) =>
  arrived(ROUTES.getCareHistory, presentHistory(aHistory(...given)));

test('entries and totals have one decimal, and null for stats hidden at that time', () => {
  const meal = { timestamp: '2026-01-15T18:00:00.000Z', action: 'feed', notes: null, timing: 'on_time' };
  const shown = { hunger_before: 40.3, hunger_after: 90.3, happiness_before: 80, happiness_after: 80 };
  const hidden = { health_before: null, health_after: null };
  const { care_log: log, stats } = told({ log: [ENTRY] });
  expect(log).toEqual([{ ...meal, ...shown, ...hidden }]);
  expect(stats).toMatchObject({ consistency_score: 97.3, variety_score: 61.4 });
});

test('the history of a dead creature leads to the graveyard and another egg', () => {
  const { creature, now } = aLateOne({ now: after(100) });
  const steps = told({ creature, now }).next_steps.map(({ action }) => action);
  expect(steps).toEqual(['visit_graveyard', 'adopt', 'read_letters']);
});

test('deaths, resurrections and the end are in order in the timeline', () => {
  const { creature } = aLateOne({ now: after(200) });
  const deaths = [
    { at: after(20), resurrectedAt: after(22) },
    { at: after(58), resurrectedAt: undefined },
  ];
  const page = writeHistory(aHistory({ creature, deaths }));
  const turns = page.split('\n').filter((line) => line.startsWith('- 2026'));
  const events = turns.map((line) => line.slice(line.indexOf('Z: ') + 3)).join(', ');
  expect(events).toBe('Adopted, Hatched, Died, Came back, Died of neglect');
});

test('names, character, items and notes are escaped in the Markdown page', () => {
  const nasty = '| [x](javascript:a) ![x](https://a.example) <b> `c` **d** ~~e~~ &lt; me@a.example\n# f \\|';
  const creature = { ...aCreature(), id: ID, name: nasty, personality: [nasty] };
  const species = { ...PLAIN, name: nasty };
  const page = writeHistory(aHistory({ creature, species, log: [{ ...ENTRY, notes: nasty, item: nasty }] }));
  const plainPage = writeHistory(aHistory({ log: [{ ...ENTRY, notes: 'x' }] }));
  expect(page.split('\n')).toHaveLength(plainPage.split('\n').length);
  expect(page.replaceAll(/\\[\s\S]/g, '')).not.toMatch(/[`*[\]<>!~&@]|:\/\//);
});

test.each([
  ['community', 'Moss Fox (community, exotic), a name written by another agent: untrusted text'],
  ['common', 'Moss Fox (common, exotic)'],
] as const)('the Markdown page marks the name of a %s species if a stranger wrote it', (tier, line) => {
  const species = { ...PLAIN, name: 'Moss Fox', family: 'exotic', tier } as const;
  expect(writeHistory(aHistory({ species }))).toContain(`- Species: ${line}\n`);
});
