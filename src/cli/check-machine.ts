import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';

import { SECOND, type Instant } from '../rules/base/clock.ts';
import { HOUSE_PROBLEM_NAMES, type HouseProblemName } from '../rules/vocabulary.ts';
import { METRICS_ONLY } from '../features/stats/health.ts';
import { diskProblems } from '../features/stats/problems.ts';
import { closest } from '../command-line/run-program.ts';
import { type Config, isLoopbackHost, localUrl, readConfig, SettingsError } from '../config/config.ts';
import { SETTINGS, type Env, type SettingName } from '../config/settings.ts';
import { judgeClock, systemClock } from '../outside/clock.ts';
import { describeDiskSpace, type DiskSpace, readDiskSpace, sizeOf } from '../outside/disk.ts';
import {
  type CheckResult,
  codeOf,
  diagnose,
  type Diagnosis,
  diagnoseProblem,
  diagnoseTold,
  reasonOf,
} from './diagnosis.ts';

/** Checks the settings. The returned config leaves out invalid ones, so that the other checks can still run. */
export function checkSettings(env: Env): { config: Config; findings: Diagnosis[] } {
  const { config, problems, ignored } = readValidSettings(env);
  if (problems.length === 0) {
    const n = Object.keys(SETTINGS).filter((name) => env[name]?.trim()).length;
    const made = `${n} ${n === 1 ? 'is' : 'are'}`;
    return { config, findings: [n === 0 ? diagnose('settings.none') : diagnose('settings.read', { made })] };
  }
  const findings = problems.map((problem) =>
    diagnose('settings.problem', { problem, remedy: remedyFor(problem, env) }),
  );
  if (ignored.length > 0) findings.push(diagnose('settings.ignored', { names: ignored.join(', ') }));
  return { config, findings };
}

type ValidSettings = Readonly<{ config: Config; problems: readonly string[]; ignored: readonly string[] }>;

function readValidSettings(env: Env, ignored: readonly string[] = []): ValidSettings {
  const left = Object.fromEntries(Object.entries(env).filter(([name]) => !ignored.includes(name)));
  try {
    return { config: readConfig(left), problems: [], ignored };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { problems } = error;
    const blamed = problems.flatMap(namesIn).filter((name) => left[name] !== undefined);
    // If a problem names no setting that is set, all settings are dropped.
    const next = blamed.length > 0 ? blamed : Object.keys(left).filter((name) => name in SETTINGS);
    return { ...readValidSettings(env, [...new Set([...ignored, ...next])]), problems };
  }
}

const namesIn = (problem: string): string[] => problem.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];

function remedyFor(problem: string, env: Env): string {
  const names = namesIn(problem);
  const known = names.filter((name): name is SettingName => name in SETTINGS);
  const missing = known.find((name) => !env[name]?.trim());
  if (missing) return `Set ${missing}. ${SETTINGS[missing].meaning}`;
  const [name] = known;
  if (!name) {
    const meant = closest(names[0] ?? '', Object.keys(SETTINGS));
    const advice = meant === undefined ? 'Take it out;' : `Is it ${meant} that was meant?`;
    return `${advice} arkhouse help settings lists those there are.`;
  }
  const { usual, meaning } = SETTINGS[name];
  return `Change ${name}, or leave it out (then it is: ${usual}). ${meaning}`;
}

const FRESH_KEY = { freshKey: 'openssl rand -base64 32' };

export function checkExposure(config: Config): Diagnosis[] {
  const { baseUrl, trustedProxies, hasSandbox, adminKey, sandboxToken, metrics } = config;
  const found = [
    checkAddress(config),
    // An https address implies a proxy: the server has no TLS.
    baseUrl.protocol === 'https:' && trustedProxies === 0 && diagnose('proxy.unnamed'),
    hasSandbox && diagnose('sandbox.guarded'),
    adminKey !== undefined && checkSecret('admin key', 'ARKHOUSE_ADMIN_KEY', adminKey),
    adminKey === undefined && !isLoopbackHost(baseUrl.hostname) && diagnose('admin key.none', FRESH_KEY),
    sandboxToken !== undefined && checkSecret('sandbox token', 'ARKHOUSE_SANDBOX_TOKEN', sandboxToken),
    metrics &&
      !isLoopbackHost(metrics.host) &&
      metrics.host !== '::1' &&
      diagnose('metrics.open', { place: `${metrics.host}:${metrics.port}` }),
  ];
  return found.filter((each) => typeof each === 'object');
}

function checkAddress({ baseUrl, host, production }: Config): Diagnosis {
  const { origin } = baseUrl;
  if (isLoopbackHost(baseUrl.hostname)) {
    const isLocal = isLoopbackHost(host) || host === '::1';
    return isLocal ? diagnose('address.local', { origin }) : diagnose('address.unlike', { host, origin });
  }
  if (baseUrl.protocol === 'http:') {
    const plain = diagnose('address.plain', { origin });
    return production ? { ...plain, state: 'wrong' } : plain;
  }
  return diagnose(production ? 'address.public' : 'address.trial', { origin });
}

function checkSecret(name: string, setting: string, secret: string): Diagnosis {
  if (!isGuessable(secret)) return diagnose('secret.strong', {}, name);
  return diagnose('secret.weak', { setting, ...FRESH_KEY }, name);
}

// Fewest different digits of a random key: 32 random hexadecimal digits have about fourteen, practically never fewer than nine.
const FEWEST_CHARACTERS = 9;

export function isGuessable(secret: string): boolean {
  const isPoor = new Set(secret).size < FEWEST_CHARACTERS;
  return isPoor || /change.?me|password|secret|example|arkhouse|12345|qwert|abcdef/i.test(secret);
}

export async function checkPorts({ host, port, metrics }: Config): Promise<CheckResult> {
  if (!metrics) return await checkPort('', host, port);
  if (port !== 0 && metrics.port === port) return diagnose('port.same', { port });
  return Promise.all([checkPort('', host, port), checkPort('ARKHOUSE_METRICS_', metrics.host, metrics.port)]);
}

async function checkPort(prefix: '' | 'ARKHOUSE_METRICS_', host: string, port: number): Promise<Diagnosis> {
  const words = { host, port, prefix, place: `${host}:${port}`, setting: `${prefix}PORT` };
  const name = prefix === '' ? 'port' : 'metrics port';
  try {
    const server = createServer().listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return diagnose(port === 0 ? 'port.any' : 'port.free', words, name);
  } catch (error) {
    const code = codeOf(error);
    const isOurs = code === 'EADDRINUSE' && (await isHouse(localUrl(host, port), prefix));
    if (code === 'EADDRINUSE') return diagnose(isOurs ? 'port.house' : 'port.taken', words, name);
    if (code === 'EACCES') return diagnose('port.forbidden', words, name);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return diagnose('port.elsewhere', words, name);
    return diagnose('port.failed', { ...words, reason: reasonOf(error) }, name);
  }
}

const LIVEZ_TIMEOUT_MS = 1500;

async function isHouse(address: URL, prefix: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LIVEZ_TIMEOUT_MS);
    const text = await (await fetch(new URL('/livez', address), { signal, redirect: 'error' })).text();
    return prefix === '' ? /"status": ?"alive"/.test(text) : text === METRICS_ONLY;
  } catch {
    return false;
  }
}

/** Asks a running service for the problems that only it can see, such as failing jobs and writes. */
export async function checkOpenHouse({ host, port }: Config): Promise<Diagnosis[]> {
  try {
    const signal = AbortSignal.timeout(READYZ_TIMEOUT_MS);
    const reply = await fetch(new URL('/readyz', localUrl(host, port)), { signal, redirect: 'error' });
    const { problems = [] } = (await reply.json()) as { problems?: readonly { name?: unknown }[] };
    const names = HOUSE_PROBLEM_NAMES.filter((each) => problems.some(({ name }) => name === each));
    return names.filter((name) => !SEEN_WITHOUT_NODE.has(name)).map(diagnoseTold);
  } catch {
    // Nothing or something else listens there, which checkPorts reports.
    return [];
  }
}

const READYZ_TIMEOUT_MS = 8000;

/** Problems with facts of their own in the report. */
const SEEN_WITHOUT_NODE: ReadonlySet<HouseProblemName> = new Set([
  'settling_paused',
  'payments_unresolved',
  'backup_missing',
  'backup_old',
  'disk_nearly_full',
  'disk_low',
]);

export async function checkDataFolder({ databaseUrl, dataDir }: Config): Promise<CheckResult> {
  if (databaseUrl !== undefined) return [];
  const folder = resolve(dataDir);
  const existing = await nearestExisting(folder);
  const place = await checkPlace(folder, existing);
  if (place.state === 'wrong') return place;
  const room = checkRoom(await readDiskSpace(existing));
  return [place, await checkFile(join(folder, 'arkhouse.db')), room].flat();
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return isMissing && dirname(path) !== path ? nearestExisting(dirname(path)) : path;
  }
}

async function checkPlace(folder: string, existing: string): Promise<Diagnosis> {
  const about = await stat(existing).catch(() => undefined);
  const words = { existing, folder, user: userId(), owner: about?.uid ?? '' };
  if (about && !about.isDirectory()) return diagnose('data folder.file', words);
  const refusal = await accessError(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  if (refusal === 'EROFS') return diagnose('data folder.readOnly', words);
  if (refusal !== undefined) return diagnose('data folder.forbidden', words);
  if (existing !== folder) return diagnose('data folder.toMake', words);
  if (process.getuid?.() === 0 && about && about.uid !== 0) return diagnose('data folder.root', words);
  return diagnose('data folder.writable', words);
}

const userId = () => process.getuid?.() ?? 'USER';

async function checkFile(file: string): Promise<CheckResult> {
  const about = await stat(file).catch(() => undefined);
  if (!about) return [];
  const words = { file, user: userId(), owner: about.uid };
  const refusal = await accessError(file, constants.R_OK | constants.W_OK);
  if (refusal !== undefined) return diagnose('data file.forbidden', words);
  return diagnose((about.mode & 0o077) === 0 ? 'data file.private' : 'data file.readable', words);
}

function accessError(path: string, mode: number): Promise<string | void> {
  return access(path, mode).catch((error: unknown) => codeOf(error) ?? 'EACCES');
}

export function checkRoom(space: DiskSpace): Diagnosis {
  const [low] = diskProblems(space);
  return low ? diagnoseProblem(low) : diagnose('disk.free', { left: describeDiskSpace(space) });
}

const EARLIEST_YEAR = 2026;
const LATEST_YEAR = 2100;
const FEWEST_ZONES = 400;

export function checkClock(
  now: Instant = systemClock().now(),
  zones: readonly string[] = Intl.supportedValuesOf('timeZone'),
): Diagnosis[] {
  const time = new Date(now).toISOString();
  const year = new Date(now).getUTCFullYear();
  const isSane = year >= EARLIEST_YEAR && year < LATEST_YEAR;
  const known = { count: zones.length, version: process.versions['tz'] ?? 'this Node' };
  return [
    diagnose(isSane ? 'clock.sane' : 'clock.wrong', { time }),
    diagnose(zones.length >= FEWEST_ZONES ? 'time zones.known' : 'time zones.few', known),
  ];
}

type ClockReading = Readonly<Record<'shown' | 'askedAt' | 'answeredAt', Instant>>;

/** Compares two clocks; returns no diagnosis if they agree. */
export function checkSkew(whose: string, { shown, askedAt, answeredAt }: ClockReading): Diagnosis[] {
  const ours = Math.min(Math.max(shown, askedAt), answeredAt);
  const apart = Math.abs(shown - ours);
  const verdict = judgeClock(apart);
  if (verdict === 'right') return [];
  const order = shown > ours ? 'ahead of' : 'behind';
  const skewed = diagnose('clock.skewed', { whose, seconds: Math.round(apart / SECOND), order });
  return [verdict === 'off' ? { ...skewed, state: 'note' } : skewed];
}

const ROOT = new URL('../../', import.meta.url);

type PackageFile = Readonly<{ version: string; engines: { readonly node: string } }>;

export async function checkMachine(): Promise<Diagnosis[]> {
  const file = await readFile(new URL('package.json', ROOT), 'utf8');
  const { version, engines } = JSON.parse(file) as PackageFile;
  const { node, sqlite } = process.versions;
  return [
    // The version check never fails here: an older Node is refused earlier.
    diagnose('versions.known', { version, node, needed: engines.node, sqlite: sqlite ?? 'of its own' }),
    await checkPackage(),
    checkMemory(process.availableMemory()),
    ...checkOpenFiles(await readFile('/proc/self/limits', 'utf8').catch(() => '')),
  ];
}

const FOLDERS = ['dist/fonts/', 'dist/icons/', 'dist/browser/', 'dist/db/migrations/'];
const FILES = ['openapi.json'];

export async function checkPackage(root: URL = ROOT): Promise<Diagnosis> {
  const contents = await Promise.all(FOLDERS.map((folder) => readdir(new URL(folder, root)).catch(() => [])));
  const missing = [
    ...FOLDERS.filter((_, at) => contents[at]?.length === 0),
    ...FILES.filter((file) => !existsSync(new URL(file, root))),
  ];
  if (missing.length === 0) return diagnose('package.complete');
  return diagnose('package.incomplete', {
    missing: `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'}`,
    remedy: existsSync(new URL('src/', root)) ? 'npm run build' : 'Install the package anew',
  });
}

const LEAST_MEMORY_BYTES = 256_000_000;

export function checkMemory(availableBytes: number): Diagnosis {
  const words = { left: `${sizeOf(availableBytes)} are available`, wanted: sizeOf(LEAST_MEMORY_BYTES) };
  return diagnose(availableBytes >= LEAST_MEMORY_BYTES ? 'memory.enough' : 'memory.low', words);
}

const FEWEST_OPEN_FILES = 4096;

/** Checks the limit of open files. `limits` is the text of /proc/self/limits; empty where that does not exist. */
export function checkOpenFiles(limits: string): Diagnosis[] {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (soft === undefined) return [];
  const most = Number(soft);
  return [diagnose(most >= FEWEST_OPEN_FILES ? 'open files.enough' : 'open files.few', { most })];
}
