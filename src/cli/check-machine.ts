import { once } from 'node:events';
import { constants, existsSync, readFileSync } from 'node:fs';
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';

import { closest } from '../command-line/parse-command.ts';
import { readConfig, SettingsError, type Config } from '../config/config.ts';
import { localUrl } from '../config/parse.ts';
import { isLoopbackHost } from '../config/payments.ts';
import { SETTINGS, type Env, type SettingName } from '../config/settings.ts';
import { MINUTE, SECOND, type Instant } from '../rules/base/clock.ts';
import { systemClock } from '../outside/clock.ts';
import { fetchJson } from '../outside/fetch-json.ts';
import { codeOf, finding, reasonOf, type Diagnosis, type CheckResult } from './diagnosis.ts';

/** Checks the settings. The returned config leaves out invalid ones, so that the other checks can still run. */
export function checkSettings(env: Env): { config: Config; findings: Diagnosis[] } {
  const { config, problems, ignored } = readValidSettings(env);
  if (problems.length === 0) {
    const n = Object.keys(SETTINGS).filter((name) => env[name]?.trim()).length;
    const made = `${n} ${n === 1 ? 'is' : 'are'} made, and all can be read.`;
    return {
      config,
      findings: [finding('settings').fine(n === 0 ? 'None is made, and none is needed.' : made)],
    };
  }
  const findings = problems.map((problem) => finding('settings').wrong(problem, remedyFor(problem, env)));
  if (ignored.length > 0)
    findings.push(
      finding('settings').note(
        `Everything below was looked at as if these were not set: ${ignored.join(', ')}.`,
        'Mend them, and run this again.',
      ),
    );
  return { config, findings };
}

type ValidSettings = Readonly<{ config: Config; problems: readonly string[]; ignored: readonly string[] }>;

/** Drops the settings named in problems until the remaining ones can be read. */
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

function namesIn(problem: string): string[] {
  return problem.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];
}

function remedyFor(problem: string, env: Env): string {
  const names = namesIn(problem);
  const known = names.filter((name): name is SettingName => name in SETTINGS);
  const missing = known.find((name) => !env[name]?.trim());
  if (missing) return `Set ${missing}. ${SETTINGS[missing][1]}`;
  const [name] = known;
  if (!name) {
    const meant = closest(names[0] ?? '', Object.keys(SETTINGS));
    const advice = meant === undefined ? 'Take it out;' : `Is it ${meant} that was meant?`;
    return `${advice} arkhouse help settings lists those there are.`;
  }
  const [usual, meaning] = SETTINGS[name];
  return `Change ${name}, or leave it out (then it is: ${usual}). ${meaning}`;
}

const FRESH_KEY = 'openssl rand -base64 32';

export function checkExposure(config: Config): Diagnosis[] {
  const { baseUrl, trustedProxies, hasSandbox, adminKey, sandboxToken, metrics } = config;
  const found = [
    checkAddress(config),
    // An https address implies a proxy: the server has no TLS.
    baseUrl.protocol === 'https:' &&
      trustedProxies === 0 &&
      finding('proxy').note(
        'Behind a proxy that is not named, all callers share its address: its limits, and the replay of a lost API key.',
        'Set ARKHOUSE_TRUST_PROXY to the number of your proxies (mostly 1), or to their addresses.',
      ),
    hasSandbox &&
      finding('sandbox').fine('Its clock and play money are for requests with the sandbox token.'),
    adminKey !== undefined && checkSecret('admin key', 'ARKHOUSE_ADMIN_KEY', adminKey),
    adminKey === undefined &&
      !isLoopbackHost(baseUrl.hostname) &&
      finding('admin key').note(
        'None is set: texts cannot be moderated, and /admin does not exist.',
        `Set ARKHOUSE_ADMIN_KEY; ${FRESH_KEY} makes one.`,
      ),
    sandboxToken !== undefined && checkSecret('sandbox token', 'ARKHOUSE_SANDBOX_TOKEN', sandboxToken),
    metrics &&
      !isLoopbackHost(metrics.host) &&
      metrics.host !== '::1' &&
      finding('metrics').note(
        `Whoever reaches ${metrics.host}:${metrics.port} may read them, without a key.`,
        'Leave ARKHOUSE_METRICS_HOST out, or see that only Prometheus gets there.',
      ),
  ];
  return found.filter((each) => typeof each === 'object');
}

function checkAddress({ baseUrl, host, production }: Config): Diagnosis {
  const { fine, note, wrong } = finding('address');
  const { origin } = baseUrl;
  if (isLoopbackHost(baseUrl.hostname)) {
    if (isLoopbackHost(host) || host === '::1') return fine(`The house is for this machine: ${origin}.`);
    return note(
      `It listens at ${host}, for other machines, and its links say ${origin}.`,
      'Set ARKHOUSE_BASE_URL to the address the others know it by, or HOST=127.0.0.1.',
    );
  }
  if (baseUrl.protocol === 'http:')
    return (production ? wrong : note)(
      `${origin} is for other machines, and everything travels there in the open, keys among it.`,
      'Put a proxy with TLS in front, and set ARKHOUSE_BASE_URL to its https:// address.',
    );
  if (!production)
    return note(
      `${origin} is for others, and NODE_ENV does not say that it is in earnest.`,
      'Set NODE_ENV=production.',
    );
  return fine(`The world knows it by ${origin}.`);
}

function checkSecret(name: string, setting: string, secret: string): Diagnosis {
  if (!isGuessable(secret)) return finding(name).fine('It is set, and hard to guess.');
  return finding(name).wrong(
    `${setting} is long enough, and easy to guess.`,
    `Set it to what ${FRESH_KEY} makes.`,
  );
}

// Fewest different digits of a random key: 32 random hexadecimal digits have about fourteen, practically never fewer than nine.
const FEWEST_CHARACTERS = 9;

export function isGuessable(secret: string): boolean {
  const isPoor = new Set(secret).size < FEWEST_CHARACTERS;
  return isPoor || /change.?me|password|secret|example|arkhouse|12345|qwert|abcdef/i.test(secret);
}

export async function checkPorts({ host, port, metrics }: Config): Promise<CheckResult> {
  if (!metrics) return await checkPort('', host, port);
  if (port !== 0 && metrics.port === port)
    return finding('port').wrong(
      `PORT and ARKHOUSE_METRICS_PORT are both ${port}.`,
      'Choose another for one of them.',
    );
  return Promise.all([checkPort('', host, port), checkPort('ARKHOUSE_METRICS_', metrics.host, metrics.port)]);
}

async function checkPort(prefix: '' | 'ARKHOUSE_METRICS_', host: string, port: number): Promise<Diagnosis> {
  const { fine, note, wrong } = finding(prefix === '' ? 'port' : 'metrics port');
  const setting = `${prefix}PORT`;
  try {
    const server = createServer().listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return fine(port === 0 ? 'Any free one will do.' : `${host}:${port} is free.`);
  } catch (error) {
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        if (prefix === '' && (await isHouse(localUrl(host, port))))
          return note(
            `A house is open at ${host}:${port}.`,
            `If that is this one, all is well; otherwise choose another ${setting}.`,
          );
        return wrong(
          `Something else is listening at ${host}:${port}.`,
          `Choose another ${setting}, or end what listens there (ss -ltnp "sport = :${port}" names it).`,
        );
      case 'EACCES':
        return wrong(
          `Port ${port} may not be opened by this user.`,
          `Choose a ${setting} above 1023 and put a proxy in front, or give Node CAP_NET_BIND_SERVICE.`,
        );
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        return wrong(
          `${host} is not an address of this machine.`,
          `Set ${prefix}HOST to 127.0.0.1, or to 0.0.0.0 for every network.`,
        );
      default:
        return wrong(`${host}:${port} cannot be opened: ${reasonOf(error)}.`, `Choose another ${setting}.`);
    }
  }
}

const LIVEZ_TIMEOUT_MS = 1500;

async function isHouse(address: URL): Promise<boolean> {
  try {
    const { body } = await fetchJson(new URL('/livez', address).href, LIVEZ_TIMEOUT_MS);
    return body['status'] === 'alive';
  } catch {
    return false;
  }
}

export async function checkDataFolder({ databaseUrl, dataDir }: Config): Promise<CheckResult> {
  if (databaseUrl !== undefined) return [];
  const folder = resolve(dataDir);
  const existing = await nearestExisting(folder);
  const place = await checkPlace(folder, existing);
  if (place.state === 'wrong') return place;
  const { bsize, blocks, bavail } = await statfs(existing);
  const room = checkRoom(existing, { freeBytes: bavail * bsize, totalBytes: blocks * bsize });
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
  const { fine, note, wrong } = finding('data folder');
  const about = await stat(existing).catch(() => undefined);
  if (about && !about.isDirectory())
    return wrong(
      `${existing} is a file, where a folder is needed.`,
      'Set ARKHOUSE_DATA_DIR to a folder, or move that file away.',
    );
  const refusal = await accessError(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  if (refusal === 'EROFS')
    return wrong(
      `${existing} is on a disk that cannot be written to.`,
      'Set ARKHOUSE_DATA_DIR to one that can be, or mount a volume there.',
    );
  if (refusal !== undefined)
    return wrong(
      `${existing} may not be written to by this user.`,
      `chown -R ${process.getuid?.() ?? 'USER'} ${existing}, or set ARKHOUSE_DATA_DIR to a folder of your own.`,
    );
  if (existing !== folder) return fine(`${folder} will be made, with a SQLite file in it.`);
  if (process.getuid?.() === 0 && about && about.uid !== 0)
    return note(
      `${folder} belongs to user ${about.uid}, and this is root: what root makes there, that user cannot write to.`,
      'Run the house, and this, as that user.',
    );
  return fine(`${folder} can be written to.`);
}

async function checkFile(file: string): Promise<CheckResult> {
  const about = await stat(file).catch(() => undefined);
  if (!about) return [];
  const { fine, note, wrong } = finding('data file');
  const refusal = await accessError(file, constants.R_OK | constants.W_OK);
  if (refusal !== undefined)
    return wrong(
      `${file} belongs to user ${about.uid}, and may not be written to by this one.`,
      `chown ${process.getuid?.() ?? 'USER'} ${file}*`,
    );
  if ((about.mode & 0o077) !== 0)
    return note(
      `Other users of this machine can read ${file}.`,
      `chmod 600 ${file}* (the next start does so, too).`,
    );
  return fine('It is for our eyes only.');
}

async function accessError(path: string, mode: number): Promise<string | undefined> {
  try {
    await access(path, mode);
    return undefined;
  } catch (error) {
    return codeOf(error) ?? 'EACCES';
  }
}

const MEGABYTE = 1_000_000;
const LEAST_FREE_BYTES = 500 * MEGABYTE;
const LEAST_FREE_SHARE = 0.05;
// With this much free space on the disk, `doctor` does not check the share that is free.
const PLENTY_BYTES = 20_000 * MEGABYTE;

export function checkRoom(at: string, { freeBytes, totalBytes }: Record<'freeBytes' | 'totalBytes', number>) {
  const { fine, note, wrong } = finding('disk');
  const share = freeBytes / Math.max(1, totalBytes);
  const left = `${sizeOf(freeBytes)} (${Math.floor(100 * share)} %) are left at ${at}`;
  const remedy =
    'Make room there, or set ARKHOUSE_DATA_DIR to a larger disk and take the house along (arkhouse backup, restore).';
  if (freeBytes < LEAST_FREE_BYTES) return wrong(`Only ${left}; a full disk ends every write.`, remedy);
  if (share < LEAST_FREE_SHARE && freeBytes < PLENTY_BYTES) return note(`Only ${left}.`, remedy);
  return fine(`${left}.`);
}

export function sizeOf(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1000 * MEGABYTE) return `${Math.round(bytes / MEGABYTE)} MB`;
  return `${(bytes / (1000 * MEGABYTE)).toFixed(1)} GB`;
}

// A system clock that shows an earlier year is wrong.
const EARLIEST_YEAR = 2026;
const LATEST_YEAR = 2100;
const FEWEST_ZONES = 400;

const SET_CLOCK = 'timedatectl set-ntp true, or any other way to keep the clock right.';

export function checkClock(
  now: Instant = systemClock().now(),
  zones: readonly string[] = Intl.supportedValuesOf('timeZone'),
): Diagnosis[] {
  const [clock, timeZones] = [finding('clock'), finding('time zones')];
  const time = new Date(now).toISOString();
  const year = new Date(now).getUTCFullYear();
  const isSane = year >= EARLIEST_YEAR && year < LATEST_YEAR;
  return [
    isSane
      ? clock.fine(`It is ${time}.`)
      : clock.wrong(`It shows ${time}, and every creature lives by it.`, SET_CLOCK),
    zones.length >= FEWEST_ZONES
      ? timeZones.fine(`${zones.length} are known, as of ${process.versions['tz'] ?? 'this Node'}.`)
      : timeZones.wrong(
          `Only ${zones.length} are known: bedtimes elsewhere would be wrong.`,
          'Use a Node with full-icu (the usual ones have it), and no NODE_ICU_DATA that names less.',
        ),
  ];
}

const NOTED_SKEW = 5 * SECOND;
const WRONG_SKEW = 5 * MINUTE;

/** The time that a server's clock showed between request and response. */
interface ClockReading {
  readonly shown: Instant;
  readonly askedAt: Instant;
  readonly answeredAt: Instant;
}

/** Compares two clocks; returns no diagnosis if they agree. */
export function checkSkew(whose: string, { shown, askedAt, answeredAt }: ClockReading): Diagnosis[] {
  const ours = Math.min(Math.max(shown, askedAt), answeredAt);
  const apart = Math.abs(shown - ours);
  if (apart < NOTED_SKEW) return [];
  const order = shown > ours ? 'ahead of' : 'behind';
  return [
    finding('clock')[apart < WRONG_SKEW ? 'note' : 'wrong'](
      `The clock of ${whose} is ${Math.round(apart / SECOND)} seconds ${order} this machine’s.`,
      `On the one that is wrong: ${SET_CLOCK}`,
    ),
  ];
}

const ROOT = new URL('../../', import.meta.url);

export async function checkMachine(): Promise<Diagnosis[]> {
  const { version, engines } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    readonly version: string;
    readonly engines: { readonly node: string };
  };
  const { node, sqlite } = process.versions;
  return [
    // The version check never fails here: an older Node is refused earlier.
    finding('versions').fine(
      `Arkhouse ${version} on Node ${node} (${engines.node} is needed), with SQLite ${sqlite ?? 'of its own'}.`,
    ),
    await checkPackage(),
    checkMemory(process.availableMemory()),
    ...checkOpenFiles(await readFile('/proc/self/limits', 'utf8').catch(() => '')),
  ];
}

// Folders of the build that the server reads at start.
const FOLDERS = ['dist/fonts/', 'dist/icons/', 'dist/browser/', 'dist/db/migrations/'];
const FILES = ['openapi.json'];

export async function checkPackage(root: URL = ROOT): Promise<Diagnosis> {
  const contents = await Promise.all(FOLDERS.map((folder) => readdir(new URL(folder, root)).catch(() => [])));
  const missing = [
    ...FOLDERS.filter((_, at) => contents[at]?.length === 0),
    ...FILES.filter((file) => !existsSync(new URL(file, root))),
  ];
  if (missing.length === 0) return finding('package').fine('It is complete.');
  return finding('package').wrong(
    `It is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    existsSync(new URL('src/', root)) ? 'npm run build' : 'Install it anew: npm i arkhouse',
  );
}

const LEAST_MEMORY_BYTES = 256_000_000;

export function checkMemory(availableBytes: number): Diagnosis {
  const left = `${sizeOf(availableBytes)} are available`;
  if (availableBytes >= LEAST_MEMORY_BYTES) return finding('memory').fine(`${left}.`);
  return finding('memory').note(
    `Only ${left}; the house with its model wants ${sizeOf(LEAST_MEMORY_BYTES)}.`,
    'Give the machine or the container more, or end something else.',
  );
}

const FEWEST_OPEN_FILES = 4096;

/** Checks the limit of open files. `limits` is the text of /proc/self/limits; empty where that does not exist. */
export function checkOpenFiles(limits: string): Diagnosis[] {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (soft === undefined) return [];
  const most = Number(soft);
  if (most >= FEWEST_OPEN_FILES) return [finding('open files').fine(`At most ${most} at once.`)];
  return [
    finding('open files').note(
      `At most ${most} at once, and every connection is one.`,
      'ulimit -n 65536 before the start, or LimitNOFILE=65536 in the unit.',
    ),
  ];
}
