import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { connect, writeKeyFile } from '../../src/client/client.ts';
import { aSandboxHouse } from '../keeper/keeper.ts';
import { aFolder } from '../program/arkhouse.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);
const DOCUMENT = readFileSync(new URL('../../docs/use/client.md', import.meta.url), 'utf8');
const FILES = readdirSync(EXAMPLES).filter((file) => file.endsWith('.ts'));

/** Run as documented, but with the client from the sources. */
async function run(file: string, ...args: readonly string[]): Promise<string> {
  const program = new URL(file, EXAMPLES).pathname;
  const node = ['--conditions=arkhouse-sources', program, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return stdout;
}

test('docs/use/client.md contains first-visit.ts unchanged and links every other example', () => {
  const text = readFileSync(new URL('first-visit.ts', EXAMPLES), 'utf8');
  expect(DOCUMENT).toContain(`<!-- docs/examples/first-visit.ts -->\n\n\`\`\`ts\n${text}\`\`\`\n`);
  const others = FILES.filter((file) => file !== 'first-visit.ts');
  expect(others.filter((file) => !DOCUMENT.includes(`(../examples/${file})`))).toEqual([]);
});

test('the examples join, check in, read a life and report an unknown key', async () => {
  const { address } = await aSandboxHouse();
  expect(await run('first-visit.ts', address, 'wren-8')).toMatch(
    /^Pebble has hatched and is baby\. Come back at \d{4}-.*Z\.\nPlayed with .+: \w+\.\n$/,
  );
  const { your_token: key } = await connect(address).registerAgent({ body: { username: 'owner' } });
  const house = connect(address, { key });
  await house.adoptCreature({ body: { name: 'Moss', species_slug: 'housecat' } });
  await house.getCreatureStatus();
  const file = join(aFolder(), 'key.json');
  await writeKeyFile(file, { baseUrl: address, username: 'owner', key });
  expect(await run('check-in.ts', file)).toMatch(/^Moss is \w+; next visit at \d{4}-.*Z\.\n$/);
  await writeKeyFile(file, { baseUrl: address, username: 'owner', key: 'ah_unknown' });
  expect(await run('check-in.ts', file)).toMatch(/^Invalid API key\. /);
  const life = await run('read-a-life.ts', address, key);
  expect(life).toMatch(/^true\n# /);
  expect(life.match(/It leaned against me\./g)).toHaveLength(1);
});

test('docs/examples/first_visit.go registers, adopts and plays', async ({ skip }) => {
  if (missingCommands(['go']).length > 0) skip('go cannot be found here');
  const { address } = await aSandboxHouse();
  const program = new URL('first_visit.go', EXAMPLES).pathname;
  const { stdout } = await promisify(execFile)('go', ['run', program, address]);
  expect(stdout).toMatch(/^Store this key: ah_\w+\nPebble is baby\. Come back at .+\nPlayed: \w+\n$/);
});
