import { once } from 'node:events';
import { createServer } from 'node:net';

import type { Config } from '../../config/config.ts';
import { localUrl } from '../../config/parse.ts';
import { fetchJson } from '../../outside/engine/fetch-json.ts';
import { codeOf, fine, note, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

const ANSWER_WITHIN_MS = 1500;

interface Door {
  readonly setting: 'PORT' | 'ARKHOUSE_METRICS_PORT';
  readonly hostSetting: 'HOST' | 'ARKHOUSE_METRICS_HOST';
  readonly host: string;
  readonly port: number;
}

/** Whether the house could open its doors. */
export async function checkPorts({ host, port, metrics }: Config): Promise<Diagnosis[]> {
  const main: Door = { setting: 'PORT', hostSetting: 'HOST', host, port };
  if (!metrics) return [await checkDoor(main)];
  if (port !== 0 && metrics.port === port)
    return [
      wrong('port', `PORT and ARKHOUSE_METRICS_PORT are both ${port}.`, 'Choose another for one of them.'),
    ];
  const second: Door = { setting: 'ARKHOUSE_METRICS_PORT', hostSetting: 'ARKHOUSE_METRICS_HOST', ...metrics };
  return Promise.all([main, second].map(checkDoor));
}

async function checkDoor(door: Door): Promise<Diagnosis> {
  const { setting, hostSetting, host, port } = door;
  const name = setting === 'PORT' ? 'port' : 'metrics port';
  try {
    await openAndClose(door);
    return fine(name, port === 0 ? 'Any free one will do.' : `${host}:${port} is free.`);
  } catch (error) {
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        return whenTaken(name, door);
      case 'EACCES':
        return wrong(
          name,
          `Port ${port} may not be opened by this user.`,
          `Choose a ${setting} above 1023 and put a proxy in front, or give Node CAP_NET_BIND_SERVICE.`,
        );
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        return wrong(
          name,
          `${host} is not an address of this machine.`,
          `Set ${hostSetting} to 127.0.0.1, or to 0.0.0.0 for every network.`,
        );
      default:
        return wrong(
          name,
          `${host}:${port} cannot be opened: ${reasonOf(error)}.`,
          `Choose another ${setting}.`,
        );
    }
  }
}

async function openAndClose({ host, port }: Door): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function whenTaken(name: string, { setting, host, port }: Door): Promise<Diagnosis> {
  if (name === 'port' && (await isHouse(localUrl(host, port))))
    return note(
      name,
      `A house is open at ${host}:${port}.`,
      `If that is this one, all is well; otherwise choose another ${setting}.`,
    );
  return wrong(
    name,
    `Something else is listening at ${host}:${port}.`,
    `Choose another ${setting}, or end what listens there (ss -ltnp "sport = :${port}" names it).`,
  );
}

async function isHouse(address: URL): Promise<boolean> {
  try {
    const { body } = await fetchJson(new URL('/livez', address).href, ANSWER_WITHIN_MS);
    return body['status'] === 'alive';
  } catch {
    return false;
  }
}
