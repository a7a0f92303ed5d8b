import { expect, test } from 'vitest';

import { DatabaseUnavailableError } from './portable.ts';
import { WriteStatus } from './session.ts';

const FULL = Object.assign(new Error('full'), { code: '53100' });
const AWAY = new DatabaseUnavailableError('away');

function failed(...errors: readonly Error[]): WriteStatus {
  const writes = new WriteStatus();
  for (const error of errors) writes.noteFailure(error);
  return writes;
}

test('three failed writes in a row are an outage, which ends with a write that succeeds', () => {
  const writes = failed(AWAY, AWAY, new Error('a rule'));
  expect(writes.areFailing).toBe(false);
  writes.noteFailure(AWAY);
  expect([writes.areFailing, writes.areWithoutRoom]).toEqual([true, false]);
  writes.noteSuccess();
  expect(writes.areFailing).toBe(false);
});

test('one write on a full disk is an outage, which ends when a trial found room, not when a small write fits', () => {
  const writes = failed(FULL, AWAY);
  writes.noteSuccess();
  expect([writes.areFailing, writes.areWithoutRoom]).toEqual([true, true]);
  expect(writes.failures).toMatchObject({ db_disk_full: 1, db_unreachable: 1 });
  writes.noteSuccess({ triedRoom: true });
  expect([writes.areFailing, writes.areWithoutRoom]).toEqual([false, false]);
});
