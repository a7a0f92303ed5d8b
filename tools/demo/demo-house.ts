import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

import { sandboxTokenFile } from '../../src/client/sandbox-token.ts';
import { isSettingName } from '../../src/config/config.ts';
import { startService, type Service } from '../support/service.ts';

const HOST = '127.0.0.1';

export interface DemoHouse extends Service {
  readonly sandboxToken: string;
}

interface DemoHouseSettings {
  readonly folder: string;
  /** Falls back to a free port if this one is in use. */
  readonly port: number;
  readonly timeScale: number;
}

/** Opens a house with a clock of its own. */
export async function openDemoHouse({ folder, port, timeScale }: DemoHouseSettings): Promise<DemoHouse> {
  const program = new URL('../../src/cli/arkhouse.ts', import.meta.url).pathname;
  const jsx = new URL('../support/jsx.ts', import.meta.url).href;
  // Independent of any configured service in the environment.
  const others = Object.entries(process.env).filter(([name]) => !isSettingName(name));
  const service = await startService([process.execPath, '--import', jsx, program, 'serve'], {
    env: {
      ...Object.fromEntries(others),
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_TIME_SCALE: String(timeScale),
      ARKHOUSE_DATA_DIR: folder,
      HOST,
      PORT: String(await freePort(port)),
      LOG_LEVEL: 'info',
    },
  });
  const sandboxToken = readFileSync(sandboxTokenFile(folder), 'utf8').trim();
  return { ...service, sandboxToken };
}

/** The port that is wanted or, where that is taken, 0, which is any. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(wanted, HOST);
    await once(probe, 'listening');
    return wanted;
  } catch {
    return 0;
  } finally {
    probe.close();
  }
}
