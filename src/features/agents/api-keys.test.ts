import { expect, test } from 'vitest';

import { ensureInSight } from './api-keys.ts';

test('a key blocked a moment ago can no longer write', () => {
  expect(() => ensureInSight({ blocked: true })).toThrow(expect.objectContaining({ code: 'blocked' }));
  expect(() => ensureInSight({ blocked: false })).not.toThrow();
});
