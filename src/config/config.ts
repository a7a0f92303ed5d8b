import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

import { splitHosts } from '../../packages/database/host-list.ts';
import { USUAL_QUOTAS, type Quotas } from '../rules/agents.ts';
import { SECOND } from '../rules/base/clock.ts';
import { type Env, type GivenSettings, type SettingName, SETTINGS } from './settings.ts';

/** True for `NAME` or `NAME_FILE` of a setting. */
export function isSettingName(name: string): boolean {
  return name.replace(/_FILE$/, '') in SETTINGS;
}

/** NAME, the file in NAME_FILE (Docker, Kubernetes) or a systemd credential. Problems never quote a value: it may be a secret. */
function findGiven(name: string, env: Env, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`]?.trim();
  const isTyped = file === undefined && `${name}_FILE` in env;
  const folder = isTyped ? undefined : env['CREDENTIALS_DIRECTORY'];
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

/** The ways by which agents pay inline. */
interface InlineConfig {
  readonly x402: X402Config | undefined;
  readonly mpp: MppConfig | undefined;
  readonly sandbox: boolean;
}

function readInline(
  given: GivenSettings,
  payments: PaymentsConfig,
  baseUrl: URL,
  problems: string[],
): InlineConfig {
  const x402 = readX402(given, payments, baseUrl, problems);
  const mpp = readMpp(given, payments, baseUrl, problems);
  const isWanted = (given.X402_FACILITATOR_URL ?? given.MPP_SECRET_KEY) !== undefined;
  if (isWanted && baseUrl.protocol !== 'https:' && !isLoopbackHost(baseUrl.hostname))
    problems.push('Payments by agents need an ARKHOUSE_BASE_URL that begins with https://.');
  if (isOff(payments)) return { x402: undefined, mpp: undefined, sandbox: false };
  return { x402, mpp, sandbox: payments.mode === 'sandbox' && !isPublic(given, baseUrl) };
}

const isOff = ({ mode, chosen }: PaymentsConfig) => mode === 'off' && chosen === 'by setting';

interface X402Config {
  readonly facilitatorUrl: string;
  readonly payTo: string;
  readonly network: (typeof NETWORKS)[keyof typeof NETWORKS]['network'];
  /** The network's name in version 1 of x402. */
  readonly oldNetwork: keyof typeof NETWORKS;
  readonly asset: string;
  readonly assetName: string;
  readonly assetVersion: string;
  readonly rpcUrl: string | undefined;
  /** True if the network moves real money. */
  readonly live: boolean;
}

function readX402(
  given: GivenSettings,
  payments: PaymentsConfig,
  baseUrl: URL,
  problems: string[],
): X402Config | undefined {
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
    const isPlay = payments.mode === 'sandbox';
    const other = isPlay ? 'the sandbox’s play money' : 'the money of this STRIPE_SECRET_KEY';
    const moves = `moves ${live ? 'real' : 'play'} money, which must not stand beside ${other}.`;
    problems.push(`X402_NETWORK=${oldNetwork} ${moves}`);
  }
  const [asset = usdc.asset, assetName = usdc.assetName, assetVersion = usdc.assetVersion] = coin;
  return { facilitatorUrl, payTo, network, oldNetwork, asset, assetName, assetVersion, rpcUrl, live };
}

const isAddress = (given?: string) => given === undefined || /^0x[0-9a-f]{40}$/i.test(given);

/** TLS or this machine: a man in the middle could confirm any payment. */
function isSafeUrl(given: string | undefined, baseUrl: URL): boolean {
  if (given === undefined) return true;
  const url = URL.parse(given);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const bothHere = isLoopbackHost(baseUrl.hostname) && isLoopbackHost(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && bothHere);
}

interface MppConfig {
  readonly secret: string;
  readonly realm: string;
  readonly stripeNetworkId: string;
}

function readMpp(
  given: GivenSettings,
  payments: PaymentsConfig,
  baseUrl: URL,
  problems: string[],
): MppConfig | undefined {
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
const contentSignal = textThat('a list such as search=yes, ai-input=yes, ai-train=no', (given) =>
  /^(?:search|ai-input|ai-train)=(?:yes|no)(?:, ?(?:search|ai-input|ai-train)=(?:yes|no)){0,2}$/.test(given),
).default('search=yes');
const contact = textThat('a mailto: or https: address', isContact).optional();
const isPostgres = (given: string) => splitHosts(given).every(isUrlOf(/^postgres(?:ql)?:$/));
const postgresUrl = textThat('a postgres:// address', isPostgres).optional();
const longSecret = textThat('at least 32 characters long', ({ length }) => length >= 32).optional();

export interface Config extends Omit<SingleSettings, KeyOfGroupedSetting> {
  readonly baseUrl: URL;
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  readonly quotas: Quotas;
  readonly clock: 'system' | 'sandbox';
  /** Whether the system clock is compared with the database's and the monotonic one. */
  readonly checksClock: boolean;
  readonly payments: PaymentsConfig;
  /** True if the sandbox clock or play money is on, both for requests with the sandbox token only. */
  readonly hasSandbox: boolean;
  readonly inline: InlineConfig;
  readonly embeddings: ModelServiceConfig | undefined;
  readonly images: ImagesConfig | undefined;
  readonly production: boolean;
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Arkhouse cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Settings that `Config` has under another name or within a group. */
type KeyOfGroupedSetting =
  | 'site'
  | 'metricsPort'
  | 'metricsHost'
  | 'livingCreatures'
  | 'wordBytesDaily'
  | 'wantedClock';

export function readConfig(env: Env): Config {
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
    checksClock: wantedClock === 'system',
    payments,
    hasSandbox: isSandbox || payments.mode === 'sandbox',
    inline: readInline(given, payments, baseUrl, problems),
    embeddings: readModelService('EMBEDDINGS', given, problems),
    images: readImages(given, problems),
    production,
  };
  const refuse = (isWrong: boolean, problem: string) => isWrong && problems.push(problem);
  const [isAlone, hasHost] = [values.databaseUrl === undefined, given.ARKHOUSE_METRICS_HOST !== undefined];
  refuse(isSandbox && production, 'ARKHOUSE_CLOCK=sandbox is refused when NODE_ENV is production.');
  refuse(!isSandbox && values.timeScale !== 1, 'ARKHOUSE_TIME_SCALE needs ARKHOUSE_CLOCK=sandbox.');
  refuse(!isSandbox && values.limits === 'off', 'ARKHOUSE_LIMITS=off needs ARKHOUSE_CLOCK=sandbox.');
  refuse(isAlone && values.replicaUrl !== undefined, 'DATABASE_REPLICA_URL needs DATABASE_URL.');
  refuse(hasHost && metricsPort === undefined, 'ARKHOUSE_METRICS_HOST needs ARKHOUSE_METRICS_PORT.');
  if (problems.length > 0) throw new SettingsError(problems);
  return config;
}

interface SingleSettings {
  readonly port: number;
  readonly host: string;
  readonly site: URL | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly mostConnections: number;
  readonly waitTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly redisUrl: string | undefined;
  readonly adminKey: string | undefined;
  readonly securityContact: string | undefined;
  readonly contentSignal: string;
  readonly metricsToken: string | undefined;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Trusted proxies: a hop count or a list of addresses; 0 trusts no forwarded header. */
  readonly trustedProxies: number | string[];
  readonly connectionsPerAddress: number;
  readonly closeAfterSeconds: number;
  readonly livingCreatures: number;
  readonly wordBytesDaily: number;
  /** Undefined: any number of deaths is stored. */
  readonly deathsPercent: number | undefined;
  /** Undefined: backups are made by other means. */
  readonly backupHours: number | undefined;
  readonly wantedClock: (typeof CLOCKS)[number];
  readonly timeScale: number;
  readonly limits: 'on' | 'off';
  readonly sandboxToken: string | undefined;
  /** The log level; undefined for `warn` on a terminal, otherwise `info`. */
  readonly logLevel: LogLevel | undefined;
  readonly logRequests: 'debug' | 'info';
}

function readSingly(given: GivenSettings, problems: string[]): SingleSettings {
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
    securityContact: read('ARKHOUSE_SECURITY_CONTACT', contact),
    contentSignal: read('ARKHOUSE_CONTENT_SIGNAL', contentSignal),
    metricsToken: read('ARKHOUSE_METRICS_TOKEN', longSecret),
    metricsPort: read('ARKHOUSE_METRICS_PORT', port.optional()),
    metricsHost: read('ARKHOUSE_METRICS_HOST', metricsHost),
    trustedProxies: read('ARKHOUSE_TRUST_PROXY', proxies.default(0)),
    connectionsPerAddress: read('ARKHOUSE_CONNECTIONS_PER_ADDRESS', wholeNumber(1, 10_000).default(200)),
    closeAfterSeconds: read('ARKHOUSE_CLOSE_AFTER_SECONDS', wholeNumber(0, 60).default(0)),
    livingCreatures: read('ARKHOUSE_CREATURES_PER_AGENT', some.default(USUAL_QUOTAS.livingCreatures)),
    wordBytesDaily: read('ARKHOUSE_WORDS_PER_AGENT_DAILY', wordBytes.default(USUAL_QUOTAS.wordBytesDaily)),
    deathsPercent: read('ARKHOUSE_DEATHS_PERCENT', numberOrNever(100, 5)),
    backupHours: read('ARKHOUSE_BACKUP_HOURS', numberOrNever(8760, 48)),
    wantedClock: read('ARKHOUSE_CLOCK', z.enum(CLOCKS, `one of ${CLOCKS.join(', ')}`).default('system')),
    timeScale: read('ARKHOUSE_TIME_SCALE', timeScale.default(1)),
    limits: read('ARKHOUSE_LIMITS', z.enum(['on', 'off'], 'on or off').default('on')),
    sandboxToken: read('ARKHOUSE_SANDBOX_TOKEN', longSecret),
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).optional()),
    logRequests: read('LOG_REQUESTS', z.enum(['debug', 'info'], 'debug or info').default('debug')),
  };
}

/** Reads one setting. An invalid value is reported as a problem and replaced by the default. */
function readSetting<Schema extends z.ZodType>(
  name: SettingName,
  schema: Schema,
  given: GivenSettings,
  problems: string[],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given[name]);
  if (success) return data;
  problems.push(`${name} must be ${error.issues[0]?.message}.`);
  return schema.parse(undefined);
}

/** A schema that parses a setting; the problem of an invalid value is "NAME must be" and `expected`. */
function readAs<Value extends {}>(expected: string, parse: (given: string) => Value | undefined) {
  return z.string().transform((given, context): Value => {
    const value = parse(given);
    if (value === undefined) context.addIssue(expected);
    return value ?? z.NEVER;
  });
}

function textThat(expected: string, fits: (given: string) => boolean) {
  return z.string().refine(fits, expected);
}

function wholeNumber(lowest: number, highest: number) {
  return readAs(`a whole number from ${lowest} to ${highest}`, (given) =>
    /^\d{1,9}$/.test(given) ? within(lowest, highest, Number(given)) : undefined,
  );
}

const port = wholeNumber(0, 65535);
const some = wholeNumber(1, 100_000);
// The minimum is the size of the largest request, which would otherwise never be accepted.
const wordBytes = wholeNumber(65_536, 999_999_999);
// The default comes first: after the transform it would replace the undefined that 0 becomes.
const numberOrNever = (highest: number, usual: number) =>
  wholeNumber(0, highest)
    .default(usual)
    .transform((given) => (given === 0 ? undefined : given));
const metricsHost = textThat('an address or host name', isHostName).default('127.0.0.1');
const seconds = wholeNumber(1, 3600).transform((given) => given * SECOND);

const timeScale = readAs('a number from 1 to 100000', (given) =>
  /^\d+(?:\.\d+)?$/.test(given) ? within(1, 100_000, Number(given)) : undefined,
);

function within(lowest: number, highest: number, value: number): number | undefined {
  return value >= lowest && value <= highest ? value : undefined;
}

function isHostName(given: string): boolean {
  return isIP(given) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(given);
}

/** The server's address on this machine, if no public address is set. */
export function localUrl(host: string, at: number): URL {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return new URL(`http://${name}:${at}`);
}

const siteUrl = readAs('an http(s) address without a path', (given) => {
  const url = URL.parse(given);
  return isBare(url) && url.pathname === '/' ? url : undefined;
});

function isBare(url: URL | null): url is URL {
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

function isUrlOf(protocols: RegExp): (given: string) => boolean {
  return (given) => protocols.test(URL.parse(given)?.protocol ?? '');
}

const proxies = readAs('a hop count, or addresses and networks separated by commas', (given) => {
  const hops = wholeNumber(0, 32).safeParse(given);
  if (hops.success) return hops.data;
  const addresses = given.split(',').map((part) => part.trim());
  return addresses.every(isAddressOrNetwork) ? addresses : undefined;
});

function isAddressOrNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  return bits === undefined || wholeNumber(0, kind === 4 ? 32 : 128).safeParse(bits).success;
}

interface ImagesConfig extends ModelServiceConfig {
  readonly perAgentDaily: number;
  readonly daily: number;
}

function readImages(given: GivenSettings, problems: string[]): ImagesConfig | undefined {
  const service = readModelService('IMAGES', given, problems);
  const perAgentDaily = readSetting('IMAGES_PER_AGENT_DAILY', some.default(10), given, problems);
  const daily = readSetting('IMAGES_DAILY', wholeNumber(1, 10_000_000).default(500), given, problems);
  const isWanted = given.IMAGES_URL ?? given.IMAGES_API_KEY ?? given.IMAGES_MODEL;
  for (const name of ['IMAGES_PER_AGENT_DAILY', 'IMAGES_DAILY'] as const)
    if (isWanted === undefined && given[name] !== undefined)
      problems.push(`${name} needs IMAGES_URL: our own artist has no limit.`);
  return service && { ...service, perAgentDaily, daily };
}

interface ModelServiceConfig {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
}

function readModelService(
  prefix: 'EMBEDDINGS' | 'IMAGES',
  given: GivenSettings,
  problems: string[],
): ModelServiceConfig | undefined {
  const [url, model] = [given[`${prefix}_URL`], given[`${prefix}_MODEL`]];
  // The API key is optional: local services often need none.
  const key = given[`${prefix}_API_KEY`];
  if (url === undefined && key === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) {
    problems.push(
      `${prefix}_URL and ${prefix}_MODEL go together: set both or neither, and no ${prefix}_API_KEY without them.`,
    );
    return undefined;
  }
  if (!isBare(URL.parse(url)))
    problems.push(`${prefix}_URL must be an http(s) address without a password, query or fragment.`);
  if (!/^[\x21-\x7e]{1,200}$/.test(model))
    problems.push(`${prefix}_MODEL must be the id of a model, without blanks.`);
  // The API key is checked at start because it is sent in a header: an invalid one would fail only with the first request.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push(`${prefix}_API_KEY must be one line of plain characters.`);
  return { url, key, model };
}

interface PaymentsConfig {
  readonly mode: 'stripe' | 'sandbox' | 'off';
  /** Whether the mode was set or derived from other settings; inline payments are off only if `off` was set. */
  readonly chosen: 'by setting' | 'by itself';
  readonly stripe?: Readonly<{ secretKey: string; webhookSecret: string; live: boolean }> | undefined;
}

/** Reads the payment settings; payments are off if the settings contradict each other. */
function readPayments(given: GivenSettings, baseUrl: URL, problems: string[]): PaymentsConfig {
  const found = [...stripeProblems(given, baseUrl), ...modeProblems(given, baseUrl)];
  problems.push(...found);
  if (found.length > 0) return { mode: 'off', chosen: 'by setting' };
  const { ARKHOUSE_PAYMENTS: asked, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  const mode = (asked ?? modeByItself(given, baseUrl)) as PaymentsConfig['mode'];
  const chosen = asked === undefined ? 'by itself' : 'by setting';
  if (mode !== 'stripe' || key === undefined || webhookSecret === undefined) return { mode, chosen };
  return { mode, chosen, stripe: { secretKey: key, webhookSecret, live: isLiveKey(key) } };
}

function modeByItself(given: GivenSettings, baseUrl: URL): PaymentsConfig['mode'] {
  if (given.STRIPE_SECRET_KEY !== undefined) return 'stripe';
  return isPublic(given, baseUrl) ? 'off' : 'sandbox';
}

function isPublic({ NODE_ENV }: GivenSettings, { hostname }: URL): boolean {
  return NODE_ENV === 'production' || !isLoopbackHost(hostname);
}

const isLiveKey = (stripeKey = '') => /^[sr]k_live_/.test(stripeKey);

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function stripeProblems(given: GivenSettings, { protocol }: URL): string[] {
  const { ARKHOUSE_PAYMENTS: mode, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if ((key === undefined) !== (webhookSecret === undefined))
    return ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither.'];
  const needed = 'ARKHOUSE_PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.';
  if (key === undefined || webhookSecret === undefined) return mode === 'stripe' ? [needed] : [];
  const secret = /^[sr]k_(test|live)_\w+$/.exec(key);
  const isUsed = mode !== 'off' && mode !== 'sandbox';
  const found: string[] = [];
  if (!secret) found.push('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.');
  if (!/^whsec_\S+$/.test(webhookSecret)) found.push('STRIPE_WEBHOOK_SECRET must begin with whsec_.');
  if (secret?.[1] === 'live' && isUsed && protocol !== 'https:')
    found.push('A live STRIPE_SECRET_KEY needs an ARKHOUSE_BASE_URL that begins with https://.');
  return found;
}

function modeProblems(given: GivenSettings, baseUrl: URL): string[] {
  const { ARKHOUSE_PAYMENTS: mode, ARKHOUSE_PAYMENTS_SANDBOX_HOST: sandboxHost } = given;
  if (mode === undefined || mode === 'stripe' || mode === 'off') return [];
  if (mode !== 'sandbox') return ['ARKHOUSE_PAYMENTS must be stripe, sandbox or off.'];
  if (isLiveKey(given.STRIPE_SECRET_KEY))
    return ['ARKHOUSE_PAYMENTS=sandbox is refused while STRIPE_SECRET_KEY holds a live key.'];
  if (!isPublic(given, baseUrl) || sandboxHost === baseUrl.hostname) return [];
  return [
    `ARKHOUSE_PAYMENTS=sandbox gives credits away. On a public host or in production say so by name: ARKHOUSE_PAYMENTS_SANDBOX_HOST=${baseUrl.hostname}.`,
  ];
}
