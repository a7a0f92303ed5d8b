import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { USUAL_QUOTAS } from '../rules/agents.ts';
import { SECOND } from '../rules/base/clock.ts';
import { splitHosts } from '../rules/base/host-list.ts';
import {
  isHostName,
  isUrlOf,
  localUrl,
  port,
  proxies,
  readImages,
  readModelService,
  readSetting,
  seconds,
  siteUrl,
  textThat,
  timeScale,
  wholeNumber,
} from './parse.ts';
import { isLoopbackHost, isPublic, type PaymentsConfig, readPayments } from './payments.ts';
import { type Env, type GivenSettings, type SettingName, SETTINGS } from './settings.ts';

/** True for `NAME` or `NAME_FILE` of a setting. */
export function isSettingName(name: string): boolean {
  return name.replace(/_FILE$/, '') in SETTINGS;
}

/**
 * Reads a setting from NAME, from the file in NAME_FILE (secrets of Docker and Kubernetes), or from a systemd
 * credential. Problems never quote the value: a secret may have been given in place of a file name.
 */
function findGiven(name: string, env: Env, problems: string[]): string | undefined {
  const folder = env['CREDENTIALS_DIRECTORY'];
  const file = env[`${name}_FILE`]?.trim();
  const inFile = file && readSecret(`The file of ${name}_FILE`, file, problems);
  const credential = folder && readSecret(`The credential ${name}`, join(folder, name), problems, 'ENOENT');
  const found = [
    { place: name, text: env[name]?.trim() },
    { place: `${name}_FILE`, text: inFile },
    { place: 'a credential', text: credential },
  ].filter(({ text }) => text);
  if (found.length > 1)
    problems.push(`${name} is given as ${found.map(({ place }) => place).join(' and as ')}: keep one.`);
  return found[0]?.text;
}

function readSecret(place: string, file: string, problems: string[], fine?: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') problems.push(`${place} is empty.`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== fine) problems.push(`${place} cannot be read (${code}).`);
    return undefined;
  }
}

/** USDC contracts of each network; `live` means real money. */
const NETWORKS = {
  base: {
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    assetName: 'USD Coin',
    assetVersion: '2',
    live: true,
  },
  'base-sepolia': {
    network: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    assetName: 'USDC',
    assetVersion: '2',
    live: false,
  },
} as const;

function readInlinePayments(
  given: GivenSettings,
  payments: PaymentsConfig,
  baseUrl: URL,
  problems: string[],
) {
  const x402 = readX402(given, payments, baseUrl, problems);
  const mpp = readMpp(given, payments, baseUrl, problems);
  const isWanted = (given.X402_FACILITATOR_URL ?? given.MPP_SECRET_KEY) !== undefined;
  if (isWanted && baseUrl.protocol !== 'https:' && !isLoopbackHost(baseUrl.hostname))
    problems.push('Payments by agents need an ARKHOUSE_BASE_URL that begins with https://.');
  // ARKHOUSE_PAYMENTS=off turns all payments off.
  if (isOff(payments)) return { x402: undefined, mpp: undefined, sandbox: false };
  return { x402, mpp, sandbox: payments.mode === 'sandbox' && !isPublic(given, baseUrl) };
}

function isOff({ mode, chosen }: PaymentsConfig): boolean {
  return mode === 'off' && chosen === 'by setting';
}

function readX402(given: GivenSettings, payments: PaymentsConfig, baseUrl: URL, problems: string[]) {
  const { X402_FACILITATOR_URL: facilitatorUrl, X402_PAY_TO: payTo, X402_RPC_URL: rpcUrl } = given;
  const coin = [given.X402_ASSET, given.X402_ASSET_NAME, given.X402_ASSET_VERSION];
  const all = [facilitatorUrl, payTo, given.X402_NETWORK, ...coin, rpcUrl];
  if (all.every((each) => each === undefined)) return undefined;
  if (facilitatorUrl === undefined || payTo === undefined || given.X402_NETWORK === undefined) {
    problems.push(
      'X402_FACILITATOR_URL, X402_PAY_TO and X402_NETWORK go together, and the other X402_ settings with them.',
    );
    return undefined;
  }
  // A network is accepted by its name in version 1 or in version 2 of x402.
  const oldNetwork = (Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).find(
    (name) => name === given.X402_NETWORK || NETWORKS[name].network === given.X402_NETWORK,
  );
  if (!isAddress(payTo)) problems.push('X402_PAY_TO must be an address: 0x and 40 hexadecimal digits.');
  if (!oldNetwork) problems.push(`X402_NETWORK must be ${Object.keys(NETWORKS).join(' or ')}.`);
  if (coin.includes(undefined) && coin.some((each) => each !== undefined))
    problems.push('X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION go together: set all or none.');
  if (!isAddress(given.X402_ASSET))
    problems.push('X402_ASSET must be an address: 0x and 40 hexadecimal digits.');
  for (const name of ['X402_FACILITATOR_URL', 'X402_RPC_URL'] as const)
    if (!isSafeUrl(given[name], baseUrl))
      problems.push(`${name} must be an https address without a password.`);
  if (!oldNetwork) return undefined;
  const { network, live, ...usdc } = NETWORKS[oldNetwork];
  // Free credits and paid credits must not share a database.
  if (payments.mode !== 'off' && live !== (payments.stripe?.live ?? false)) {
    const other =
      payments.mode === 'sandbox' ? 'the sandbox’s play money' : 'the money of this STRIPE_SECRET_KEY';
    problems.push(
      `X402_NETWORK=${oldNetwork} moves ${live ? 'real' : 'play'} money, which must not stand beside ${other}.`,
    );
  }
  const [asset = usdc.asset, assetName = usdc.assetName, assetVersion = usdc.assetVersion] = coin;
  return { facilitatorUrl, payTo, network, oldNetwork, asset, assetName, assetVersion, rpcUrl, live };
}

function isAddress(given: string | undefined): boolean {
  return given === undefined || /^0x[0-9a-f]{40}$/i.test(given);
}

/** True if the URL uses TLS or is on this machine: a man in the middle could confirm any payment. */
function isSafeUrl(given: string | undefined, baseUrl: URL): boolean {
  if (given === undefined) return true;
  const url = URL.parse(given);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const bothHere = isLoopbackHost(baseUrl.hostname) && isLoopbackHost(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && bothHere);
}

function readMpp(given: GivenSettings, payments: PaymentsConfig, baseUrl: URL, problems: string[]) {
  const { MPP_SECRET_KEY: secret, MPP_REALM: realm, MPP_STRIPE_NETWORK_ID: stripeNetworkId } = given;
  if (secret === undefined && realm === undefined && stripeNetworkId === undefined) return undefined;
  if (secret === undefined || stripeNetworkId === undefined) {
    problems.push(
      'MPP_SECRET_KEY and MPP_STRIPE_NETWORK_ID go together: set both or neither, and no MPP_REALM without them.',
    );
    return undefined;
  }
  if (Buffer.byteLength(secret) < 32) problems.push('MPP_SECRET_KEY must be at least 32 bytes long.');
  if (!/^[\w-]{1,100}$/.test(stripeNetworkId))
    problems.push('MPP_STRIPE_NETWORK_ID must be the id of a Stripe profile.');
  if (realm !== undefined && !/^[\w.:-]{1,200}$/.test(realm)) problems.push('MPP_REALM must be a host name.');
  if (!isOff(payments) && !payments.stripe)
    problems.push('MPP_STRIPE_NETWORK_ID needs Stripe: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
  return { secret, realm: realm ?? baseUrl.host, stripeNetworkId };
}

const CLOCKS = ['system', 'sandbox', 'unchecked'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** True for a contact address without whitespace, since it becomes a line of security.txt. */
const isContact = (given: string) => !/\s/.test(given) && isUrlOf(/^(?:mailto|https|tel):$/)(given);
const isPostgres = (given: string) => splitHosts(given).every(isUrlOf(/^postgres(?:ql)?:$/));
const postgresUrl = textThat('a postgres:// address', isPostgres).optional();
const longSecret = textThat('at least 32 characters long', ({ length }) => length >= 32).optional();

export type Config = Readonly<ReturnType<typeof readConfig>>;

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

/** Reads all settings; throws one error that names every problem. */
export function readConfig(env: Env) {
  const problems = Object.keys(env)
    .filter((name) => name.startsWith('ARKHOUSE_') && !isSettingName(name))
    .map((name) => `${name} is not a setting. "arkhouse help settings" lists them all.`);
  const given: GivenSettings = Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, findGiven(name, env, problems)]),
  );
  const { site, metricsPort, metricsHost, livingCreatures, wordBytesDaily, wantedClock, ...values } =
    readSingly(given, problems);
  const baseUrl = site ?? localUrl(values.host, values.port);
  const production = given.NODE_ENV === 'production';
  const payments = readPayments(given, baseUrl, problems);
  const isSandbox = wantedClock === 'sandbox';
  const config = {
    ...values,
    baseUrl,
    metrics: metricsPort === undefined ? undefined : { port: metricsPort, host: metricsHost },
    quotas: { livingCreatures, wordBytesDaily },
    clock: isSandbox ? ('sandbox' as const) : ('system' as const),
    /** Whether the system clock is compared with the database's and the monotonic one. */
    checksClock: wantedClock === 'system',
    payments,
    /** True if the sandbox clock or play money is on, both for requests with the sandbox token only. */
    hasSandbox: isSandbox || payments.mode === 'sandbox',
    inline: readInlinePayments(given, payments, baseUrl, problems),
    /** The embeddings service; undefined for the bundled embedding model. */
    embeddings: readModelService('EMBEDDINGS', given, problems),
    /** The image service; undefined for the built-in artist. */
    images: readImages(given, problems),
    production,
  };
  if (isSandbox && production)
    problems.push('ARKHOUSE_CLOCK=sandbox is refused when NODE_ENV is production.');
  if (!isSandbox && values.timeScale !== 1)
    problems.push('ARKHOUSE_TIME_SCALE needs ARKHOUSE_CLOCK=sandbox.');
  if (!isSandbox && values.limits === 'off')
    problems.push('ARKHOUSE_LIMITS=off needs ARKHOUSE_CLOCK=sandbox.');
  if (values.replicaUrl !== undefined && values.databaseUrl === undefined)
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL.');
  if (metricsPort === undefined && given.ARKHOUSE_METRICS_HOST !== undefined)
    problems.push('ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.');
  if (problems.length > 0) throw new SettingsError(problems);
  return config;
}

function readSingly(given: GivenSettings, problems: string[]) {
  const read = <Schema extends z.ZodType>(name: SettingName, schema: Schema) =>
    readSetting(name, schema, given, problems);
  return {
    port: read('PORT', port.default(3000)),
    host: read('HOST', textThat('an address or host name to listen on', isHostName).default('127.0.0.1')),
    site: read('ARKHOUSE_BASE_URL', siteUrl.optional()),
    dataDir: read('ARKHOUSE_DATA_DIR', z.string().default('./data')),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    replicaUrl: read('DATABASE_REPLICA_URL', postgresUrl),
    mostConnections: read('DATABASE_POOL', wholeNumber(2, 1000).default(20)),
    waitTimeoutMs: read('DATABASE_WAIT_SECONDS', seconds.default(5 * SECOND)),
    connectTimeoutMs: read('DATABASE_CONNECT_SECONDS', seconds.default(3 * SECOND)),
    statementTimeoutMs: read('DATABASE_STATEMENT_SECONDS', seconds.default(10 * SECOND)),
    redisUrl: read('REDIS_URL', textThat('a redis:// address', isUrlOf(/^rediss?:$/)).optional()),
    adminKey: read('ARKHOUSE_ADMIN_KEY', longSecret),
    securityContact: read(
      'ARKHOUSE_SECURITY_CONTACT',
      textThat('a mailto: or https: address', isContact).optional(),
    ),
    metricsToken: read('ARKHOUSE_METRICS_TOKEN', longSecret),
    metricsPort: read('ARKHOUSE_METRICS_PORT', port.optional()),
    metricsHost: read(
      'ARKHOUSE_METRICS_HOST',
      textThat('an address or host name', isHostName).default('127.0.0.1'),
    ),
    /** Trusted proxies: a hop count or a list of addresses; 0 trusts no forwarded header. */
    trustedProxies: read('ARKHOUSE_TRUST_PROXY', proxies.default(0)),
    connectionsPerAddress: read('ARKHOUSE_CONNECTIONS_PER_ADDRESS', wholeNumber(1, 10_000).default(200)),
    closeAfterSeconds: read('ARKHOUSE_CLOSE_AFTER_SECONDS', wholeNumber(0, 60).default(0)),
    livingCreatures: read(
      'ARKHOUSE_CREATURES_PER_AGENT',
      wholeNumber(1, 100_000).default(USUAL_QUOTAS.livingCreatures),
    ),
    // The minimum is the size of the largest request, which would otherwise never be accepted.
    wordBytesDaily: read(
      'ARKHOUSE_WORDS_PER_AGENT_DAILY',
      wholeNumber(65_536, 999_999_999).default(USUAL_QUOTAS.wordBytesDaily),
    ),
    /** Undefined: any number of deaths is stored. */
    deathsPercent: read(
      'ARKHOUSE_DEATHS_PERCENT',
      wholeNumber(0, 100)
        .transform((percent) => percent || undefined)
        .default(5),
    ),
    wantedClock: read('ARKHOUSE_CLOCK', z.enum(CLOCKS, `one of ${CLOCKS.join(', ')}`).default('system')),
    timeScale: read('ARKHOUSE_TIME_SCALE', timeScale.default(1)),
    limits: read('ARKHOUSE_LIMITS', z.enum(['on', 'off'], 'on or off').default('on')),
    sandboxToken: read('ARKHOUSE_SANDBOX_TOKEN', longSecret),
    /** The log level; undefined for `warn` on a terminal, otherwise `info`. */
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).optional()),
    logRequests: read('LOG_REQUESTS', z.enum(['debug', 'info'], 'debug or info').default('debug')),
  };
}
