import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';

import * as careDays from '../../src/store/care/care-days.ts';
import { auditStore } from '../../src/store/engine/audit.ts';
import { knownMigrations, migrate } from '../../src/store/engine/migrate.ts';
import { toSqliteParameters } from '../../src/store/engine/sqlite-text.ts';
import * as faces from '../../src/store/public/creatures-with-keepers.ts';
import * as news from '../../src/store/public/news.ts';
import * as designs from '../../src/store/species/designs-by-agent.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';

const READS = [careDays, designs, faces, news].flatMap(({ STATEMENTS }) =>
  STATEMENTS.map(({ text }) => text),
);
const TABLES = 'agents|care_log|community_species|creatures|gravestones|keepers|milestones';

eachDatabase(({ kind, fresh, blank, addressOf }) => {
  test('those who lived here before are counted by family and stage', async () => {
    const store = await blank();
    const watching = knownMigrations().find(({ name }) => name.endsWith('-watching'));
    if (!watching) throw new Error('the migration is gone');
    await migrate(
      store,
      1,
      knownMigrations().filter(({ number }) => number < watching.number),
    );
    const house = await aHouse(store);
    for (const username of ['ada', 'test-bo']) {
      const resident = await aResidentOf(house, username);
      await hatchFor(house, resident, { name: 'Moss', species_slug: 'tabby' });
      await house.as(resident.key).adoptCreature({ body: { name: 'Egg', species_slug: 'beagle' } });
    }
    await store.run(
      { text: `delete from tallies where what like 'living/%' or what like 'test/living/%'` },
      [],
    );
    expect(await auditStore(store, house.clock.now())).not.toEqual([]);
    await migrate(store, 2);
    expect(await auditStore(store, house.clock.now())).toEqual([]);
  });

  // Only SQLite tells its plan without having to know how many rows there are.
  if (kind !== 'SQLite') return;
  describe('what pages read', () => {
    test.each(READS.map((text) => ({ text, name: text.trim().replaceAll(/\s+/g, ' ').slice(0, 90) })))(
      'never walks through a whole table: $name',
      async ({ text }) => {
        const raw = new DatabaseSync(join(addressOf(await fresh()).dataDir, 'arkhouse.db'));
        const values = [...new Set(text.match(/\$\d+/g))].map(() => 1);
        const plan = raw.prepare(`explain query plan ${toSqliteParameters(text)}`).all(...values);
        raw.close();
        const steps = plan.map(({ detail }) => String(detail));
        expect(steps.length).toBeGreaterThan(0);
        expect(steps.filter((step) => new RegExp(`^SCAN (?:${TABLES})$`).test(step))).toEqual([]);
      },
    );
  });
});
