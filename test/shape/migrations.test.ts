import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

test('migrations are numbered from 001 without a gap or a number twice', () => {
  const files = readdirSync(new URL('../../src/db/migrations', import.meta.url)).toSorted();
  const numbers = files.map((file) => Number(/^(\d{3})-[a-z-]+\.sql$/.exec(file)?.[1]));
  expect(numbers).toEqual(Array.from(files, (_, at) => at + 1));
});
