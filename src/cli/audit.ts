import { auditHouse } from '../house/engine/audit.ts';
import { readHouseTime } from '../open-house.ts';
import { withStore } from './with-store.ts';

/** Checks everything that is kept; the exit code is for scripts. */
export async function run(): Promise<void> {
  await withStore('fail', async (store) => {
    const findings = await auditHouse(store, await readHouseTime(store));
    for (const { check, subject, found } of findings)
      process.stdout.write(`${check}: ${subject}: ${found}\n`);
    process.stdout.write(
      `${store.label}: ${findings.length === 0 ? 'all is well' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`}.\n`,
    );
    if (findings.length > 0) process.exitCode = 1;
  });
}
