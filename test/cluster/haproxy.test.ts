import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, test } from 'vitest';

import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers, until } from '../support/servers/own-servers.ts';
import { startHaproxy } from '../support/servers/small-servers.ts';

const missing = missingCommands(['haproxy']);
if (missing.length > 0) console.warn('\n*** No haproxy: deploy/haproxy.cfg is NOT tested here ***\n');

test.skipIf(missing.length > 0)(
  'HAProxy routes to ready nodes, then to live nodes, and otherwise answers with Retry-After itself',
  { timeout: 60_000 },
  async () => {
    await using servers = new OwnServers();
    const ready = new Set(['one', 'two', 'three']);
    const nodes: Server[] = [];
    const ports: number[] = [];
    for (const name of ready) {
      ports.push(await servers.freePort());
      nodes.push(await listening(ports.at(-1) ?? 0, name, ready));
    }
    const { port } = await startHaproxy(servers, ports);
    const ask = async () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    const answersCome = (from: readonly string[]) =>
      until(`answers come from ${from.join(' and ')}`, async () => {
        const replies = await Promise.all(Array.from({ length: 6 }, async () => (await ask()).text()));
        return [...new Set(replies)].toSorted().join() === from.join();
      });

    await answersCome(['one', 'three', 'two']);
    ready.delete('two');
    await answersCome(['one', 'three']);
    ready.clear();
    await answersCome(['one', 'three', 'two']);
    nodes[0]?.close();
    await answersCome(['three', 'two']);
    for (const node of nodes) node.close();
    await until('nobody is left', async () => (await ask()).status === 503);
    const reply = await ask();
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(await reply.json()).toMatchObject({ code: 'house_unreachable', retry_after_seconds: 5 });
  },
);

/** A node with the health endpoints that the balancer probes. */
async function listening(port: number, name: string, ready: ReadonlySet<string>): Promise<Server> {
  const server = createServer(({ url }, reply) => {
    reply.statusCode = url === '/readyz' && !ready.has(name) ? 503 : 200;
    reply.end(name);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
