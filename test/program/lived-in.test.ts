import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { aFolder } from './arkhouse.ts';

test('lived-in makes a database also if more than 20 creatures die within a minute', () => {
  const program = fileURLToPath(new URL('../../tools/lived-in.ts', import.meta.url));
  const size = ['--creatures', '80', '--days', '20'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--out', aFolder(), ...size], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toContain('80 creatures have lived with 25 agents for 20 days.');
});
