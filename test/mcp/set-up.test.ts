import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import agentPackage from '../../packages/agent/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import serverJson from '../../server.json' with { type: 'json' };
import { TOOLS } from '../../src/mcp/tools.ts';
import stdioPackage from '../../tools/release/stdio-package.json' with { type: 'json' };
import { aSandboxHouse } from '../keeper/keeper.ts';
import { aFolder } from '../program/arkhouse.ts';
import { call, overStdio } from './speaking.ts';

const USUAL_ADDRESS = 'http://127.0.0.1:3000';
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type ServerEntry = Readonly<
  Partial<Record<'command' | 'url', string> & { args: readonly string[]; env: Record<string, string> }>
>;

const entriesIn = (text: string) =>
  [...text.matchAll(/```json\n(\{\n  "mcpServers[^`]+)```/g)].map(([, block = '']) => entryOf(block));
const entryOf = (json: string) =>
  (JSON.parse(json) as { mcpServers: { arkhouse: ServerEntry } }).mcpServers.arkhouse;

/** A set-up line as a real shell reads it; programs of other people's names tell what they were called with. */
async function typed(line: string): Promise<{ readonly program: string; readonly words: readonly string[] }> {
  const folder = aFolder();
  for (const program of ['claude', 'codex', 'code']) {
    writeFileSync(join(folder, program), '#!/bin/sh\nprintf "%s\\n" "${0##*/}" "$@"\n');
    chmodSync(join(folder, program), 0o755);
  }
  const { stdout } = await promisify(execFile)('sh', ['-euc', line], {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ARKHOUSE_API_KEY: 'ah_key' },
  });
  const [program = '', ...words] = stdout.trimEnd().split('\n');
  return { program, words };
}

/** The configuration such a line creates in a client. */
async function entryOfLine(line: string): Promise<ServerEntry> {
  const { program, words } = await typed(line);
  if (program === 'code') {
    const [option, json = ''] = words;
    expect(option).toBe('--add-mcp');
    return JSON.parse(json) as ServerEntry;
  }
  const url = words.find((word) => /^https?:\/\//.test(word));
  if (url !== undefined) return { url };
  const end = words.indexOf('--');
  const [command = '', ...args] = words.slice(end + 1);
  const [name = '', value = ''] = words[words.indexOf('--env') + 1]?.split('=') ?? [];
  expect(words.slice(0, end)).toContain('arkhouse');
  return { command, args, env: { [name]: value } };
}

/** Arguments after the name of our program. */
function ourArgs({ command, args = [] }: ServerEntry): readonly string[] {
  const at = args.indexOf(command === 'npm' ? '--' : 'arkhouse-agent') + 1;
  const starter = [command, ...args.slice(0, at)].join(' ');
  expect(starter).toMatch(
    /^npx -y --package=http:\/\/127\.0\.0\.1:3000\/arkhouse-agent\.tgz arkhouse-agent$|^npx --package=\.\/packages\/agent arkhouse-agent$|^npm run --silent --prefix \S+ arkhouse --$/,
  );
  const [word, ...rest] = args.slice(at);
  expect(word).toBe('mcp');
  return rest;
}

const LINES = read('docs/use/mcp.md')
  .split('\n')
  .filter((line) => /^(?:claude|codex|code) /.test(line));

async function everyEntry(): Promise<ServerEntry[]> {
  const documents = entriesIn(read('docs/use/mcp.md'));
  const lines = await Promise.all(LINES.map(entryOfLine));
  return [...documents, entryOf(read('.mcp.json')), ...lines];
}

test('every set-up line and settings file starts our program, or leads to the MCP endpoint', async () => {
  const { address } = await aSandboxHouse();
  const entries = await everyEntry();
  expect(entries.flatMap(({ url }) => url ?? [])).toEqual(Array(3).fill(`${USUAL_ADDRESS}/mcp`));
  const started = entries.filter(({ url }) => url === undefined);
  expect(started).toHaveLength(7);
  const different = new Map(started.map((entry) => [JSON.stringify([ourArgs(entry), entry.env]), entry]));
  for (const entry of different.values()) {
    expect(entry.env ?? { ARKHOUSE_BASE_URL: USUAL_ADDRESS }).toEqual({ ARKHOUSE_BASE_URL: USUAL_ADDRESS });
    const env = { HOME: aFolder(), ...entry.env, ARKHOUSE_BASE_URL: address };
    const client = await overStdio(ourArgs(entry), '2026-07-28', env);
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    expect((await call(client, 'get_house_stats')).isError).toBe(false);
  }
});

test('server.json has this version, the limits of the MCP registry, and no package that is not published', () => {
  const { version, title, description, remotes } = serverJson;
  expect(version).toBe(packageJson.version);
  expect(Math.max(title.length, description.length)).toBeLessThanOrEqual(100);
  expect(agentPackage.version).toBe(version);
  expect(serverJson).not.toHaveProperty('packages');
  expect(stdioPackage).toMatchObject({ registryType: 'npm', identifier: agentPackage.name });
  // The program reads the documented environment variables.
  for (const variable of stdioPackage.environmentVariables)
    expect(read('src/agent/mcp.ts') + read('src/agent/agent-commands.ts')).toContain(`'${variable.name}'`);
  for (const { type, url, variables } of remotes) {
    expect(type).toBe('streamable-http');
    expect([...url.matchAll(/\{(\w+)\}/g)].map(([, each]) => each)).toEqual(Object.keys(variables));
  }
});
