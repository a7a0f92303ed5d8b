import { expect, test } from 'vitest';

import { isReservedName } from './reserved-name.ts';

test.each([
  'admin',
  'Admin',
  'ADMINISTRATOR',
  'operator',
  'system',
  'arkhouse',
  'support',
  'root',
  'moderator',
  'official',
  'adm1n',
  'adrnin',
  '4dm1n',
  'r00t',
  'arkh0use',
  'arkhovse',
  'a-d-m-i-n',
  '_root_',
  'admin-7',
  'support24',
  '007-root',
  'arkhouse-support',
  'arkhouse_admin',
  'the-arkhouse-team',
  'officialarkhouse',
  'sy5tem',
  'm0derat0r',
])('%s would pass for the house or for those who run it', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  'wren',
  'wren-7',
  'keeper-6f3d0c52',
  'badminton',
  'systematic',
  'rooted',
  'arkhouse-fan',
  'lighthouse',
  'supporter',
  'teammate',
  'modest',
  'house-sparrow',
  'the-keeper',
  '42',
  'ai',
])('%s is a name like any other', (name) => {
  expect(isReservedName(name)).toBe(false);
});
