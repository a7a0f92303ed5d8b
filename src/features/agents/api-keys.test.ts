import { expect, test } from 'vitest';

import { ensureInSight } from './api-keys.ts';

test('whoever was blocked a moment ago changes nothing any more', () => {
  expect(() => ensureInSight({ blocked: true })).toThrow(expect.objectContaining({ code: 'blocked' }));
  expect(() => ensureInSight({ blocked: false })).not.toThrow();
});
