import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { OPTION_NAMES } from '../../src/keeper/keeper-options.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder, started } from './arkhouse.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** Runs a block as it stands, but from the sources, and without the time to read. */
async function type(block: string, env: Record<string, string>): Promise<string> {
  const script = block
    .replaceAll('npm run --silent arkhouse keep --', '"$NODE" src/cli/arkhouse.ts keep')
    .replaceAll('npm run demo', '"$NODE" scripts/demo.ts --quick');
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: ROOT.pathname,
    env: { PATH: process.env['PATH'] ?? '', NODE: process.execPath, ...FROM_SOURCES.env, ...env },
  });
  return stdout;
}

test('what the README says of the keeper can be typed as it stands', { timeout: 120_000 }, async () => {
  const [, section = ''] = read('README.md').split('\n## Leave it to the keeper\n');
  const [own = ''] = section.split('\n## ');
  const [demo = '', visit = ''] = [...own.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

  const scratch = aFolder();
  const told = await type(demo, { TMPDIR: scratch });
  expect(told).toMatch(/Pebble has hatched\.[\s\S]*Pebble has grown up: \w+\.\n\nThat was a childhood/);
  expect(readdirSync(scratch)).toEqual([]);

  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder() });
  const home = aFolder();
  const diary = await type(visit, { HOME: home, ARKHOUSE_BASE_URL: address });
  expect(diary).toMatch(/Moved in as keeper-[\da-f]{8}\. The key is kept in [^\n]+\n[^\n]+Adopted Pebble/);
  expect(readdirSync(`${home}/.arkhouse`)).toContain('key.json');
});

test.each(OPTION_NAMES)('docs/keeper.md says what --%s is for', (name) => {
  expect(read('docs/keeper.md')).toMatch(new RegExp(`\\| \`--${name}[ \`]`));
});
