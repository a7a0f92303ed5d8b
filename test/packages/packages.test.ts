import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import agentJson from '../../packages/agent/package.json' with { type: 'json' };
import { missingFiles, strayFiles } from '../../tools/packages/pack.ts';
import rootJson from '../../package.json' with { type: 'json' };
import { describeOldNode } from '../../src/cli/runtime.ts';
import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { NOT_BUNDLED } from '../../tools/build/server.ts';
import { aFolder, arkhouse, started } from '../program/arkhouse.ts';
import { whereItIsNoon } from '../program/noon.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';

test('both packages have one version, one licence and provenance, and the one for agents no dependencies', () => {
  const { version, license, publishConfig } = rootJson;
  expect(agentJson).toMatchObject({ version, license, publishConfig });
  expect(publishConfig).toEqual({ provenance: true });
  expect(Object.keys(agentJson).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('the README of the package for agents configures a client as npx would run it', () => {
  const readme = readFileSync(new URL('../../packages/agent/README.md', import.meta.url), 'utf8');
  const [, block = ''] = /```json\n([^`]+)```/.exec(readme) ?? [];
  expect(JSON.parse(block)).toEqual({
    mcpServers: {
      arkhouse: {
        command: 'npx',
        args: ['-y', '--package=http://127.0.0.1:3000/arkhouse-agent.tgz', agentJson.name, 'mcp'],
      },
    },
  });
});

test('tests, source maps, sources and compiler state are stray files in a package', () => {
  const fine = 'dist/cli/arkhouse.js dist/client/client.d.ts docs/use/mcp.md openapi.json LICENSE'.split(' ');
  const strays = 'dist/log.test.js dist/log.js.map src/app/log.ts dist/tsc.tsbuildinfo dist/log.d.ts'.split(
    ' ',
  );
  expect(strayFiles('arkhouse', [...fine, ...strays])).toEqual(strays);
  expect(strayFiles('arkhouse-agent', ['dist/client.d.ts', 'dist/parts/mcp.js', 'dist/house.map'])).toEqual([
    'dist/house.map',
  ]);
});

test('a document that a packed file links to and that is not packed is reported', () => {
  const texts: Record<string, string> = {
    'README.md':
      '[a](docs/use/mcp.md) [b](docs/lost.md#part) [c](https://example.org/x.md) [d](docs/decisions/001.md)',
    'docs/use/mcp.md': '[up](../../README.md) [beside](gone.md)',
    'dist/cli/help.js': 'see docs/use/mcp.md and docs/run/never.md',
  };
  expect(missingFiles(Object.keys(texts), (file) => texts[file] ?? '')).toEqual([
    'README.md names docs/lost.md, which is not in it',
    'docs/use/mcp.md names docs/use/gone.md, which is not in it',
    'dist/cli/help.js names docs/run/never.md, which is not in it',
  ]);
});

const BUILT = fileURLToPath(new URL('../../dist/cli/arkhouse.js', import.meta.url));
const OLD_NODE = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => describeOldNode(versionOf(node)));

function versionOf(node: string): string {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().slice(1) : process.versions.node;
}

function run(...args: readonly string[]) {
  return spawnSync(OLD_NODE ?? '', [BUILT, ...args], { encoding: 'utf8' });
}

test.skipIf(!OLD_NODE)(
  'an older Node prints the help, runs what an agent runs, and refuses the rest with a sentence',
  () => {
    expect(run('help')).toMatchObject({ status: 0, stderr: '' });
    const stderr = `${describeOldNode(versionOf(OLD_NODE ?? ''), BUILT)}\n`;
    expect(run('serve')).toMatchObject({ status: 1, stdout: '', stderr });
    // Nothing listens at port 9.
    const options = ['--once', '--base-url', 'http://127.0.0.1:9', '--patience', '1'];
    const kept = run('keep', ...options, '--key-file', join(aFolder(), 'keys.json'));
    expect(kept.stderr).not.toContain('Node 24');
    expect(kept.status).toBe(3);
  },
);

const OMITTED = {
  NODE_OPTIONS: `--import=${new URL('omit-packages-child.ts', import.meta.url).href}`,
  OMIT: NOT_BUNDLED.join(' '),
};

test('without its optional packages the service logs what is missing, and works', async () => {
  const house = await started({ ...OMITTED, ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' });
  const { address } = house;
  const { your_token: key } = await createHouseClient(httpTransport(address)).registerAgent({
    body: { username: 'wren', timezone: whereItIsNoon() },
  });
  const keeper = createHouseClient(httpTransport(address, key, SANDBOX_TOKEN));
  await keeper.adoptCreature({ body: { name: 'Bo', species_slug: 'beagle' } });
  await keeper.getCreatureStatus({});
  const offer = async (item: string) =>
    (await keeper.careForCreature({ body: { action: 'feed', item } })).action_result.item_result;
  expect(await offer('drain cleaner')).toMatchObject({ category: 'harmful' });
  expect(await offer('a wubblecrank')).toMatchObject({ score: null });
  expect((await keeper.buyCredits({ body: { pack: '500' } })).checkout_url).toEqual(expect.any(String));
  expect(await keeper.getHealth()).toMatchObject({ status: 'ok' });
  const card = await fetch(`${address}/card.png`);
  expect([card.status, await card.json()]).toMatchObject([501, { error: 'This house prints no pictures' }]);
  const { code, out, err } = await house.stop();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('its language model is not installed');
  expect(out).toContain('the package that prints them is not installed');
  expect(out).not.toContain('"level":"error"');
});

test('payments through Stripe without its package are refused in a sentence', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const { code, err } = await arkhouse(['serve'], { ...OMITTED, ...keys, ARKHOUSE_DATA_DIR: aFolder() });
  expect(code).toBe(1);
  expect(err).toMatch(/^These settings take payments through Stripe.*\n$/);
});
