import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Logger } from 'pino';

import { AGENT_PACKAGE_PATH } from '../api/documents.ts';
import { createProcessMonitor } from '../http/request-metrics.ts';
import { type MetricsServer, openMetricsServer } from '../features/stats/metrics.http.ts';
import { sandboxTokenFile, writeSandboxToken } from '../client/sandbox-token.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Env } from '../config/settings.ts';
import type { House } from './house.ts';
import { startJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { describeMissing, openOnlyHouse, StartupError } from './open-house.ts';
import { openServer } from './open-server.ts';

const PAYMENTS = { stripe: 'Stripe', sandbox: 'sandbox (play money, no card needed)', off: 'off' } as const;

function describeSandbox({ hasSandbox, sandboxToken, dataDir }: Config, isTokenKept: boolean) {
  if (!hasSandbox) return undefined;
  if (!isTokenKept) return 'needs X-Sandbox-Token, which is in no file';
  return `needs X-Sandbox-Token: see ${sandboxToken === undefined ? sandboxTokenFile(dataDir) : 'ARKHOUSE_SANDBOX_TOKEN'}`;
}

/** The command that starts a keeper: by npm in a clone of the repository, elsewhere by the package that this service hands out. */
function keeperCommand(address: string, isClone: boolean): string {
  const isUsual = address === DEFAULT_ADDRESS;
  if (isClone) return `npm run --silent arkhouse keep${isUsual ? '' : ` -- --base-url ${address}`}`;
  const command = `npx -y --package=${address}${AGENT_PACKAGE_PATH} arkhouse-agent keep`;
  return isUsual ? command : `${command} --base-url ${address}`;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

interface BannerFacts {
  readonly address: string;
  readonly database: string;
  readonly sandboxToken?: string | undefined;
  readonly isTokenKept?: boolean;
  readonly missing?: readonly string[];
  readonly isClone?: boolean;
}

export function banner(
  config: Config,
  { address, database, sandboxToken, isTokenKept = true, missing = [], isClone = false }: BannerFacts,
): string {
  const clock =
    config.clock === 'sandbox'
      ? `sandbox, ${config.timeScale}× (turn it at /api/sandbox/clock)`
      : 'the real one';
  const sandbox = describeSandbox(config, isTokenKept);
  return [
    '',
    `  Arkhouse is open at ${address}`,
    '',
    `    watch                  ${address}`,
    `    hand it to an agent    Read ${address}/skill.md, adopt a creature there, and keep it alive.`,
    `    let the keeper do it   ${keeperCommand(address, isClone)}`,
    '',
    `    database  ${database}`,
    `    payments  ${PAYMENTS[config.payments.mode]}`,
    `    clock     ${clock}`,
    ...(sandbox === undefined ? [] : [`    sandbox   ${sandbox}`]),
    // A sandbox token from the settings is not printed.
    ...(sandbox === undefined || config.sandboxToken !== undefined
      ? []
      : [`    token     X-Sandbox-Token: ${sandboxToken}`]),
    ...missing.map((sentence) => `    missing   ${sentence}`),
    '',
    '  Stop it with Ctrl-C.',
    '',
  ].join('\n');
}

/** Tells where the server listens and how it is set: at a terminal by the banner, elsewhere in the log. */
function announceStart(log: Logger, config: Config, started: BannerFacts): void {
  if (process.stdout.isTTY) {
    process.stdout.write(banner(config, started));
    return;
  }
  const { address, database, isTokenKept = true, missing = [] } = started;
  for (const sentence of missing) log.warn({ event: 'package_missing' }, sentence);
  const sandbox = describeSandbox(config, isTokenKept);
  const { clock, payments } = config;
  const facts = { address, database, payments: payments.mode, clock, sandbox };
  log.info({ event: 'listening', ...facts }, 'listening');
}

/** File descriptors passed by systemd socket activation (sd_listen_fds): connections wait while the server restarts. */
export function passedSockets(env: Env, pid: number): readonly number[] {
  const count = env['LISTEN_PID'] === String(pid) ? Number.parseInt(env['LISTEN_FDS'] ?? '', 10) || 0 : 0;
  return Array.from({ length: count }, (_, nth) => 3 + nth);
}

// Time limits of a shutdown: for running requests, and for all of it.
const ANSWER_WITHIN_MS = 7000;
const CLOSE_WITHIN_MS = 8500;

type MainOptions = Readonly<{ checkReplies?: boolean; beforeListening?: () => void }>;

export interface RunningServer {
  readonly address: string;
  /** Resolves when only a restart can help. */
  readonly broken: Promise<Error>;
  /** Finishes running requests, then closes everything. False if something hung: then the process has to exit. */
  stop(): Promise<boolean>;
}

/** Starts the server. Everything is closed again if a step fails. */
export async function main(
  env: Env,
  { beforeListening, ...options }: MainOptions = {},
): Promise<RunningServer> {
  const [passed, ...others] = passedSockets(env, process.pid);
  if (others.length > 0) throw new StartupError('The house listens on one socket, and was handed several.');
  // A socket passed by systemd has its port already, so PORT is ignored.
  const config = readConfig(passed === undefined ? env : { ...env, PORT: '0', PORT_FILE: undefined });
  const log = openLog(config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'));
  const { house, close } = await openOnlyHouse(config, log);
  const monitor = createProcessMonitor(house);
  const closing = new AbortController();
  let metrics: MetricsServer | undefined;
  try {
    const app = await openServer(house, {
      ...config,
      ...options,
      log,
      monitor,
      closing: closing.signal,
      loadsMcp: true,
    });
    metrics = await openPort('ARKHOUSE_METRICS_PORT', openMetricsServer(house, monitor, log, config.metrics));
    if (metrics)
      log.info({ event: 'metrics_listening', metrics: metrics.address }, 'metrics server listening');
    beforeListening?.();
    const listening = await openPort('PORT', listen(app, config, passed));
    // Links need the port that the operating system chose.
    if (config.baseUrl.port === '0') config.baseUrl.port = new URL(listening).port;
    // The sandbox token is written after listening: a second start whose port is taken must not replace the token of the first.
    const isTokenKept = await keepSandboxToken(config, house).catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    if (!isTokenKept) log.warn({ event: 'sandbox_token_not_kept', dataDir: config.dataDir }, TOKEN_NOT_KEPT);
    const address = config.port === 0 ? listening : config.baseUrl.origin;
    const jobs = startJobs(house, log);
    announceStart(log, config, {
      address,
      database: house.store.label,
      sandboxToken: house.sandboxToken,
      isTokenKept,
      missing: describeMissing(config),
      // npm sets this variable for package scripts.
      isClone: env['npm_package_name'] === 'arkhouse',
    });
    return {
      address,
      broken: house.store.broken,
      async stop() {
        log.info({ event: 'shutting_down' }, 'shutting down');
        closing.abort();
        // Waits before closing: the load balancer needs time to notice.
        await new Promise((later) => setTimeout(later, config.closeAfterSeconds * 1000));
        const ending = Promise.all([stopAll(jobs), metrics?.close(), closeServer(app)]).then(close);
        const closed = await isDoneWithin(CLOSE_WITHIN_MS, ending);
        if (!closed) log.warn({ event: 'shutdown_timed_out' }, 'shutdown timed out');
        log.flush();
        return closed;
      },
    };
  } catch (error) {
    await metrics?.close();
    await close();
    throw error;
  }
}

const TOKEN_NOT_KEPT =
  'the data folder is not writable: the sandbox token is shown at a terminal only, unless ARKHOUSE_SANDBOX_TOKEN sets it';

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Writes a generated sandbox token to the data folder; false if that is not writable. */
async function keepSandboxToken({ dataDir, ...config }: Config, { sandboxToken }: House): Promise<boolean> {
  if (sandboxToken === undefined || config.sandboxToken !== undefined) return true;
  try {
    await writeSandboxToken(dataDir, sandboxToken);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_WRITABLE.has(String(error.code))) return false;
    const why = error instanceof Error ? error.message : String(error);
    const message = `The sandbox token cannot be kept in ${dataDir}: ${why}. Set ARKHOUSE_SANDBOX_TOKEN, or ARKHOUSE_PAYMENTS=off.`;
    throw new StartupError(message, { cause: error });
  }
}

async function listen(app: FastifyInstance, { host, port }: Config, fd: number | undefined): Promise<string> {
  if (fd === undefined) return app.listen({ host, port });
  // Fastify ignores `host` for a passed socket; without it Fastify would add a second address.
  const passed: FastifyListenOptions & { fd: number } = { host: '127.0.0.1', fd };
  return app.listen(passed);
}

async function openPort<T>(setting: 'PORT' | 'ARKHOUSE_METRICS_PORT', opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const { address, port } = error as Error & { address?: string; port?: number };
    const message = `Something is already listening at ${address}:${port}. Choose another ${setting}.`;
    throw new StartupError(message, { cause: error });
  }
}

async function stopAll(jobs: ReturnType<typeof startJobs>): Promise<void> {
  for (const job of jobs) await job.stop();
}

async function closeServer(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), ANSWER_WITHIN_MS);
  await app.close();
  clearTimeout(timer);
}

async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const done = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
