import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { REVISIONS, runConformance } from '../../tools/matrix/conformance.ts';
import { aFolder } from '../program/arkhouse.ts';
import { aListeningHouse } from './listening.ts';

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const SUITE = join(dirname(PACKAGE), 'dist/index.js');

test.each(REVISIONS)('the MCP endpoint passes every scenario of %s that applies to it', async (revision) => {
  const { address } = await aListeningHouse();
  const { failed, unknown } = await runConformance(SUITE, `${address}/mcp`, revision, aFolder());
  expect(failed).toEqual([]);
  expect(unknown).toEqual([]);
});
