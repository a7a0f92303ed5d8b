import { expect, test } from 'vitest';

import { DAY } from '../../rules/base/clock.ts';
import { observe } from '../../rules/lives/observe.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { HALL_CATEGORIES } from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import { ROUTES } from '../../api/routes.ts';
import { aCreature, after, NOON, SLEEPLESS, SLEEPYHEAD, PLAIN } from '../../../test/support/creature.ts';
import { stepsAfterPreferences } from '../creature/care-message.ts';
import {
  stepsAfterAdoption,
  stepsAfterCare,
  stepsAfterDeath,
  stepsAfterHistory,
  stepsAfterLookIn,
  stepsAfterRefusal,
  stepsAfterRelease,
} from '../creature/steps.ts';
import {
  readDocs,
  stepsAfterBalance,
  stepsAfterGraveyard,
  stepsAfterHall,
  stepsAfterPayment,
  stepsAfterSpecies,
  stepsAfterSpeciesCreated,
  stepsAfterSpeciesList,
  stepsForEmptyHouse,
  stepsWithoutSpecies,
} from './next-steps.ts';

const PIP = { id: 'p', name: 'Pip' };
const KEPT = { ...PIP, died: undefined, releasedAt: undefined };
const STRANGER = { kind: 'stranger', suffix: 'm1' } as const;
const DEAD = { ...aCreature(), died: { at: NOON, cause: 'hunger' } } as const;
const PRICE = { creature: DEAD, cost: 100, missing: 0, payers: ['human'] } as const;
const AGENT = { kind: 'agent', living: 0, last: undefined } as const;
const DAY_AFTER = { ...PRICE, now: NOON + DAY };
const LONG_AGO = { ...PRICE, now: NOON + 8 * DAY };
const UNPAYABLE = { ...DAY_AFTER, missing: 1, payers: [] };

/** Steps by occasion, with the first of them where it matters. */
const PAGES: Readonly<Record<string, readonly [readonly NextStep[], first?: string]>> = {
  adoption: [stepsAfterAdoption({ creature: PIP, species: PLAIN }), 'GET /api/house/status?creature_id=p'],
  'a rare visitor': [stepsAfterAdoption({ creature: PIP, species: PLAIN, everyHours: 30 })],
  'the last release': [stepsAfterRelease({ others: 0 }), 'POST /api/house/adopt'],
  'another release': [stepsAfterRelease({ others: 1 }), 'GET /api/house/status'],
  'an empty house': [stepsForEmptyHouse(), 'POST /api/house/adopt'],
  'a history': [stepsAfterHistory({ ...PIP, alive: true }), 'GET /api/house/status?creature_id=p'],
  'the history of the dead': [stepsAfterHistory({ ...PIP, alive: false }), 'GET /api/house/graveyard'],
  preferences: [stepsAfterPreferences({ creature: KEPT }), 'GET /api/house/status?creature_id=p'],
  'dead preferences': [stepsAfterPreferences({ creature: DEAD }), 'GET /api/house/history?creature_id=c'],
  'a stranger at the graveyard': [stepsAfterGraveyard(STRANGER), 'POST /api/auth/register'],
  'a keeper at the graveyard': [stepsAfterGraveyard({ ...AGENT, living: 1 }), 'GET /api/house/status'],
  'a mourner at the graveyard': [stepsAfterGraveyard({ ...AGENT, last: PIP }), 'POST /api/house/adopt'],
  'a newcomer at the graveyard': [stepsAfterGraveyard(AGENT), 'POST /api/house/adopt'],
  'the species list': [stepsAfterSpeciesList({ first: { slug: 'tabby' } })],
  'the list of fitting species': [stepsAfterSpeciesList({ first: { slug: 'snail' }, everyHours: 8 })],
  'an empty species list': [stepsAfterSpeciesList({})],
  'no species at all': [stepsWithoutSpecies({ family: undefined, tier: 'community', everyHours: undefined })],
  'no fitting species': [stepsWithoutSpecies({ family: 'cat', tier: 'common', everyHours: 20 })],
  'a species': [stepsAfterSpecies('tabby'), 'POST /api/house/adopt'],
  'a new species': [stepsAfterSpeciesCreated('moss_fox'), 'POST /api/house/adopt'],
  'a death long ago': [stepsAfterDeath(LONG_AGO), 'GET /api/house/graveyard'],
  'a death': [stepsAfterDeath(DAY_AFTER), 'POST /api/house/resurrect'],
  'a death too dear': [stepsAfterDeath({ ...DAY_AFTER, missing: 101 }), 'POST /api/house/credits'],
  'an unpayable death': [stepsAfterDeath(UNPAYABLE), 'GET /api/house/graveyard'],
  'a balance': [stepsAfterBalance({ canBuy: true, waiting: undefined }), 'POST /api/house/credits'],
  'a balance that is enough': [
    stepsAfterBalance({ canBuy: true, waiting: { ...PRICE, creature: PIP } }),
    'POST /api/house/resurrect',
  ],
  'a payment': [stepsAfterPayment({ ...PRICE, creature: PIP }), 'POST /api/house/resurrect'],
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
          const creature = aCreature({ seed, stats: { health: level, happiness: level, trust: level } });
          const observed = observe(creature, species, after(windows * species.feedingWindowHours));
          const tended = { creature, species, observed, siblings: [] };
          return [
            ...stepsAfterLookIn({ ...tended, others: [], grown: ['adult'] }),
            ...stepsAfterCare(tended),
            ...stepsAfterRefusal('too_shy', tended),
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
    stepsAfterBalance({ canBuy: true, waiting: { ...PRICE, creature: PIP, missing } })[0]?.body?.['pack'];
  expect([1, 100, 101, 500, 501, 1000].map(packFor)).toEqual(['100', '100', '500', '500', '1000', '1000']);
  expect(stepsAfterBalance({ canBuy: true, waiting: undefined })[0]?.body).toEqual({ pack: '100' });
  expect(packFor(1001)).toBeUndefined();
});

test.each([
  ['the credits it has', 0, ['human', 'agent'], ['Bring Bo back for 100 credits, which you have.']],
  [
    'its human',
    60,
    ['human'],
    [/for 100 credits; you lack 60: .* for your human/, /^Once it is paid, .* for 100 credits\.$/],
  ],
  [
    'its human or itself',
    60,
    ['human', 'agent'],
    [/your human/, /by x402 or MPP of your own, .* for 100 credits/],
  ],
  ['itself', 60, ['agent'], [/for 100 credits; you lack 60, and the answer says who can pay/]],
  ['nobody', 60, [], [/gravestones/, /for 100 credits; you lack 60, and none can be bought/]],
] as const)('the steps of a dead creature name the price and who pays: %s', (_, missing, payers, said) => {
  const told = stepsAfterDeath({ ...DAY_AFTER, missing, payers });
  const descriptions = told.slice(0, said.length).map(({ description }) => description);
  said.forEach((words, at) => expect(descriptions[at]).toMatch(words));
});

test('care is never suggested without a creature', () => {
  const cares = STEPS.filter(({ endpoint }) => endpoint === ROUTES.careForCreature.path);
  expect(cares.length).toBeGreaterThan(100);
  expect(cares.filter(({ body }) => typeof body?.['creature_id'] !== 'string')).toEqual([]);
});

test('the link to the documentation is an absolute address', () => {
  expect(readDocs(new URL('https://ark.example')).url).toBe('https://ark.example/docs');
});
