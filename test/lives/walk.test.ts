import { expect, test } from 'vitest';

import { DAY, HOUR, TimeZone } from '../../src/rules/base/clock.ts';
import { isAsleep } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import { of } from '../support/asking.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse, type Told } from '../support/house.ts';
import { adopt, adopted, aHome, audited, care, seeded, turnTo, WARY, type Home } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ARRIVE, Walker, type Followed } from '../support/walker.ts';

const LONG = process.env['TEST_LONG'] !== undefined;
const COMMON = CATALOG.filter(({ tier }) => tier === 'common').map(({ slug }) => slug);

/** The random value that yields an egg of this common species. */
function rollFor(slug: string): number {
  const at = COMMON.indexOf(slug);
  expect(at).toBeGreaterThanOrEqual(0);
  return Math.floor(((at + 0.5) / COMMON.length) * 2 ** 48);
}

function expectDone({ step, told }: Followed, where = ''): void {
  expect(told.status, `${where} ${JSON.stringify(step)} ${told.text}`).toBeLessThan(400);
}

const status = ({ house, key }: Home, query = '') => house.ask({ path: `/api/house/status${query}`, key });
const tastes = ({ house, key }: Home, id: string) =>
  house.ask({ path: `/api/house/preferences?id=${id}`, key });

const sent = ({ house, key }: Home, action: Action, item?: string) =>
  new Walker(house, key).follow({
    action,
    method: 'POST',
    endpoint: '/api/house/care',
    description: '',
    body: { action, ...(item && { item }) },
  });

const UTC = new TimeZone('UTC');

/** A seed that is asleep at 23:00 of the first two evenings. */
let drowsy = 1;
while (![11, 35].every((hours) => isAsleep({ seed: drowsy, zone: UTC }, NOON + hours * HOUR))) drowsy += 1;

/** A keeper of one creature of a species, after some time. */
const after =
  (slug: string, span: string, then: (home: Home, id: string) => Promise<Told>) => async (home: Home) => {
    const id = await adopted(home, slug);
    home.house.clock.forward(span);
    return then(home, id);
  };

const release = ({ house, key }: Home, id: string) =>
  house.ask({ method: 'DELETE', path: '/api/house/release', key, body: { creature_id: id } });

async function withThistles(home: Home): Promise<void> {
  for (let times = 1; times <= 4; times += 1) await care(home, 'medicine', { item: 'thistles' });
}

const SITUATIONS: Readonly<Record<string, (home: Home) => Promise<Told>>> = {
  'finds it asleep': after('housecat', '11h', (home) => status(home)),
  'wakes it': after('housecat', '11h', (home) => sent(home, 'feed')),
  'has just arrived': ({ house }) =>
    house.ask({ method: 'POST', path: '/api/auth/register', body: { username: 'newcomer' } }),
  'has nobody': (home) => status(home),
  'has an egg': async (home) => {
    await adopt(home, { name: 'Egg' });
    return sent(home, 'feed');
  },
  'sees it hatch': async (home) => {
    await adopt(home, { name: 'Egg' });
    return status(home);
  },
  'may feed it': after('housecat', '4h', (home) => status(home)),
  'has fed it': after('housecat', '4h', (home) => sent(home, 'feed')),
  'finds it starving and ill': after('hamster', '0s', async (home) => {
    await withThistles(home);
    home.house.clock.forward('7h');
    return status(home);
  }),
  'is refused by it': after('jackrabbit', '0s', (home) => sent(home, 'feed')),
  'is feared by it': after('pangolin', '0s', (home) => sent(home, 'feed')),
  'does not say which': after('housecat', '0s', async (home) => {
    await adopt(home, { name: 'Egg' });
    return sent(home, 'feed');
  }),
  'names one that is not there': after('housecat', '0s', (home) =>
    status(home, '?creature_id=00000000-0000-4000-8000-000000000000'),
  ),
  'sees it grown up': after('snail', '0s', async (home) => {
    for (let day = 1; day <= 5; day += 1) {
      home.house.clock.forward('24h');
      await care(home, 'feed');
    }
    return status(home);
  }),
  'has killed it': after('housecat', '0s', async (home) => {
    await withThistles(home);
    return sent(home, 'medicine', 'thistles');
  }),
  'finds it dead': after('housecat', '50h', (home, id) => status(home, `?id=${id}`)),
  'finds the house empty': after('housecat', '9d', (home) => status(home)),
  'lets it go': after('housecat', '0s', release),
  'lets it go too late': after('housecat', '50h', release),
  'reads its tastes': after('housecat', '4h', tastes),
  'reads its tastes after its death': after('housecat', '50h', tastes),
  'reads its tastes after its release': after('housecat', '0s', async (home, id) => {
    await release(home, id);
    return tastes(home, id);
  }),
};

const RAISED = LONG ? ['housecat', 'tabby', 'terrier', 'hedgehog', 'snail'] : ['hedgehog'];

test.each(RAISED)('an agent that only takes the first step offered raises a %s', async (slug) => {
  const house = await aHouse(await anyStore(), { house: { random: seeded(rollFor(slug), 14) } });
  const until = house.clock.now() + (LONG ? 10 : 6) * DAY;
  const stages: unknown[] = [];
  let last: Told['body'] = {};
  for await (const followed of new Walker(house).walk(ARRIVE, until)) {
    expectDone(followed);
    const milestone = of(followed.told, 'milestone', 'stage');
    if (milestone) stages.push(milestone);
    if (of(followed.told, 'recommended_checkin')) last = followed.told.body;
  }
  expect(house.clock.now()).toBeGreaterThanOrEqual(until);
  expect(stages).toEqual(['baby', 'child', 'teen', 'adult']);
  expect(last['creature']).toMatchObject({
    alive: true,
    stage: 'adult',
    evolution_progress: { current_path: 'high_care' },
  });
  expect(await audited(house)).toEqual([]);
});

test('every step offered in any situation of a keeper works', async () => {
  const house = await aHouse(await anyStore(), { house: { random: seeded(drowsy), tastes: WARY } });
  for (const [at, [where, begin]] of Object.entries(SITUATIONS).entries()) {
    const home = await aHome(house, { username: `keeper-${at}` });
    const told = await begin(home);
    expect(told.status === 409, where).toBe(where === 'wakes it');
    let steps = 0;
    for await (const followed of new Walker(house, home.key).everywhere(told, 3)) {
      expectDone(followed, where);
      steps += 1;
    }
    expect(steps, where).toBeGreaterThan(3);
    turnTo(house, Math.floor(house.clock.now() / DAY + 1) * DAY + 12 * HOUR);
  }
  expect(await audited(house)).toEqual([]);
});
