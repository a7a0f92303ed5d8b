import type { OptionSpec } from '../command-line/command.ts';
import { readConfig } from '../config/config.ts';
import { type Env, type SettingName, SETTINGS } from '../config/settings.ts';
import type { Database } from '../db/db.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { connectDatabase } from '../open-house.ts';

/** Options that are another way to say a setting, and what stands for their value. */
const NAMES = {
  port: ['PORT', 'PORT'],
  host: ['HOST', 'HOST'],
  'base-url': ['ARKHOUSE_BASE_URL', 'URL'],
  'data-dir': ['ARKHOUSE_DATA_DIR', 'FOLDER'],
  'database-url': ['DATABASE_URL', 'URL'],
  payments: ['ARKHOUSE_PAYMENTS', 'MODE'],
  'log-level': ['LOG_LEVEL', 'LEVEL'],
} as const satisfies Readonly<Record<string, readonly [SettingName, string]>>;

type SettingOption = keyof typeof NAMES;

export const PLACE_OPTIONS = settingOptions('data-dir', 'database-url');

export const SERVE_OPTIONS = {
  ...settingOptions('port', 'host', 'base-url'),
  ...PLACE_OPTIONS,
  sandbox: {
    type: 'boolean',
    usual: 'ARKHOUSE_CLOCK, system',
    meaning: 'a clock you can turn forward, to try things out: `ARKHOUSE_CLOCK=sandbox`',
  },
  ...settingOptions('payments', 'log-level'),
  'check-replies': {
    type: 'boolean',
    meaning: 'hold every reply against its schema, while you work on the house',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

const NO_SERVER = Object.fromEntries(
  ['DATABASE_URL', 'DATABASE_REPLICA_URL']
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, undefined]),
);

/** The environment with what was typed instead; what is wrong with a value, its setting says. */
export function settingsWith(
  values: Readonly<Partial<Record<string, string | boolean>>>,
  env: Env = process.env,
): Env {
  const typed = Object.entries(NAMES).flatMap(([option, [setting]]) => {
    const value = values[option];
    return typeof value === 'string'
      ? [[setting, value] as const, [`${setting}_FILE`, undefined] as const]
      : [];
  });
  return {
    ...env,
    // Who names a folder means the house in it, whichever database the environment speaks of.
    ...(values['data-dir'] !== undefined && NO_SERVER),
    ...(values['sandbox'] && { ARKHOUSE_CLOCK: 'sandbox' }),
    ...Object.fromEntries(typed),
  };
}

function settingOptions<Names extends readonly SettingOption[]>(...names: Names) {
  const options = names.map((name) => {
    const [setting, placeholder] = NAMES[name];
    const [usual, meaning] = SETTINGS[setting];
    return [name, { type: 'string', placeholder, usual: `${setting}, ${usual}`, meaning: asClause(meaning) }];
  });
  return Object.fromEntries(options) as Readonly<
    Record<Names[number], OptionSpec & { readonly type: 'string' }>
  >;
}

/** As other options are told of: neither a capital before, nor a full stop after. */
function asClause(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

export async function withStore<T>(
  missing: 'create' | 'fail',
  settings: Env,
  work: (store: Database) => Promise<T>,
): Promise<T> {
  const store = await connectDatabase(readConfig(settings), missing);
  try {
    // Refuses what a newer version has made of it: even a copy would keep what only that one knows to leave out.
    await pendingMigrations(store);
    return await work(store);
  } finally {
    await store.close();
  }
}
