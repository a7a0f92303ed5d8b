import { expect, test } from 'vitest';

import { aCreature, after, NOON, SLEEPLESS, SLEEPYHEAD, PLAIN } from '../../../test/support/creature.ts';
import { ROUTES } from '../../api/routes.ts';
import type { NextStep } from '../../api/fields.ts';
import { DAY } from '../../rules/base/clock.ts';
import { observe } from '../../rules/lives/observe.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { HALL_CATEGORIES } from '../../rules/vocabulary.ts';
import {
  stepsAfterAdoption,
  stepsAfterCare,
  stepsAfterDeath,
  stepsAfterHistory,
  stepsAfterLookIn,
  stepsAfterRefusal,
  stepsAfterRelease,
} from '../creature/steps.ts';
import { stepsAfterPreferences } from '../creature/care-message.ts';
import {
  stepsAfterBalance,
  stepsAfterGraveyard,
  stepsAfterHall,
  stepsAfterPayment,
  stepsAfterSpecies,
  stepsAfterSpeciesCreated,
  stepsAfterSpeciesList,
  stepsForEmptyHouse,
} from './next-steps.ts';

const PIP = { id: 'p', name: 'Pip' };
const DEAD = { ...aCreature(), died: { at: NOON, cause: 'hunger' } } as const;
const PRICE = { creature: DEAD, missing: 0, payable: true };
const AGENT = { kind: 'agent', living: 0, last: undefined } as const;

const DAY_AFTER = { ...PRICE, now: NOON + DAY };

/** Steps by occasion, with the first of them where it matters. */
const PAGES: Readonly<Record<string, readonly [readonly NextStep[], first?: string]>> = {
  adoption: [stepsAfterAdoption({ creature: PIP, species: PLAIN }), 'GET /api/house/status?creature_id=p'],
  'a rare visitor': [stepsAfterAdoption({ creature: PIP, species: PLAIN, everyHours: 30 })],
  'the last release': [stepsAfterRelease({ others: 0 }), 'POST /api/house/adopt'],
  'another release': [stepsAfterRelease({ others: 1 }), 'GET /api/house/status'],
  'an empty house': [stepsForEmptyHouse(), 'POST /api/house/adopt'],
  'a history': [stepsAfterHistory({ ...PIP, alive: true }), 'GET /api/house/status?creature_id=p'],
  'the history of the dead': [stepsAfterHistory({ ...PIP, alive: false }), 'GET /api/house/graveyard'],
  preferences: [
    stepsAfterPreferences({ creature: { ...PIP, releasedAt: undefined } }),
    'GET /api/house/status?creature_id=p',
  ],
  'a stranger at the graveyard': [
    stepsAfterGraveyard({ kind: 'stranger', suffix: 'm1' }),
    'POST /api/auth/register',
  ],
  'a keeper at the graveyard': [stepsAfterGraveyard({ ...AGENT, living: 1 }), 'GET /api/house/status'],
  'a mourner at the graveyard': [stepsAfterGraveyard({ ...AGENT, last: PIP }), 'POST /api/house/adopt'],
  'a newcomer at the graveyard': [stepsAfterGraveyard(AGENT), 'POST /api/house/adopt'],
  'the species list': [stepsAfterSpeciesList({ first: { slug: 'tabby' } })],
  'the list of fitting species': [stepsAfterSpeciesList({ first: { slug: 'snail' }, everyHours: 8 })],
  'an empty species list': [stepsAfterSpeciesList({})],
  'an empty list of fitting species': [stepsAfterSpeciesList({ everyHours: 30 })],
  'a species': [stepsAfterSpecies('tabby'), 'POST /api/house/adopt'],
  'a new species': [stepsAfterSpeciesCreated('moss_fox'), 'POST /api/house/adopt'],
  'a death long ago': [stepsAfterDeath({ ...PRICE, now: NOON + 8 * DAY }), 'GET /api/house/graveyard'],
  'a death': [stepsAfterDeath(DAY_AFTER), 'POST /api/house/resurrect'],
  'a death too dear': [stepsAfterDeath({ ...DAY_AFTER, missing: 101 }), 'POST /api/house/credits'],
  'an unpayable death': [
    stepsAfterDeath({ ...DAY_AFTER, missing: 1, payable: false }),
    'GET /api/house/graveyard',
  ],
  'a balance': [stepsAfterBalance({ canBuy: true, waiting: undefined }), 'POST /api/house/credits'],
  'a balance that is enough': [
    stepsAfterBalance({ canBuy: true, waiting: { creature: PIP, missing: 0 } }),
    'POST /api/house/resurrect',
  ],
  'a payment': [stepsAfterPayment({ creature: PIP, missing: 0 }), 'POST /api/house/resurrect'],
  ...Object.fromEntries(HALL_CATEGORIES.map((each) => [`hall of ${each}`, [stepsAfterHall(each)] as const])),
};

const WITH_FIRST = Object.entries(PAGES).flatMap(([page, [steps, first]]) =>
  first ? [[page, first, steps] as const] : [],
);

test.each(WITH_FIRST)('after %s the first step is %s', (_, first, [step]) => {
  expect(`${step?.method} ${step?.endpoint}`).toBe(first);
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
  return [...found, ...Object.values(PAGES).flatMap(([steps]) => steps)];
}

const STEPS = everyStep();

test('every step is one short sentence without placeholders', () => {
  const descriptions = new Set(STEPS.map(({ description }) => description));
  const shortSentence = /^(?!.*(?:undefined|NaN|\s\s))[A-Z][^{}!]{0,88}[.]$/;
  expect([...descriptions].filter((description) => !shortSentence.test(description))).toEqual([]);
});

test('every suggested body is accepted by its route', () => {
  const rows = new Map(Object.values(ROUTES).map((row) => [`${row.method} ${row.path}`, row]));
  const withBody = new Map(STEPS.flatMap((step) => (step.body ? [[JSON.stringify(step.body), step]] : [])));
  expect(withBody.size).toBeGreaterThan(100);
  for (const { method, endpoint, body = {} } of withBody.values()) {
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
