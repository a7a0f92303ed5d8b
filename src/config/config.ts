import { z } from 'zod';

import { SECOND } from '../core/engine/clock.ts';
import { splitHosts } from '../core/engine/host-list.ts';
import { USUAL_QUOTAS } from '../core/keepers/quotas.ts';
import { findGiven, isSettingName } from './find-given.ts';
import { readInlinePayments } from './inline-payments.ts';
import { readImages, readModelService } from './model-service.ts';
import {
  isHostName,
  isUrlOf,
  localUrl,
  port,
  proxies,
  readSetting,
  seconds,
  siteUrl,
  textThat,
  timeScale,
  wholeNumber,
} from './parse.ts';
import { readPayments } from './payments.ts';
import type { Env, GivenSettings, SettingName } from './settings.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One word, that it can stand in a file of lines. */
const isContact = (given: string) => !/\s/.test(given) && isUrlOf(/^(?:mailto|https|tel):$/)(given);
const isPostgres = (given: string) => splitHosts(given).every(isUrlOf(/^postgres(?:ql)?:$/));
const isLong = ({ length }: string) => length >= 32;

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** All that is wrong with the settings, in one message. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      ['Arkhouse cannot start with these settings:', ...problems.map((line) => `  - ${line}`)].join('\n'),
    );
    this.problems = problems;
  }
}

/** The environment's strings as a Config, or one error that names every problem. */
export function readConfig(env: Env) {
  const problems = unknownNames(env);
  const given = findGiven(env, problems);
  const { site, metricsPort, metricsHost, livingCreatures, wordBytesDaily, ...values } = readSingly(
    given,
    problems,
  );
  const baseUrl = site ?? localUrl(values.host, values.port);
  const production = given.NODE_ENV === 'production';
  const payments = readPayments(given, baseUrl, problems);
  const isSandbox = values.clock === 'sandbox';
  const config = {
    ...values,
    baseUrl,
    /** Where metrics have a port of their own. */
    metrics: metricsPort === undefined ? undefined : { port: metricsPort, host: metricsHost },
    quotas: { livingCreatures, wordBytesDaily },
    payments,
    /** True where there is a clock to turn or play money, for requests with the sandbox token. */
    hasSandbox: isSandbox || payments.mode === 'sandbox',
    /** How agents pay by themselves. */
    inline: readInlinePayments(given, payments, baseUrl, problems),
    /** Who tells what items are like; undefined for the model that comes with the house. */
    embeddings: readModelService('EMBEDDINGS', given, problems),
    /** Who draws; undefined for our own artist. */
    images: readImages(given, problems),
    production,
  };
  if (isSandbox && production)
    problems.push('ARKHOUSE_CLOCK=sandbox is refused when NODE_ENV is production.');
  if (!isSandbox && values.timeScale !== 1)
    problems.push('ARKHOUSE_TIME_SCALE needs ARKHOUSE_CLOCK=sandbox.');
  if (values.replicaUrl !== undefined && values.databaseUrl === undefined)
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL.');
  if (metricsPort === undefined && given.ARKHOUSE_METRICS_HOST !== undefined)
    problems.push('ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.');
  if (problems.length > 0) throw new SettingsError(problems);
  return config;
}

/** Settings that can be read each by itself. */
function readSingly(given: GivenSettings, problems: string[]) {
  const read = <Schema extends z.ZodType>(name: SettingName, schema: Schema) =>
    readSetting(name, schema, given, problems);
  return {
    port: read('PORT', port.default(3000)),
    host: read('HOST', textThat('an address or host name to listen on', isHostName).default('127.0.0.1')),
    site: read('ARKHOUSE_BASE_URL', siteUrl.optional()),
    dataDir: read('ARKHOUSE_DATA_DIR', z.string().default('./data')),
    databaseUrl: read('DATABASE_URL', textThat('a postgres:// address', isPostgres).optional()),
    replicaUrl: read('DATABASE_REPLICA_URL', textThat('a postgres:// address', isPostgres).optional()),
    mostConnections: read('DATABASE_POOL', wholeNumber(2, 1000).default(20)),
    waitTimeoutMs: read('DATABASE_WAIT_SECONDS', seconds.default(5 * SECOND)),
    connectTimeoutMs: read('DATABASE_CONNECT_SECONDS', seconds.default(3 * SECOND)),
    statementTimeoutMs: read('DATABASE_STATEMENT_SECONDS', seconds.default(10 * SECOND)),
    redisUrl: read('REDIS_URL', textThat('a redis:// address', isUrlOf(/^rediss?:$/)).optional()),
    adminKey: read('ARKHOUSE_ADMIN_KEY', textThat('at least 32 characters long', isLong).optional()),
    /** Whom to tell about a hole, as an address. */
    securityContact: read(
      'ARKHOUSE_SECURITY_CONTACT',
      textThat('a mailto: or https: address', isContact).optional(),
    ),
    metricsToken: read('ARKHOUSE_METRICS_TOKEN', textThat('at least 32 characters long', isLong).optional()),
    metricsPort: read('ARKHOUSE_METRICS_PORT', port.optional()),
    metricsHost: read(
      'ARKHOUSE_METRICS_HOST',
      textThat('an address or host name', isHostName).default('127.0.0.1'),
    ),
    /** How many proxies stand before us, or which addresses they have; 0 trusts nobody's word. */
    trustedProxies: read('ARKHOUSE_TRUST_PROXY', proxies.default(0)),
    /** How many connections one address may hold that is no proxy of ours. */
    connectionsPerAddress: read('ARKHOUSE_CONNECTIONS_PER_ADDRESS', wholeNumber(1, 10_000).default(200)),
    /** How long a balancer is given to notice that this node is about to close. */
    closeAfterSeconds: read('ARKHOUSE_CLOSE_AFTER_SECONDS', wholeNumber(0, 60).default(0)),
    livingCreatures: read(
      'ARKHOUSE_CREATURES_PER_AGENT',
      wholeNumber(1, 100_000).default(USUAL_QUOTAS.livingCreatures),
    ),
    // Less than the largest request there is would refuse whoever sends it for ever.
    wordBytesDaily: read(
      'ARKHOUSE_WORDS_PER_AGENT_DAILY',
      wholeNumber(65_536, 999_999_999).default(USUAL_QUOTAS.wordBytesDaily),
    ),
    clock: read('ARKHOUSE_CLOCK', z.enum(['system', 'sandbox'], 'system or sandbox').default('system')),
    timeScale: read('ARKHOUSE_TIME_SCALE', timeScale.default(1)),
    sandboxToken: read('ARKHOUSE_SANDBOX_TOKEN', textThat('at least 32 characters long', isLong).optional()),
    /** Undefined when nobody said: then it depends on who reads along. */
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).optional()),
  };
}

function unknownNames(env: Env): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('ARKHOUSE_') && !isSettingName(name))
    .map((name) => `${name} is not a setting. "arkhouse help settings" lists them all.`);
}
