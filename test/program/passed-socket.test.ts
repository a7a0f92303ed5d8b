import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';

import { main, passedSockets } from '../../src/main.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder } from './arkhouse.ts';

// As systemd does it: the number of the process is known to itself alone, before it becomes the program.
const HOUSE = `sh -c 'echo "pid $$" >&2; LISTEN_PID=$$ exec "$@"' house "$@"`;

/** Opens a socket, hands it to a shell that never takes a caller from it, and lets that run the house twice. */
async function handOver(env: Record<string, string>) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { _handle: handle } = server as Server & { _handle: { fd: number } };
  const args = ['-c', `${HOUSE} && ${HOUSE}`, 'sh', process.execPath, ...FROM_SOURCES.args, 'serve'];
  const shell = spawn('sh', args, {
    env: { PATH: process.env['PATH'] ?? '', ...FROM_SOURCES.env, LISTEN_FDS: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe', handle.fd],
    detached: true,
  });
  const { pid } = shell;
  onTestFinished(() => void (pid !== undefined && shell.exitCode === null && process.kill(-pid, 'SIGKILL')));
  server.close();
  const lines = createInterface({ input: shell.stderr as Readable })[Symbol.asyncIterator]();
  return { shell, lines, address: `http://127.0.0.1:${port}` };
}

/** The house may print warnings between the two lines that name a process. */
async function nextPid(lines: AsyncIterator<string>): Promise<number> {
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const pid = /^pid (\d+)$/.exec(next.value)?.[1];
    if (pid !== undefined) return Number(pid);
  }
  throw new Error('the shell ended without naming a process');
}

test('with a passed socket no connection is refused during a restart', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder(), PORT: '1' };
  const { shell, lines, address } = await handOver(env);
  const closed = once(shell, 'close');
  for (const username of ['wren', 'robin']) {
    const pid = await nextPid(lines);
    // Sent long before the service is open: the socket queues the connection.
    const sent = { method: 'POST', headers: { connection: 'close' }, body: JSON.stringify({ username }) };
    const registered = await fetch(`${address}/api/auth/register`, sent);
    expect(registered.status).toBe(201);
    expect(await (await fetch(`${address}/skill.md`)).text()).toContain(`${address}/`);
    process.kill(pid, 'SIGTERM');
  }
  expect(await closed).toEqual([0, null]);
});

test('several sockets are refused in a sentence, and one of another process is ignored', async () => {
  const env = { LISTEN_PID: String(process.pid), LISTEN_FDS: '2' };
  await expect(main(env)).rejects.toThrow('one socket');
  expect(passedSockets({ LISTEN_PID: '1', LISTEN_FDS: '1' }, 2)).toEqual([]);
});
