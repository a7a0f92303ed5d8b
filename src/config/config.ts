import { chooseInline, type InlinePaymentsConfig } from './inline-payments.ts';
import { chooseEmbeddings, type EmbeddingsConfig, chooseImages, type ImagesConfig } from './model-service.ts';
import { contact, hostName, localUrl, longEnough, oneOf, proxies, scale, siteUrl, urlOf, wholeNumber } from './parse.ts';
import { choosePayments, type PaymentsConfig } from './payments.ts';
import { SETTINGS, type Env, type SettingName } from './settings.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: URL;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly adminKey: string | undefined;
  /** Whom to tell about a hole, as an address. */
  readonly securityContact: string | undefined;
  /** Where metrics have a door of their own. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** How many proxies stand before us, or which addresses they have; 0 trusts nobody's word. */
  readonly trustedProxies: number | readonly string[];
  readonly clock: 'system' | 'sandbox';
  readonly timeScale: number;
  readonly payments: PaymentsConfig;
  /** How agents pay by themselves. */
  readonly inline: InlinePaymentsConfig;
  /** Who tells what items are like; undefined for the model that comes with the house. */
  readonly embeddings: EmbeddingsConfig | undefined;
  /** Who draws; undefined for our own artist. */
  readonly images: ImagesConfig | undefined;
  /** Undefined when nobody said: then it depends on who reads along. */
  readonly logLevel: LogLevel | undefined;
  readonly production: boolean;
}

/** All that is wrong with the settings, in one message. */
export class SettingsError extends Error {
  override readonly name = 'BadSettings';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      ['Arkhouse cannot start with these settings:', ...problems.map((line) => `  - ${line}`)].join('\n'),
    );
    this.problems = problems;
  }
}

/** The environment's strings as a Config, or one error that names every problem. */
export function readConfig(env: Env): Config {
  const problems = unknownNames(env);
  const read = (name: SettingName): string | undefined => env[name]?.trim() || undefined;
  /** What `parse` makes of a setting; a sentence when it can make nothing of it. */
  const take = <T>(name: SettingName, usual: T, parse: (given: string) => T | undefined, expected: string): T => {
    const given = read(name);
    if (given === undefined) return usual;
    const value = parse(given);
    if (value === undefined) problems.push(`${name} must be ${expected}.`);
    return value ?? usual;
  };

  const production = read('NODE_ENV') === 'production';
  const port = take('PORT', 3000, wholeNumber(0, 65535), PORT_EXPECTED);
  const host = take('HOST', '127.0.0.1', hostName, 'an address or host name to listen on');
  const baseUrl = take(
    'ARKHOUSE_BASE_URL',
    localUrl(host, port),
    siteUrl,
    'an http(s) address without a path',
  );
  const clock = take('ARKHOUSE_CLOCK', 'system', oneOf(['system', 'sandbox'] as const), 'system or sandbox');
  const timeScale = take('ARKHOUSE_TIME_SCALE', 1, scale, 'a number from 1 to 100000');
  problems.push(...clockProblems(clock, timeScale, production));
  const payments = choosePayments({
    mode: read('ARKHOUSE_PAYMENTS'),
    sandboxHost: read('ARKHOUSE_PAYMENTS_SANDBOX_HOST'),
    stripeKey: read('STRIPE_SECRET_KEY'),
    stripeWebhookSecret: read('STRIPE_WEBHOOK_SECRET'),
    production,
    baseUrl,
  });
  if ('problems' in payments) problems.push(...payments.problems);
  const inline = chooseInline({
    facilitatorUrl: read('X402_FACILITATOR_URL'),
    payTo: read('X402_PAY_TO'),
    network: read('X402_NETWORK'),
    asset: read('X402_ASSET'),
    assetName: read('X402_ASSET_NAME'),
    assetVersion: read('X402_ASSET_VERSION'),
    rpcUrl: read('X402_RPC_URL'),
    mppSecret: read('MPP_SECRET_KEY'),
    mppRealm: read('MPP_REALM'),
    mppStripeNetworkId: read('MPP_STRIPE_NETWORK_ID'),
    baseUrl,
    payments: 'problems' in payments ? PAYMENTS_OFF : payments,
  });
  if ('problems' in inline) problems.push(...inline.problems);
  const embeddings = chooseEmbeddings({
    url: read('EMBEDDINGS_URL'),
    key: read('EMBEDDINGS_API_KEY'),
    model: read('EMBEDDINGS_MODEL'),
  });
  if (embeddings && 'problems' in embeddings) problems.push(...embeddings.problems);
  const images = chooseImages({
    url: read('IMAGES_URL'),
    key: read('IMAGES_API_KEY'),
    model: read('IMAGES_MODEL'),
    perAgentDaily: read('IMAGES_PER_AGENT_DAILY'),
  });
  if (images && 'problems' in images) problems.push(...images.problems);

  const config = {
    port,
    host,
    baseUrl,
    production,
    clock,
    timeScale,
    payments: 'problems' in payments ? PAYMENTS_OFF : payments,
    inline: 'problems' in inline ? { x402: undefined, mpp: undefined } : inline,
    embeddings: embeddings && 'problems' in embeddings ? undefined : embeddings,
    images: images && 'problems' in images ? undefined : images,
    dataDir: read('ARKHOUSE_DATA_DIR') ?? './data',
    databaseUrl: take('DATABASE_URL', undefined, urlOf('postgres:', 'postgresql:'), 'a postgres:// address'),
    redisUrl: take('REDIS_URL', undefined, urlOf('redis:', 'rediss:'), 'a redis:// address'),
    adminKey: take('ARKHOUSE_ADMIN_KEY', undefined, longEnough(32), 'at least 32 characters long'),
    securityContact: take('ARKHOUSE_SECURITY_CONTACT', undefined, contact, 'a mailto: or https: address'),
    trustedProxies: take(
      'ARKHOUSE_TRUST_PROXY',
      0,
      proxies,
      'a hop count, or addresses and networks separated by commas',
    ),
    logLevel: take('LOG_LEVEL', undefined, oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
  };
  const metricsHost = take('ARKHOUSE_METRICS_HOST', '127.0.0.1', hostName, 'an address or host name');
  const metricsPort = take('ARKHOUSE_METRICS_PORT', undefined, wholeNumber(0, 65535), PORT_EXPECTED);
  if (metricsPort === undefined && read('ARKHOUSE_METRICS_HOST') !== undefined)
    problems.push('ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.');
  const metrics = metricsPort === undefined ? undefined : { port: metricsPort, host: metricsHost };
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...config, metrics };
}

const PORT_EXPECTED = 'a whole number from 0 to 65535';

/** Stands in for settings that are refused anyway. */
const PAYMENTS_OFF: PaymentsConfig = { mode: 'off', chosen: 'by setting' };

function unknownNames(env: Env): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('ARKHOUSE_') && !(name in SETTINGS))
    .map((name) => `${name} is not a setting. The README lists them all.`);
}

function clockProblems(clock: string, timeScale: number, production: boolean): string[] {
  if (clock === 'sandbox') {
    return production ? ['ARKHOUSE_CLOCK=sandbox is refused when NODE_ENV is production.'] : [];
  }
  return timeScale === 1 ? [] : ['ARKHOUSE_TIME_SCALE needs ARKHOUSE_CLOCK=sandbox.'];
}
