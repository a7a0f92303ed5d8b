import type { Given } from '../command-line/command.ts';
import { systemClock } from '../outside/clock.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { progress } from './progress.ts';
import { type PLACE_OPTIONS, settingsWith, withStore } from './setting-options.ts';

export async function run({ values }: Given<typeof PLACE_OPTIONS>): Promise<void> {
  await withStore('create', settingsWith(values), async (store) => {
    const { length: total } = await pendingMigrations(store);
    const shown = progress({ total, label: 'migrations' });
    const { applied, version } = await migrate(store, systemClock().now(), undefined, () => shown.advance(1));
    shown.end();
    const done = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`;
    process.stdout.write(`${store.label}: ${done}; now at version ${version}.\n`);
  });
}
