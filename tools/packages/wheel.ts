import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { HERE } from '../support/report.ts';

export function buildWheel(folder: string, name = 'arkhouse'): void {
  const program = 'import sys, build_wheel; build_wheel.build_wheel(sys.argv[1])';
  execFileSync('python3', ['-B', '-c', program, folder], {
    cwd: join(HERE, 'packages/python'),
    env: { ...process.env, ARKHOUSE_PYPI_NAME: name },
  });
}
