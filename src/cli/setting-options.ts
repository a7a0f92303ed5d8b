import texts from '#content/ops/commands.json' with { type: 'json' };

import type { DatabaseUse } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { connectDatabase } from '../app/open-house.ts';
import type { OptionSpec, OptionSpecs } from '../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import { type Env, type SettingName, SETTINGS } from '../config/settings.ts';
import { pendingMigrations } from '../db/migrations.ts';

const NAMES = {
  port: ['PORT', 'PORT'],
  host: ['HOST', 'HOST'],
  'base-url': ['ARKHOUSE_BASE_URL', 'URL'],
  'data-dir': ['ARKHOUSE_DATA_DIR', 'FOLDER'],
  'database-url': ['DATABASE_URL', 'URL'],
  payments: ['ARKHOUSE_PAYMENTS', 'MODE'],
  'log-level': ['LOG_LEVEL', 'LEVEL'],
} as const satisfies Readonly<Record<string, readonly [SettingName, string]>>;

export const PLACE_OPTIONS = settingOptions('data-dir', 'database-url');

export const SERVE_OPTIONS = {
  ...settingOptions('port', 'host', 'base-url'),
  ...PLACE_OPTIONS,
  sandbox: { type: 'boolean', ...texts.serve.options.sandbox },
  ...settingOptions('payments', 'log-level'),
  'check-replies': { type: 'boolean', ...texts.serve.options['check-replies'] },
} as const satisfies OptionSpecs;

/** The environment, overridden by command line options; these are validated like settings. */
export function settingsWith(
  values: Readonly<Partial<Record<string, string | boolean>>>,
  env: Env = process.env,
): Env {
  const given = Object.entries(NAMES).flatMap(([option, [setting]]) => {
    const value = values[option];
    return typeof value === 'string' ? [[setting, value] as const] : [];
  });
  const typed: Env = {
    // `--data-dir` selects SQLite even if the environment names a PostgreSQL server.
    ...(values['data-dir'] !== undefined && { DATABASE_URL: undefined, DATABASE_REPLICA_URL: undefined }),
    ...(values['sandbox'] && { ARKHOUSE_CLOCK: 'sandbox' }),
    ...Object.fromEntries(given),
  };
  // NAME_FILE as undefined: neither a file nor a credential gives the setting.
  const withoutFiles = Object.keys(typed).map((name) => [`${name}_FILE`, undefined] as const);
  return { ...env, ...typed, ...Object.fromEntries(withoutFiles) };
}

function settingOptions<Names extends readonly (keyof typeof NAMES)[]>(...names: Names) {
  const options = names.map((name) => {
    const [setting, placeholder] = NAMES[name];
    const { usual, meaning } = SETTINGS[setting];
    return [name, { type: 'string', placeholder, usual: `${setting}, ${usual}`, meaning: asClause(meaning) }];
  });
  return Object.fromEntries(options) as Readonly<
    Record<Names[number], OptionSpec & { readonly type: 'string' }>
  >;
}

function asClause(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

export async function withStore<T>(
  use: DatabaseUse,
  settings: Env,
  work: (store: Database) => Promise<T>,
): Promise<T> {
  const store = await connectDatabase(readConfig(settings), use);
  try {
    // Throws if the database is newer than this program, even if it is only copied.
    await pendingMigrations(store);
    return await work(store);
  } finally {
    await store.close();
  }
}
