import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { KEEP, MCP } from '../../src/agent/agent-commands.ts';
import { SERVE_OPTIONS } from '../../src/cli/setting-options.ts';
import { EXIT_CODES, optionWords, usualWords } from '../../src/command-line/run-program.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { aFolder } from './arkhouse.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** Runs a command as it stands, but from the sources. */
async function type(command: string, env: Record<string, string>): Promise<string> {
  const program = [process.execPath, ...FROM_SOURCES.args].map((word) => `'${word}'`).join(' ');
  const script = command.replace('npm run --silent arkhouse keep --', `${program} keep`);
  const vars = { PATH: process.env['PATH'] ?? '', ...FROM_SOURCES.env, ...env };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: ROOT.pathname, env: vars });
  return stdout;
}

test('a visit as docs/use/keeper.md has it can be typed as it stands', async () => {
  const [visit = ''] =
    /^npm run --silent arkhouse keep -- --once .+$/m.exec(read('docs/use/keeper.md')) ?? [];
  const { address } = await aListeningHouse();
  const home = aFolder();
  const diary = await type(visit, { HOME: home, ARKHOUSE_BASE_URL: address });
  expect(diary).toMatch(/Moved in as keeper-[\da-f]{8}\. The key is kept in [^\n]+\n[^\n]+Adopted Pebble/);
  expect(readdirSync(`${home}/.arkhouse`)).toContain('key.json');
});

function rowsIn(document: string): string[] {
  return read(document)
    .replaceAll('`', '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/\s*\|\s*/g, '|'));
}

test('docs/run/operate.md has the exit codes of --help, and docs/run/settings.md every option of serve', () => {
  const codes = EXIT_CODES.map((cells) => `|${cells.join('|')}|`);
  expect(rowsIn('docs/run/operate.md')).toEqual(expect.arrayContaining(codes));
  for (const name of Object.keys(SERVE_OPTIONS).filter((each) => each !== 'check-replies'))
    expect(read('docs/run/settings.md')).toContain(`\`--${name}\``);
});

test.each([
  ['docs/use/keeper.md', KEEP],
  ['docs/use/mcp.md', MCP],
])('%s says of every option and exit code what --help says', (document, { options, exitCodes = [] }) => {
  const all = Object.entries(options);
  const told = all.map(([name, each]) => [optionWords(name, each), usualWords(each), each.meaning]);
  const rows = [...told, ...exitCodes].map((cells) => `|${cells.join('|')}|`.replaceAll('`', ''));
  expect(rowsIn(document)).toEqual(expect.arrayContaining(rows));
});
