import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { AGENT_DOCUMENTS, AGENT_PACKAGE_PATH } from '../../src/api/documents.ts';
import { integrityOf } from '../../src/http/send.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { paper } from '../agent-docs/paper-house.ts';
import { aSandboxHouse } from '../keeper/keeper.ts';
import { aFolder } from '../program/arkhouse.ts';

const ROOT = new URL('../../', import.meta.url);

// A registry that cannot be reached: all that is needed must come from the service.
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };

test('npx runs the package that the service hands out, without a package registry', async () => {
  const { address } = await aSandboxHouse();
  const home = aFolder();
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  const args = [
    '-y',
    `--package=${address}${AGENT_PACKAGE_PATH}`,
    'arkhouse-agent',
    'mcp',
    '--base-url',
    address,
  ];
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    npm_config_cache: join(home, 'cache'),
    ...NO_REGISTRY,
  };
  await client.connect(new StdioClientTransport({ command: 'npx', args, env, cwd: home, stderr: 'pipe' }));
  expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
});

test('the package has an ETag, may be cached by anybody, and is the one whose integrity llms.txt tells', async () => {
  const { address } = await aSandboxHouse();
  const reply = await fetch(`${address}${AGENT_PACKAGE_PATH}`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toMatch(/^public/);
  const etag = reply.headers.get('etag') ?? '';
  const integrity = integrityOf(Buffer.from(await reply.arrayBuffer()), 'sha512');
  expect(await paper(AGENT_DOCUMENTS.llms.path)).toContain(integrity);
  const again = await fetch(`${address}${AGENT_PACKAGE_PATH}`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('the wheel that llms.txt names is handed out, if one was built', async () => {
  const [, path] =
    /pip install http:\/\/127\.0\.0\.1:3000(\S+\.whl)`/.exec(await paper(AGENT_DOCUMENTS.llms.path)) ?? [];
  expect(path !== undefined).toBe(hasWheel());
  if (path === undefined) return;
  const { address } = await aSandboxHouse();
  const reply = await fetch(`${address}${path}`);
  expect(reply.headers.get('content-type')).toBe('application/zip');
});

function hasWheel(): boolean {
  return readdirSync(new URL('dist/packages', ROOT)).some((name) => name.endsWith('.whl'));
}

// These names are not reserved: any account of a registry can publish under them.
const BY_A_REGISTRY_NAME = new RegExp(
  [
    // `npx arkhouse`, unless an address or a folder was given as its package.
    String.raw`\b(?:npx|npm exec)(?: (?:-y|--yes|--))* "?arkhouse(?:-agent)?\b`,
    String.raw`(?:-p |--package[ =])arkhouse(?:-agent)?\b`,
    String.raw`\b(?:npm (?:i|install|add|view)|pnpm add|yarn add|uvx|pipx? install)(?: --?[\w-]+)* arkhouse(?:-agent)?\b(?!-\d)`,
    String.raw`"-y", ?"arkhouse`,
  ].join('|'),
);

test.each([
  ['npx -y arkhouse-agent mcp', true],
  ['npx arkhouse serve', true],
  ['npx -p node@26 -p arkhouse arkhouse', true],
  ['npm install --global arkhouse-agent', true],
  ['pip install arkhouse', true],
  ['"args": ["-y", "arkhouse-agent"]', true],
  ['npx -y --package=http://127.0.0.1:3000/arkhouse-agent.tgz arkhouse-agent mcp', false],
  ['npx --package=./packages/agent arkhouse-agent mcp', false],
  ['pip install http://127.0.0.1:3000/arkhouse-1.0.0-py3-none-any.whl', false],
])('`%s` installs a package by its registry name: %s', (text, is) => {
  expect(BY_A_REGISTRY_NAME.test(text)).toBe(is);
});

test('no document and no program tells a reader to install a package by a name that is not reserved', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const files = listed.filter((file) => /\.(?:md|json|txt|tsx?|sh|py|ya?ml)$|^Containerfile$/.test(file));
  const told = files.filter((file) => !/^(?:test\/|CHANGELOG\.md$|package-lock\.json$)/.test(file));
  expect(told.length).toBeGreaterThan(500);
  const naming = told.filter(
    (file) =>
      existsSync(new URL(file, ROOT)) && BY_A_REGISTRY_NAME.test(readFileSync(new URL(file, ROOT), 'utf8')),
  );
  expect(naming).toEqual([]);
});
