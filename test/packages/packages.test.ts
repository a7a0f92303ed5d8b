import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import rootJson from '../../package.json' with { type: 'json' };
import agentJson from '../../packages/agent/package.json' with { type: 'json' };
import { missingFiles, strayFiles } from '../../scripts/packages/package-files.ts';

test('both packages have one version, one licence and one home', () => {
  const { version, license, homepage, bugs, repository, publishConfig } = rootJson;
  expect(agentJson).toMatchObject({ version, license, homepage, bugs, repository, publishConfig });
});

test('the package for agents has no dependencies', () => {
  expect(Object.keys(agentJson).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('the README of the package for agents configures a client as npx would run it', () => {
  const readme = readFileSync(new URL('../../packages/agent/README.md', import.meta.url), 'utf8');
  const [, block = ''] = /```json\n([^`]+)```/.exec(readme) ?? [];
  expect(JSON.parse(block)).toEqual({
    mcpServers: { arkhouse: { command: 'npx', args: ['-y', agentJson.name, 'mcp'] } },
  });
});

test('tests, source maps, sources and compiler state are stray files in a package', () => {
  const fine = ['dist/cli/arkhouse.js', 'dist/client/client.d.ts', 'docs/mcp.md', 'openapi.json', 'LICENSE'];
  const strays = [
    'dist/log.test.js',
    'dist/log.js.map',
    'src/log.ts',
    'dist/tsc.tsbuildinfo',
    'dist/log.d.ts',
  ];
  expect(strayFiles('arkhouse', [...fine, ...strays])).toEqual(strays);
  expect(strayFiles('arkhouse-agent', ['dist/client.d.ts', 'dist/parts/mcp.js', 'dist/house.map'])).toEqual([
    'dist/house.map',
  ]);
});

test('a document that a packed file links to and that is not packed is reported', () => {
  const texts: Record<string, string> = {
    'README.md':
      '[a](docs/mcp.md) [b](docs/lost.md#part) [c](https://example.org/x.md) [d](docs/decisions/001.md)',
    'docs/mcp.md': '[up](../README.md) [beside](gone.md)',
    'dist/cli/help.js': 'see docs/mcp.md and docs/never.md',
  };
  expect(missingFiles(Object.keys(texts), (file) => texts[file] ?? '')).toEqual([
    'README.md names docs/lost.md, which is not in it',
    'docs/mcp.md names docs/gone.md, which is not in it',
    'dist/cli/help.js names docs/never.md, which is not in it',
  ]);
});
