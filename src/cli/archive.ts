import { parseArgs } from 'node:util';

import { archiveCareLog } from '../house/engine/archive.ts';
import { readHouseTime, StartupError } from '../open-house.ts';
import { systemClock } from '../outside/engine/clock.ts';
import { monthOf, type Month } from '../store/care/care-log-months.ts';
import { progress, type Progress } from './progress.ts';
import { withStore } from './with-store.ts';

/** Takes old months of the care log out of the house, which may stay open, and into a folder. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { before: { type: 'string' }, to: { type: 'string' } },
  });
  const { to: folder, before } = values;
  if (!folder || before === undefined)
    throw new StartupError('Say what and where to: arkhouse archive --before 2026-05 --to FOLDER');
  const border = monthFrom(before);
  await withStore('fail', async (store) => {
    const now = await readHouseTime(store);
    const left = await archiveCareLog(store, { before: border, folder, now, onProgress: tellProgress() });
    for (const { month, entries, checksum } of left)
      process.stdout.write(`${month}: ${entries} entries have left for ${folder} (SHA-256 ${checksum}).\n`);
    if (left.length === 0)
      process.stdout.write(`There is nothing older than ${border.name} in ${store.label}.\n`);
  });
}

function monthFrom(given: string): Month {
  const from = /^\d{4}-\d\d$/.test(given) ? Date.parse(`${given}-01T00:00:00Z`) : NaN;
  if (Number.isFinite(from)) return monthOf(from);
  throw new StartupError('--before is a month, such as 2026-05: what is older leaves.');
}

/** One after the other: a month is written, then it leaves. */
function tellProgress(): (month: string, what: string, n: number, of: number) => void {
  const clock = systemClock();
  let telling: Progress | undefined;
  let told = '';
  let before = 0;
  return (month, what, n, of) => {
    const label = `entries of ${month} ${what}`;
    if (label !== told) {
      telling = progress({ total: of, label, now: () => clock.now() });
      told = label;
      before = 0;
    }
    telling?.advance(n - before);
    before = n;
    if (n === of) telling?.end();
  };
}
