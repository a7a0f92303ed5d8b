import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { OPTION_NAMES } from '../../src/keeper/keeper-options.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder, started } from './arkhouse.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** Runs a command as it stands, but from the sources. */
async function type(command: string, env: Record<string, string>): Promise<string> {
  const script = command.replace('npm run --silent arkhouse keep --', '"$NODE" src/cli/arkhouse.ts keep');
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: ROOT.pathname,
    env: { PATH: process.env['PATH'] ?? '', NODE: process.execPath, ...FROM_SOURCES.env, ...env },
  });
  return stdout;
}

test('a visit as docs/keeper.md has it can be typed as it stands', async () => {
  const [visit = ''] = /^npm run --silent arkhouse keep -- .+$/m.exec(read('docs/keeper.md')) ?? [];
  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder() });
  const home = aFolder();
  const diary = await type(visit, { HOME: home, ARKHOUSE_BASE_URL: address });
  expect(diary).toMatch(/Moved in as keeper-[\da-f]{8}\. The key is kept in [^\n]+\n[^\n]+Adopted Pebble/);
  expect(readdirSync(`${home}/.arkhouse`)).toContain('key.json');
});

test.each(OPTION_NAMES)('docs/keeper.md says what --%s is for', (name) => {
  expect(read('docs/keeper.md')).toMatch(new RegExp(`\\| \`--${name}[ \`]`));
});
