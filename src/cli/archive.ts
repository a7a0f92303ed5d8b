import type { Given } from '../command-line/command.ts';
import { archiveCareLog } from '../house/engine/archive.ts';
import { readHouseTime } from '../open-house.ts';
import { monthOf } from '../store/care/care-log-months.ts';
import type { ARCHIVE_OPTIONS } from './commands.ts';
import { counted } from './progress.ts';
import { settingsWith } from './setting-options.ts';
import { withStore } from './with-store.ts';

/** Takes old months of the care log out of the house, which may stay open, and into a folder. */
export async function run({ values }: Given<typeof ARCHIVE_OPTIONS>): Promise<void> {
  const { to: folder = '' } = values;
  const before = monthOf(Date.parse(`${values.before}-01T00:00:00Z`));
  await withStore('fail', settingsWith(values), async (store) => {
    const now = await readHouseTime(store);
    const left = await archiveCareLog(store, { before, folder, now, onProgress: tellProgress() });
    for (const { month, entries, checksum } of left)
      process.stdout.write(`${month}: ${entries} entries have left for ${folder} (SHA-256 ${checksum}).\n`);
    if (left.length === 0)
      process.stdout.write(`There is nothing older than ${before.name} in ${store.label}.\n`);
  });
}

/** One after the other: a month is written, then it leaves. */
function tellProgress(): (month: string, what: string, n: number, of: number) => void {
  let told = '';
  let tell = counted(told);
  return (month, what, n, of) => {
    const label = `entries of ${month} ${what}`;
    if (label !== told) tell = counted(label);
    told = label;
    tell(n, of);
  };
}
