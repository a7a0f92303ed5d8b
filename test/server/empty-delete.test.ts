import { request } from 'node:http';
import { expect, test } from 'vitest';

import { aListeningHouse } from '../mcp/listening.ts';

test('a DELETE that names a type, but has no body, is answered', async () => {
  const { address, registered } = await aListeningHouse();
  const key = await registered('wren');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const asked = request(`${address}/api/house/owner-link`, { method: 'DELETE', headers, timeout: 5000 });
    asked.useChunkedEncodingByDefault = false;
    asked.on('response', (reply) => resolve(reply.resume().statusCode));
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject).end();
  });
  expect(status).toBe(200);
});
