import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { endTogether } from './send.ts';

test('replies ready in one turn of the event loop are sent at its end, unchanged', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => {
    if (waiting.push(response) < 3) return;
    for (const [at, each] of waiting.entries()) endTogether(each, at === 0 ? undefined : `answer ${at} …`);
    expect(waiting.map(({ writableEnded }) => writableEnded)).toEqual([false, false, false]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`http://127.0.0.1:${port}/`)));
  const texts = await Promise.all(answers.map((each) => each.text()));
  expect(texts.toSorted()).toEqual(['', 'answer 1 …', 'answer 2 …']);
  server.close();
  server.closeAllConnections();
});
