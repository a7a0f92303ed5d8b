import { StartupError } from '../open-house.ts';
import { withStore } from './with-store.ts';

export async function run([file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new StartupError('Say where to: arkhouse backup FILE');
  await withStore('fail', async (store) => {
    await store.backup(file);
    process.stdout.write(`${store.label} is copied to ${file}.\n`);
  });
}
