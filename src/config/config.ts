import { z } from 'zod';

import { chooseInline, type InlinePaymentsConfig } from './inline-payments.ts';
import {
  chooseEmbeddings,
  chooseImages,
  type ImagesConfig,
  type ModelServiceConfig,
} from './model-service.ts';
import {
  isHostName,
  isUrlOf,
  localUrl,
  port,
  problemsAmong,
  proxies,
  siteUrl,
  textThat,
  timeScale,
  type Misfit,
} from './parse.ts';
import { choosePayments, type PaymentsConfig } from './payments.ts';
import { SETTINGS, type Env, type SettingName } from './settings.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One word, that it can stand in a file of lines. */
const isContact = (given: string) => !/\s/.test(given) && isUrlOf(/^(?:mailto|https|tel):$/)(given);

/** Settings that can be read each by itself. */
const ROWS = {
  port: ['PORT', port.default(3000)],
  host: ['HOST', textThat('an address or host name to listen on', isHostName).default('127.0.0.1')],
  siteUrl: ['ARKHOUSE_BASE_URL', siteUrl.optional()],
  dataDir: ['ARKHOUSE_DATA_DIR', z.string().default('./data')],
  databaseUrl: ['DATABASE_URL', textThat('a postgres:// address', isUrlOf(/^postgres(?:ql)?:$/)).optional()],
  redisUrl: ['REDIS_URL', textThat('a redis:// address', isUrlOf(/^rediss?:$/)).optional()],
  adminKey: [
    'ARKHOUSE_ADMIN_KEY',
    textThat('at least 32 characters long', ({ length }) => length >= 32).optional(),
  ],
  /** Whom to tell about a hole, as an address. */
  securityContact: [
    'ARKHOUSE_SECURITY_CONTACT',
    textThat('a mailto: or https: address', isContact).optional(),
  ],
  metricsPort: ['ARKHOUSE_METRICS_PORT', port.optional()],
  metricsHost: [
    'ARKHOUSE_METRICS_HOST',
    textThat('an address or host name', isHostName).default('127.0.0.1'),
  ],
  /** How many proxies stand before us, or which addresses they have; 0 trusts nobody's word. */
  trustedProxies: ['ARKHOUSE_TRUST_PROXY', proxies.default(0)],
  clock: ['ARKHOUSE_CLOCK', z.enum(['system', 'sandbox'], 'system or sandbox').default('system')],
  timeScale: ['ARKHOUSE_TIME_SCALE', timeScale.default(1)],
  /** Undefined when nobody said: then it depends on who reads along. */
  logLevel: ['LOG_LEVEL', z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).optional()],
} as const satisfies Readonly<Record<string, readonly [SettingName, z.ZodType]>>;

type Values = { readonly [Key in keyof typeof ROWS]: z.output<(typeof ROWS)[Key][1]> };

export interface Config extends Omit<Values, 'siteUrl' | 'metricsPort' | 'metricsHost'> {
  readonly baseUrl: URL;
  /** Where metrics have a port of their own. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  readonly payments: PaymentsConfig;
  /** How agents pay by themselves. */
  readonly inline: InlinePaymentsConfig;
  /** Who tells what items are like; undefined for the model that comes with the house. */
  readonly embeddings: ModelServiceConfig | undefined;
  /** Who draws; undefined for our own artist. */
  readonly images: ImagesConfig | undefined;
  readonly production: boolean;
}

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
export function readConfig(env: Env): Config {
  const given = givenIn(env);
  const problems = unknownNames(env);
  const { siteUrl: baseUrl, metricsPort, metricsHost, ...values } = readValues(given, problems);
  const production = given.NODE_ENV === 'production';
  /** What was chosen; what stands in for it where it is refused anyway. */
  const settle = <Chosen>(choice: Chosen | Misfit, otherwise: Chosen): Chosen => {
    if (!isMisfit(choice)) return choice;
    problems.push(...choice.problems);
    return otherwise;
  };
  const payments = settle(paymentsFrom(given, production, baseUrl), { mode: 'off', chosen: 'by setting' });
  const config = {
    ...values,
    baseUrl,
    metrics: metricsPort === undefined ? undefined : { port: metricsPort, host: metricsHost },
    payments,
    inline: settle(inlineFrom(given, payments, baseUrl), { x402: undefined, mpp: undefined }),
    embeddings: settle(embeddingsFrom(given), undefined),
    images: settle(imagesFrom(given), undefined),
    production,
  };
  const isSandbox = values.clock === 'sandbox';
  const hasHostAlone = metricsPort === undefined && given.ARKHOUSE_METRICS_HOST !== undefined;
  problems.push(
    ...problemsAmong(
      [isSandbox && production, 'ARKHOUSE_CLOCK=sandbox is refused when NODE_ENV is production.'],
      [!isSandbox && values.timeScale !== 1, 'ARKHOUSE_TIME_SCALE needs ARKHOUSE_CLOCK=sandbox.'],
      [hasHostAlone, 'ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.'],
    ),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return config;
}

type Given = Readonly<Partial<Record<SettingName, string>>>;

function givenIn(env: Env): Given {
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
}

/** The usual value stands in for what is refused. */
function readValues(given: Given, problems: string[]): Values & { readonly siteUrl: URL } {
  const read = Object.entries(ROWS).map(([key, [name, schema]]) => {
    const { success, data, error } = schema.safeParse(given[name]);
    if (!success) problems.push(`${name} must be ${error.issues[0]?.message}.`);
    return [key, success ? data : schema.parse(undefined)];
  });
  const values = Object.fromEntries(read) as Values;
  return { ...values, siteUrl: values.siteUrl ?? localUrl(values.host, values.port) };
}

function isMisfit(choice: unknown): choice is Misfit {
  return typeof choice === 'object' && choice !== null && 'problems' in choice;
}

function unknownNames(env: Env): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('ARKHOUSE_') && !(name in SETTINGS))
    .map((name) => `${name} is not a setting. The README lists them all.`);
}

function paymentsFrom(given: Given, production: boolean, baseUrl: URL): PaymentsConfig | Misfit {
  return choosePayments({
    mode: given.ARKHOUSE_PAYMENTS,
    sandboxHost: given.ARKHOUSE_PAYMENTS_SANDBOX_HOST,
    stripeKey: given.STRIPE_SECRET_KEY,
    stripeWebhookSecret: given.STRIPE_WEBHOOK_SECRET,
    production,
    baseUrl,
  });
}

function inlineFrom(given: Given, payments: PaymentsConfig, baseUrl: URL): InlinePaymentsConfig | Misfit {
  return chooseInline({
    facilitatorUrl: given.X402_FACILITATOR_URL,
    payTo: given.X402_PAY_TO,
    network: given.X402_NETWORK,
    asset: given.X402_ASSET,
    assetName: given.X402_ASSET_NAME,
    assetVersion: given.X402_ASSET_VERSION,
    rpcUrl: given.X402_RPC_URL,
    mppSecret: given.MPP_SECRET_KEY,
    mppRealm: given.MPP_REALM,
    mppStripeNetworkId: given.MPP_STRIPE_NETWORK_ID,
    payments,
    baseUrl,
  });
}

function embeddingsFrom({ EMBEDDINGS_URL: url, EMBEDDINGS_API_KEY: key, EMBEDDINGS_MODEL: model }: Given) {
  return chooseEmbeddings({ url, key, model });
}

function imagesFrom({ IMAGES_URL: url, IMAGES_API_KEY: key, IMAGES_MODEL: model, ...given }: Given) {
  return chooseImages({ url, key, model, perAgentDaily: given.IMAGES_PER_AGENT_DAILY });
}
