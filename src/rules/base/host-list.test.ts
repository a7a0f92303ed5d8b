import { expect, test } from 'vitest';

import { splitHosts } from './host-list.ts';

test.each([
  ['postgres://me:p%40ss@one:5432,two:5433/house?a=1,2', ['one:5432', 'two:5433']],
  ['postgresql://one,[::1]:5433,three/house', ['one', '[::1]:5433', 'three']],
  ['postgres://me:a,b@one/house', ['one']],
  ['postgres:///house?host=/run/postgresql', ['']],
])('every host of %s becomes a URL of its own', (url, hosts) => {
  const all = hosts.join(',');
  expect(splitHosts(url)).toEqual(hosts.map((host) => (all ? url.replace(all, host) : url)));
});

test('an invalid URL is returned unchanged', () => {
  expect(splitHosts('one,two')).toEqual(['one,two']);
});
