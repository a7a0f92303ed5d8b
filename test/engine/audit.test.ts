import { expect, test } from 'vitest';

import { auditStore } from '../../src/features/audit/audit.store.ts';
import { knownMigrations } from '../../src/db/migrate.ts';
import { eachDatabase } from '../support/databases.ts';
import { anAgent, takeIn } from './examples.ts';

eachDatabase(({ fresh, blank }) => {
  test('an audit of a consistent database has no findings', async () => {
    const database = await fresh();
    await takeIn(database);
    expect(await auditStore(database, 1000)).toEqual([]);
  });

  test.each([
    ['an upper-case name', { username: 'Ada' }, /usernames/],
    ['a name with a space', { username: 'a da' }, /usernames/],
    ['a name of one letter', { username: 'a' }, /usernames/],
  ])('an audit reports %s', async (_, given, check) => {
    const database = await fresh();
    const agent = await takeIn(database, anAgent(given));
    expect(await auditStore(database, 1000)).toEqual([
      { check: expect.stringMatching(check), subject: agent.id, found: agent.username },
    ]);
  });

  test('an audit reports a plaintext key without repeating it, and broken references', async () => {
    const database = await fresh();
    const clear = await takeIn(database);
    await database.run({ text: 'update agents set key_hash = $1 where id = $2' }, ['ah_secret', clear.id]);
    const broken = await takeIn(database);
    await database.run({ text: 'update agents set social_links = $1 where id = $2' }, ['{', broken.id]);
    const findings = await auditStore(database, 1000);
    expect(findings.map(({ subject }) => subject)).toEqual([clear.id, broken.id]);
    expect(JSON.stringify(findings)).not.toContain('ah_secret');
  });

  test('an unknown schema is reported before any other check', async () => {
    const findings = await auditStore(await blank(), 1000);
    expect(findings.map(({ subject }) => subject)).toEqual(knownMigrations().map(({ name }) => name));
  });
});
