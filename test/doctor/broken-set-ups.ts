import { once } from 'node:events';
import { cp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { SANDBOX_CLOCK } from '../../src/features/turn-clock.ts';
import { markRealMoney } from '../../src/features/money/checkout.ts';
import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/db.ts';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { writeSetting } from '../../src/db/settings.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

type Env = Readonly<Record<string, string>>;

/** A real broken set-up and the findings expected of it. */
export interface BrokenSetUp {
  readonly title: string;
  /** The settings as docs/doctor.md shows them. */
  readonly typed: Env;
  /** The names of all findings that are wrong. */
  readonly wrong: readonly string[];
  /** Prepares it in an empty folder. `env` overrides `typed`; `told` replaces local values in the report. */
  readonly make?: (folder: string) => Promise<MadeSetUp>;
}

interface MadeSetUp {
  readonly env?: Env;
  readonly told?: readonly (readonly [here: string, there: string])[];
}

const NOBODY = '127.0.0.1:1';

export const BROKEN_SET_UPS: readonly BrokenSetUp[] = [
  {
    title: 'Settings that cannot be read',
    typed: { PORT: '99999', ARKHOUSE_DATADIR: '/srv/ark', DATABASE_POOL: 'many' },
    wrong: ['settings', 'settings', 'settings'],
  },
  {
    title: 'A port that somebody else has',
    typed: { PORT: '3000' },
    wrong: ['port'],
    make: async () => {
      const port = String(await takenPort());
      return { env: { PORT: port }, told: [[port, '3000']] };
    },
  },
  {
    title: 'A file where the data folder should be',
    typed: { ARKHOUSE_DATA_DIR: '/srv/ark/data' },
    wrong: ['data folder'],
    make: async (folder) => {
      await writeFile(join(folder, 'data'), 'not a folder');
      return { env: { ARKHOUSE_DATA_DIR: join(folder, 'data') } };
    },
  },
  {
    title: 'A database file that was overwritten',
    typed: { ARKHOUSE_DATA_DIR: '/srv/ark' },
    wrong: ['database'],
    make: async (folder) => {
      await houseIn(folder);
      await overwrite(join(folder, 'arkhouse.db'), 0);
      return {};
    },
  },
  {
    title: 'A database of a newer Arkhouse',
    typed: { ARKHOUSE_DATA_DIR: '/srv/ark' },
    wrong: ['schema'],
    make: async (folder) => {
      const known = knownMigrations().at(-1)?.number ?? 0;
      const newer = { number: known + 1, name: `${known + 1}-from-the-future`, sql: 'select 1' };
      await houseIn(folder, (store) => migrate(store, 0, [...knownMigrations(), newer]));
      return {
        told: [
          [String(known + 1), '100'],
          [String(known), '99'],
        ],
      };
    },
  },
  {
    title: 'A database that has lived ahead of the world',
    typed: { ARKHOUSE_DATA_DIR: '/srv/ark' },
    wrong: ['clock'],
    make: async (folder) => {
      const wall = Date.now();
      const anchor = JSON.stringify({ wall, shown: wall + 72 * HOUR, scale: 1 });
      await houseIn(folder, (store) => writeSetting(store, SANDBOX_CLOCK, anchor));
      return {};
    },
  },
  {
    title: 'Play money in a house that has taken real money',
    typed: { ARKHOUSE_DATA_DIR: '/srv/ark', ARKHOUSE_PAYMENTS: 'sandbox' },
    wrong: ['payments'],
    make: async (folder) => {
      await houseIn(folder, markRealMoney);
      return {};
    },
  },
  {
    title: 'PostgreSQL does not answer',
    typed: { DATABASE_URL: 'postgres://127.0.0.1:5432/ark' },
    wrong: ['database'],
    make: async () => ({
      env: { DATABASE_URL: `postgres://${NOBODY}/ark` },
      told: [[NOBODY, '127.0.0.1:5432']],
    }),
  },
  {
    title: 'Redis does not answer',
    typed: { REDIS_URL: 'redis://127.0.0.1:6379' },
    wrong: ['redis'],
    make: async () => ({ env: { REDIS_URL: `redis://${NOBODY}` }, told: [[NOBODY, '127.0.0.1:6379']] }),
  },
  {
    title: 'An admin key that can be guessed',
    typed: { ARKHOUSE_ADMIN_KEY: 'correct-horse-battery-staple-change-me' },
    wrong: ['admin key'],
  },
  {
    title: 'Real payments whose callbacks nobody could check',
    typed: {
      ARKHOUSE_BASE_URL: 'https://ark.example',
      STRIPE_SECRET_KEY: 'sk_live_yours',
    },
    wrong: ['settings'],
  },
  {
    title: 'A production house without TLS',
    typed: { NODE_ENV: 'production', ARKHOUSE_BASE_URL: 'http://ark.example' },
    wrong: ['address'],
  },
];

/** Creates a SQLite database and closes it cleanly. */
export async function houseIn(
  dataDir: string,
  work: (store: Database) => Promise<unknown> = async () => {},
): Promise<void> {
  const template = await newHouseFolder();
  await cp(template, dataDir, { recursive: true });
  await rm(template, { recursive: true });
  const store = await connect({ dataDir });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Overwrites one page with noise. */
export async function overwrite(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(4096, 'noise '), 0, 4096, at);
  await file.close();
}

async function takenPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
