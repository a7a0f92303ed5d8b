import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { until, type OwnServers } from './own-servers.ts';

export async function startRedis(servers: OwnServers) {
  const port = await servers.freePort();
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: servers.folder };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return startListening(servers, port, 'redis-server', args);
}

/** pgbouncer with transaction pooling. */
export async function startPgbouncer(servers: OwnServers, postgresPort: number, poolSize = 40) {
  const port = await servers.freePort();
  const file = join(servers.folder, `pgbouncer-${port}.ini`);
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${postgresPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 400
default_pool_size = ${poolSize}
server_login_retry = 1
`,
    { mode: 0o644 },
  );
  return startListening(servers, port, 'pgbouncer', [file]);
}

/** haproxy with deploy/haproxy.cfg at local addresses, before nodes at these ports. */
export async function startHaproxy(servers: OwnServers, nodePorts: readonly number[]) {
  const port = await servers.freePort();
  const file = join(servers.folder, `haproxy-${port}.cfg`);
  const text = readFileSync(new URL('../../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const local = text
    .replace(/bind :\d+/, `bind 127.0.0.1:${port}`)
    .replaceAll(/10\.0\.0\.(\d+):\d+/g, (_, nth: string) => `127.0.0.1:${nodePorts[Number(nth) - 1]}`)
    .replace('/etc/haproxy/', `${servers.folder}/`);
  writeFileSync(file, local, { mode: 0o644 });
  return startListening(servers, port, 'haproxy', ['-db', '-f', file]);
}

/** A server of one process that tests may end, freeze and restart on the same port. */
async function startListening(servers: OwnServers, port: number, command: string, args: readonly string[]) {
  const start = async () => {
    const process = servers.start(command, args);
    await until(`${command} listens`, () => listens(port), process);
    return process;
  };
  let running = await start();
  return {
    port,
    get process() {
      return running;
    },
    async restart() {
      running = await start();
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
