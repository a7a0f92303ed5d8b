import { parseArgs } from 'node:util';

import { readConfig } from '../config/config.ts';
import { StartupError } from '../open-house.ts';
import { restoreHouse } from '../store/engine/move/restore.ts';
import { run as audit } from './audit.ts';
import { parseJobs } from './parse-jobs.ts';

/** Brings a backup back into the empty place the settings name, and audits what is there then. */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { jobs: { type: 'string' } },
  });
  const [backup] = positionals;
  if (backup === undefined)
    throw new StartupError('Say what: arkhouse restore FILE, or arkhouse restore FOLDER --jobs 4');
  await restoreHouse(readConfig(process.env), backup, parseJobs(values.jobs));
  await audit([]);
}
