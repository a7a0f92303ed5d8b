import type { Config } from '../../config/config.ts';
import type { Env } from '../../config/settings.ts';
import { checkClock } from './check-clock.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkExposure } from './check-exposure.ts';
import { checkMachine } from './check-machine.ts';
import { checkModel } from './check-model.ts';
import { checkPayments } from './check-payments.ts';
import { checkPictures } from './check-pictures.ts';
import { checkPorts } from './check-ports.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkRedis } from './check-redis.ts';
import { checkSettings } from './check-settings.ts';
import { checkSqlite } from './check-sqlite.ts';
import { reasonOf, wrong, type Diagnosis } from './diagnosis.ts';
import { withoutSecrets } from './without-secrets.ts';

type Check = (config: Config) => Diagnosis[] | Promise<Diagnosis[]>;

/** In the order they are told; each knows its own patience. */
const CHECKS = {
  exposure: checkExposure,
  ports: checkPorts,
  'data folder': checkDataFolder,
  database: (config) => (config.databaseUrl === undefined ? checkSqlite : checkPostgres)(config),
  redis: checkRedis,
  clock: () => checkClock(),
  payments: checkPayments,
  model: checkModel,
  pictures: checkPictures,
  machine: checkMachine,
} as const satisfies Readonly<Record<string, Check>>;

type CheckName = keyof typeof CHECKS;

/** Looks at everything, whatever is wrong with some of it, and changes nothing. */
export async function examine(env: Env, omitted: readonly CheckName[] = []): Promise<Diagnosis[]> {
  const { config, findings } = checkSettings(env);
  const names = (Object.keys(CHECKS) as CheckName[]).filter((name) => !omitted.includes(name));
  const others = await Promise.all(names.map((name) => checked(name, config)));
  return [...findings, ...others.flat()].map(withoutSecrets(env));
}

async function checked(name: CheckName, config: Config): Promise<Diagnosis[]> {
  try {
    return await CHECKS[name](config);
  } catch (error) {
    return [
      wrong(
        name,
        `This could not be looked at: ${reasonOf(error)}.`,
        'Tell us; a doctor should know better.',
      ),
    ];
  }
}
