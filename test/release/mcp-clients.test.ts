import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { tryMcpClients } from '../../tools/matrix/mcp-clients.ts';
import { aFolder } from '../program/arkhouse.ts';

test('an MCP client that cannot be installed or used is a failed row, and the next one is tried', async () => {
  const folder = aFolder();
  const local = join(folder, 'local');
  mkdirSync(local);
  writeFileSync(join(local, 'package.json'), '{ "name": "local", "version": "1.2.3" }');
  const clients = [
    { tool: 'absent', packages: [`file:${join(folder, 'absent')}`], use: async () => undefined },
    { tool: 'local', packages: [`file:${local}`], use: () => Promise.reject(new Error('no tools')) },
    { tool: 'local', packages: [`file:${local}`], use: async () => undefined },
  ];
  expect(await tryMcpClients('http://127.0.0.1:1', folder, async () => undefined, clients)).toEqual([
    { tool: 'absent', version: '–', result: 'installation', problem: expect.stringContaining('npm install') },
    { tool: 'local', version: '1.2.3', result: 'use', problem: 'Error: no tools' },
    { tool: 'local', version: '1.2.3', result: 'lists, registers, adopts, looks' },
  ]);
});
