import type { Given } from '../command-line/command.ts';
import type { DOCTOR_OPTIONS } from './commands.ts';
import { examine } from './doctor/examine.ts';
import { report, reportJson } from './doctor/report.ts';
import { settingsWith } from './setting-options.ts';

/** Says what is wrong with this house and how to mend it, and touches nothing; the exit code is for scripts. */
export async function run({ values }: Given<typeof DOCTOR_OPTIONS>): Promise<void> {
  const findings = await examine(settingsWith(values));
  process.stdout.write(values.json ? reportJson(findings) : report(findings, process.stdout));
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}
