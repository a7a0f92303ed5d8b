import { expect, test } from 'vitest';

import { aCreature, after, NOON, SLEEPLESS, SLEEPYHEAD, PLAIN } from '../../../test/support/creature.ts';
import { ROUTES } from '../../api/routes.ts';
import type { NextStep } from '../../api/fields.ts';
import { DAY } from '../../rules/base/clock.ts';
import { observe } from '../../rules/lives/observe.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { HALL_CATEGORIES } from '../../rules/vocabulary.ts';
import { stepsAfterCare, stepsAfterDeath, stepsAfterLookIn, stepsAfterRefusal } from '../creature/steps.ts';
import { stepsAfterPreferences } from '../creature/care-message.ts';
import {
  stepsAfterAdoption,
  stepsAfterHistory,
  stepsAfterRelease,
  stepsForEmptyHouse,
} from '../creature/life-steps.ts';
import {
  stepsAfterBalance,
  stepsAfterGraveyard,
  stepsAfterHall,
  stepsAfterPayment,
  stepsAfterSpecies,
  stepsAfterSpeciesCreated,
  stepsAfterSpeciesList,
} from './public-steps.ts';

const PIP = { id: 'p', name: 'Pip' };
const DEAD = { ...aCreature(), died: { at: NOON, cause: 'hunger' } } as const;
const PRICE = { creature: DEAD, missing: 0, payable: true };
const AGENT = { kind: 'agent', living: 0, last: undefined } as const;

const PAGES: Readonly<Record<string, readonly NextStep[]>> = {
  adoption: stepsAfterAdoption({ creature: PIP, species: PLAIN }),
  'an adoption by one who comes too seldom': stepsAfterAdoption({
    creature: PIP,
    species: PLAIN,
    everyHours: 30,
  }),
  'the last release': stepsAfterRelease({ others: 0 }),
  'another release': stepsAfterRelease({ others: 1 }),
  'an empty house': stepsForEmptyHouse(),
  'the history of the living': stepsAfterHistory({ ...PIP, alive: true }),
  'the history of the dead': stepsAfterHistory({ ...PIP, alive: false }),
  preferences: stepsAfterPreferences({ creature: { ...PIP, releasedAt: undefined } }),
  'the graveyard, to a stranger': stepsAfterGraveyard({ kind: 'stranger', suffix: 'm1' }),
  'the graveyard, to a keeper': stepsAfterGraveyard({ ...AGENT, living: 1 }),
  'the graveyard, to one who lost': stepsAfterGraveyard({ ...AGENT, last: PIP }),
  'the graveyard, to a newcomer': stepsAfterGraveyard(AGENT),
  'the species list': stepsAfterSpeciesList({ first: { slug: 'tabby' } }),
  'the list of those that fit': stepsAfterSpeciesList({ first: { slug: 'snail' }, everyHours: 8 }),
  'an empty species list': stepsAfterSpeciesList({}),
  'a list of nobody that fits': stepsAfterSpeciesList({ everyHours: 30 }),
  'a species': stepsAfterSpecies('tabby'),
  'a new species': stepsAfterSpeciesCreated('moss_fox'),
  'one that died long ago': stepsAfterDeath({ ...PRICE, now: NOON + 8 * DAY }),
  'one that can be paid for': stepsAfterDeath({ ...PRICE, now: NOON + DAY }),
  'one that cannot be paid for yet': stepsAfterDeath({ ...PRICE, missing: 101, now: NOON + DAY }),
  'one that nobody can pay for': stepsAfterDeath({ ...PRICE, missing: 1, payable: false, now: NOON + DAY }),
  'a balance with nobody to spend it on': stepsAfterBalance({ canBuy: true, waiting: undefined }),
  'a balance that is enough': stepsAfterBalance({ canBuy: true, waiting: { creature: PIP, missing: 0 } }),
  'a payment': stepsAfterPayment({ creature: PIP, missing: 0 }),
  ...Object.fromEntries(HALL_CATEGORIES.map((category) => [`hall of ${category}`, stepsAfterHall(category)])),
};

const FIRST: Readonly<Record<string, string>> = {
  adoption: 'GET /api/house/status?creature_id=p',
  'the last release': 'POST /api/house/adopt',
  'another release': 'GET /api/house/status',
  'an empty house': 'POST /api/house/adopt',
  'the history of the living': 'GET /api/house/status?creature_id=p',
  'the history of the dead': 'GET /api/house/graveyard',
  'one that died long ago': 'GET /api/house/graveyard',
  'one that can be paid for': 'POST /api/house/resurrect',
  'one that cannot be paid for yet': 'POST /api/house/credits',
  'one that nobody can pay for': 'GET /api/house/graveyard',
  'a balance with nobody to spend it on': 'POST /api/house/credits',
  'a balance that is enough': 'POST /api/house/resurrect',
  'a payment': 'POST /api/house/resurrect',
  preferences: 'GET /api/house/status?creature_id=p',
  'the graveyard, to a stranger': 'POST /api/auth/register',
  'the graveyard, to a keeper': 'GET /api/house/status',
  'the graveyard, to one who lost': 'POST /api/house/adopt',
  'the graveyard, to a newcomer': 'POST /api/house/adopt',
  'a species': 'POST /api/house/adopt',
  'a new species': 'POST /api/house/adopt',
};

test.each(Object.entries(FIRST))('after %s the first step is %s', (page, call) => {
  const [step] = PAGES[page] ?? [];
  expect(`${step?.method} ${step?.endpoint}`).toBe(call);
});

function everyStep(): NextStep[] {
  const found = CATALOG.flatMap((species) =>
    [SLEEPLESS, SLEEPYHEAD].flatMap((seed) =>
      [0.1, 0.6, 1.2, 1.7].flatMap((windows) =>
        [10, 35, 45, 90].flatMap((level) => {
          const stats = { health: level, happiness: level, trust: level };
          const creature = aCreature({ seed, stats });
          const at = after(windows * species.feedingWindowHours);
          const tended = { creature, species, observed: observe(creature, species, at) };
          return [
            ...stepsAfterLookIn({ ...tended, others: [], grown: ['adult'] }),
            ...stepsAfterCare({ ...tended, siblings: [] }),
            ...stepsAfterRefusal('too_shy', { ...tended, siblings: [] }),
          ];
        }),
      ),
    ),
  );
  return [...found, ...Object.values(PAGES).flat()];
}

const STEPS = everyStep();

test('every step is one short sentence without placeholders', () => {
  for (const { description } of STEPS) {
    expect(description).toMatch(/^[A-Z][^{}!]*[.]$/);
    expect(description.length).toBeLessThanOrEqual(90);
    expect(description).not.toMatch(/undefined|NaN|\s\s/);
  }
});

test('every suggested body is accepted by its route', () => {
  const rows = new Map(Object.values(ROUTES).map((row) => [`${row.method} ${row.path}`, row]));
  const withBody = STEPS.filter(({ body }) => body !== undefined);
  expect(withBody.length).toBeGreaterThan(100);
  for (const { method, endpoint, body = {} } of withBody) {
    const row = rows.get(`${method} ${endpoint}`);
    if (!row || !('body' in row)) throw new Error(`${method} ${endpoint} takes no body`);
    const sent = 'creature_id' in body ? { ...body, creature_id: crypto.randomUUID() } : body;
    expect(row.body.safeParse(sent).error).toBeUndefined();
  }
});

test('the suggested pack is the smallest sufficient one', () => {
  const packFor = (missing: number) =>
    stepsAfterBalance({ canBuy: true, waiting: { creature: PIP, missing } })[0]?.body?.['pack'];
  expect([1, 100, 101, 500, 501, 1000].map(packFor)).toEqual(['100', '100', '500', '500', '1000', '1000']);
  expect(stepsAfterBalance({ canBuy: true, waiting: undefined })[0]?.body).toEqual({ pack: '100' });
  expect(packFor(1001)).toBeUndefined();
});

test('care is never suggested without a creature', () => {
  const cares = STEPS.filter(({ endpoint }) => endpoint === ROUTES.careForCreature.path);
  expect(cares.length).toBeGreaterThan(100);
  expect(cares.filter(({ body }) => typeof body?.['creature_id'] !== 'string')).toEqual([]);
});
