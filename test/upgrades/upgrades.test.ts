import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { readOrKeepSecret } from '../../packages/database/settings.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { knownMigrations, migrate } from '../../src/db/migrations.ts';
import { releasedVersions } from '../../tools/release/release-problems.ts';
import { aFolder, arkhouse } from '../program/arkhouse.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { DESIGNED, whatLasts } from './live-a-little.ts';
import { FIXTURES, keptReleases } from './releases.ts';

const RELEASES = keptReleases();
const FILES = { SQLite: 'sqlite.db.br', PostgreSQL: 'postgres.dump.br' } as const;

test('a house of every released version is kept (node tools/upgrade-fixture.ts COMMIT keeps one)', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const kept = new Set(RELEASES.map(({ version }) => version));
  const released = releasedVersions(changelog).filter((version) => version !== packageJson.version);
  expect(released.filter((version) => !kept.has(version))).toEqual([]);
});

test('the newest version restores, migrates and audits a backup of the oldest', async () => {
  const backup = unpacked('SQLite', RELEASES[0]?.version);
  const { code, out } = await arkhouse(['restore', backup], { ARKHOUSE_DATA_DIR: aFolder() });
  expect([code, out]).toEqual([0, expect.stringContaining('all is well')]);
});

eachDatabase((place) => {
  test.each(RELEASES)('a database of $version gives the same answers', async (release) => {
    const told = release.told[place.kind];
    const store = await place.restored(unpacked(place.kind, release.version));
    const now = Date.parse(told.closedAt);
    expect(await migrate(store, now)).toMatchObject({ version: knownMigrations().length });
    expect(await auditHouse(store, now)).toEqual([]);
    const secret = await readOrKeepSecret(store, 'replies', 'it has one');
    const house = await aHouse(store, { house: { clock: handClock(now), secret } });
    for (const { keeper, looked, lived } of told.creatures) {
      const key = told.keys[keeper] ?? '';
      const of = `creature_id=${String(looked['id'])}`;
      const history = await house.ask({ path: `/api/house/history?${of}&limit=5`, key });
      const { body } = await house.ask({ path: `/api/house/status?${of}`, key });
      expect(whatLasts(body['creature'] as typeof body, history.body)).toEqual({ looked, lived });
    }
    const { rook: key = '', wren = '', magpie = '' } = told.keys;
    expect((await house.ask({ path: '/api/house/credits', key })).body['credits']).toBe(told.credits);
    expect((await house.ask({ path: '/api/house/status', key: magpie })).status).toBe(403);
    expect((await house.ask({ path: `/api/house/species/${DESIGNED}` })).status).toBe(200);
    const care = { method: 'POST', path: '/api/house/care', key: wren, body: told.repeated.body } as const;
    const repeated = await house.ask({ ...care, headers: { 'idempotency-key': told.repeated.key } });
    expect(repeated.body).toMatchObject(told.repeated.reply);
    const fed = await house.ask({ ...care, body: { ...care.body, notes: 'On we go.' } });
    expect([fed.status, fed.text]).toEqual([200, expect.stringContaining('Pebble')]);
    expect(await auditHouse(store, now)).toEqual([]);
  });
});

function unpacked(kind: Place['kind'], version = ''): string {
  const file = join(aFolder(), 'old');
  writeFileSync(file, brotliDecompressSync(readFileSync(join(FIXTURES, version, FILES[kind]))));
  return file;
}
