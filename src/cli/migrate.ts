import { systemClock } from '../outside/engine/clock.ts';
import { migrate } from '../store/engine/migrate.ts';
import { withStore } from './with-store.ts';

export async function run(): Promise<void> {
  await withStore('create', async (store) => {
    const { applied, version } = await migrate(store, systemClock().now());
    const done = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`;
    process.stdout.write(`${store.label}: ${done}; now at version ${version}.\n`);
  });
}
