import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import rootJson from '../../package.json' with { type: 'json' };
import agentJson from '../../packages/agent/package.json' with { type: 'json' };
import { missingFiles, strayFiles } from '../../tools/packages/package-files.ts';

test('both packages have one version, one licence and one home', () => {
  const { version, license, homepage, bugs, repository, publishConfig } = rootJson;
  expect(agentJson).toMatchObject({ version, license, homepage, bugs, repository, publishConfig });
});

test('the package for agents asks for no other', () => {
  expect(Object.keys(agentJson).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('its README configures a client as npx would run it', () => {
  const readme = readFileSync(new URL('../../packages/agent/README.md', import.meta.url), 'utf8');
  const [, block = ''] = /```json\n([^`]+)```/.exec(readme) ?? [];
  expect(JSON.parse(block)).toEqual({
    mcpServers: { arkhouse: { command: 'npx', args: ['-y', agentJson.name, 'mcp'] } },
  });
});

test('what nobody needs is a stray: tests, source maps, sources, notes of the compiler', () => {
  const fine = [
    'dist/cli/arkhouse.js',
    'dist/client/client.d.ts',
    'docs/use/mcp.md',
    'openapi.json',
    'LICENSE',
  ];
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

test('a document that is pointed to and not packed is missed, wherever it was named', () => {
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
