import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { describeOldNode } from '../../src/cli/runtime.ts';
import { aFolder } from '../program/arkhouse.ts';

const BUILT = fileURLToPath(new URL('../../dist/cli/arkhouse.js', import.meta.url));
const OLD_NODE = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => describeOldNode(versionOf(node)));

function versionOf(node: string): string {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  } catch {
    return process.versions.node;
  }
}

function run(...args: readonly string[]) {
  return spawnSync(OLD_NODE ?? '', [BUILT, ...args], { encoding: 'utf8' });
}

test.skipIf(!OLD_NODE)(
  'an older Node prints the help, runs what an agent runs, and refuses the rest with a sentence',
  () => {
    expect(run('help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('serve')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `${describeOldNode(versionOf(OLD_NODE ?? ''))}\n`,
    });
    // Nothing listens at port 9.
    const options = ['--once', '--base-url', 'http://127.0.0.1:9', '--patience', '1'];
    const { status, stderr } = run('keep', ...options, '--key-file', join(aFolder(), 'keys.json'));
    expect(stderr).not.toContain('Node 24');
    expect(status).toBe(3);
  },
);
