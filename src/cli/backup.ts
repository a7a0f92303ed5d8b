import { parseArgs } from 'node:util';

import { StartupError } from '../open-house.ts';
import { parseJobs } from './parse-jobs.ts';
import { withStore } from './with-store.ts';

/** Copies the house, from the database the settings name or from a standby of it. */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { jobs: { type: 'string' }, from: { type: 'string' } },
  });
  const [to] = positionals;
  if (to === undefined)
    throw new StartupError('Say where to: arkhouse backup FILE, or arkhouse backup FOLDER --jobs 4');
  const from = values.from === undefined ? {} : { DATABASE_URL: values.from };
  await withStore(
    'fail',
    async (store) => {
      await store.backup(to, parseJobs(values.jobs));
      process.stdout.write(`${store.label} is copied to ${to}.\n`);
    },
    { ...process.env, ...from },
  );
}
