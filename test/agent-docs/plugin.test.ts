import { expect, test } from 'vitest';
import { z } from 'zod';

import { PLUGIN_DOC } from '../../src/server/agent-plugin.ts';
import { unzip } from '../pictures/unzip.ts';
import { aPaperHouse } from './paper-house.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const KEBAB = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const VERSION = z.string().regex(/^\d+\.\d+\.\d+$/);
const PERSON = z.strictObject({ name: z.string().min(1), url: z.url() });

// As the reference of Claude Code describes its files: other keys are reported by `claude plugin validate`.
const MARKETPLACE = z.strictObject({
  name: KEBAB,
  description: z.string().min(1),
  owner: PERSON,
  plugins: z.array(
    z.strictObject({
      name: KEBAB,
      version: VERSION,
      description: z.string(),
      source: z.templateLiteral(['./', KEBAB]),
    }),
  ),
});
const MANIFEST = z.strictObject({
  name: KEBAB,
  version: VERSION,
  description: z.string().max(1024),
  author: PERSON,
  homepage: z.url(),
  license: z.string(),
  keywords: z.array(KEBAB),
});
const SERVERS = z.strictObject({
  mcpServers: z.record(KEBAB, z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});

async function readPlugin() {
  const { app } = await aPaperHouse();
  const { rawPayload, headers } = await app.inject({ url: PLUGIN_DOC.path });
  expect(headers['content-type']).toBe('application/zip');
  const files = unzip(rawPayload);
  const text = (name: string) => String(files.get(name));
  return { files, text, json: (name: string): unknown => JSON.parse(text(name)) };
}

test('the plugin of a house has the files of the format, in a marketplace that names it', async () => {
  const { files, text, json } = await readPlugin();
  const { plugins } = MARKETPLACE.parse(json('.claude-plugin/marketplace.json'));
  expect(plugins).toHaveLength(1);
  const [{ name, version, source } = { name: '', version: '', source: '' }] = plugins;
  const folder = source.slice('./'.length);
  const manifest = MANIFEST.parse(json(`${folder}/.claude-plugin/plugin.json`));
  expect([manifest.name, manifest.version]).toEqual([name, version]);
  const inFolder = [...files.keys()].filter((file) => file.startsWith(`${folder}/`));
  expect(inFolder.map((file) => file.slice(folder.length + 1)).toSorted()).toEqual([
    '.claude-plugin/plugin.json',
    '.mcp.json',
    'README.md',
    'commands/check-in.md',
    'skills/arkhouse/SKILL.md',
  ]);
  for (const document of ['commands/check-in.md', 'skills/arkhouse/SKILL.md'])
    expect(text(`${folder}/${document}`)).toMatch(/^---\n(?:[a-z-]+: .+\n|  .+\n|metadata:\n)+---\n\n/);
});

test('the plugin starts the package that the same house hands out, and has its skill', async () => {
  const { text, json } = await readPlugin();
  const { mcpServers } = SERVERS.parse(json('arkhouse/.mcp.json'));
  const house = `--package=${ORIGIN}/arkhouse-agent.tgz`;
  expect(mcpServers).toEqual({
    arkhouse: { command: 'npx', args: ['-y', house, 'arkhouse-agent', 'mcp', '--base-url', ORIGIN] },
  });
  expect(text('arkhouse/commands/check-in.md')).toContain(
    `${house} arkhouse-agent due --base-url ${ORIGIN} `,
  );
  const { ask } = await aPaperHouse();
  expect(text('arkhouse/skills/arkhouse/SKILL.md')).toBe((await ask({ path: '/skill.md' })).text);
});
