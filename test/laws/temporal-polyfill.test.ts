import { Temporal as Polyfill } from 'temporal-polyfill/implementation';
import { expect, test, vi } from 'vitest';

import { TimeZone } from '../../src/rules/base/local-time.ts';
import { seededInts } from '../support/seeded.ts';
import { RUNS } from './creatures.ts';

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'US/Eastern'];

/** The URL of a second instance of the module. */
const ONCE_MORE = new URL('../../src/rules/base/local-time.ts?once-more', import.meta.url).href;

// The first use of a zone may take 30 ms.
const LOOKS = Math.ceil(RUNS.numRuns / 50);

test('without Temporal in Node, local times and clock changes are the same', async () => {
  const int = seededInts();
  vi.stubGlobal('Temporal', Polyfill);
  const { TimeZone: Polyfilled } = (await import(ONCE_MORE)) as { TimeZone: typeof TimeZone };
  expect(Polyfilled).not.toBe(TimeZone);
  const looks = Array.from({ length: LOOKS }, () => ({
    zone: ZONES[int(0, ZONES.length)] ?? '',
    at: int(Date.UTC(2020, 0), Date.UTC(2060, 0)),
  }));
  const polyfilled = looks.map(({ zone, at }) => new Polyfilled(zone).spanAt(at));
  vi.unstubAllGlobals();
  expect(Temporal).not.toBe(Polyfill);
  expect(polyfilled).toEqual(looks.map(({ zone, at }) => new TimeZone(zone).spanAt(at)));
});
