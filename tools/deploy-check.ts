import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { commitOf, machine } from './bench/machine.ts';
import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { bareRoot, buildImage, sh, type Layer } from './deploy-check/build-image.ts';
import { checkFiles, sortCalls, type Verdict } from './deploy-check/check-files.ts';
import { readContainerfile, settingsOf } from './deploy-check/containerfile.ts';
import { Container } from './deploy-check/run-image.ts';
import { readArguments } from './support/arguments.ts';

readArguments(`Usage: node tools/deploy-check.ts
Builds and runs the image of the Containerfile without an engine, in a bare Debian, and asks the tool of each file in deploy/ about
it. Needs root; keeps the Debian it fetched in TMPDIR/arkhouse-deploy.`);

const ROOT = new URL('../', import.meta.url);
const FOLDER = join(tmpdir(), 'arkhouse-deploy');
const PORT = process.env['PORT'] ?? '3000';
const ADDRESS = `http://127.0.0.1:${PORT}`;
const MOST_MEGABYTES = 200;
const NEEDED = ['debootstrap', 'unshare', 'nsenter', 'chroot', 'mount'];

const missing = missingCommands(NEEDED);
if (process.getuid?.() !== 0 || missing.length > 0) {
  console.error(`The image cannot be built: ${missing.join(', ') || 'this needs root'}.`);
  process.exit(2);
}

const stages = readContainerfile(readFileSync(new URL('Containerfile', ROOT), 'utf8'));
const image = settingsOf(stages.at(-1) ?? { name: '', base: '', steps: [] });
const facts: [what: string, seen: string, isFine: boolean | undefined][] = [];
clear();
try {
  const layer = buildImage(FOLDER, stages);
  facts.push(...measure(layer), ...(await liveIn(layer)), ...(await trace(layer)));
} finally {
  clear();
}
const verdicts = checkFiles(join(FOLDER, 'files'));
rmSync(join(FOLDER, 'files'), { recursive: true });
console.log(`${machine()}, ${commitOf(fileURLToPath(ROOT))}`);
for (const [what, seen, isFine] of facts) console.log(`${what}: ${seen} (fine: ${fine(isFine)})`);
for (const one of verdicts) console.log(`${one.what}, ${one.tool}: ${fine(one.isFine)} ${short(one)}`);
for (const { what, tool, isFine, said } of verdicts) if (isFine === false) console.error(what, tool, said);
if (facts.some(([, , isFine]) => isFine === false) || verdicts.some(({ isFine }) => isFine === false))
  process.exitCode = 1;

/** Leaves nothing mounted, and of what was built nothing but the base. */
function clear(): void {
  for (const nth of [0, 1]) {
    const at = join(FOLDER, `stage-${nth}`);
    spawnSync('umount', ['--lazy', join(at, 'root')]);
    rmSync(at, { recursive: true, force: true });
  }
}

function measure({ changes }: Layer): typeof facts {
  const [base, own] = [megabytes(bareRoot(FOLDER, stages[0]?.base ?? '')), megabytes(changes)];
  const kept = ['src', 'tools', 'build'].filter((name) => sh('ls "$1"', [changes]).includes(name));
  return [
    ['size', `${own} MB above a base of ${base} MB, nothing packed`, own < MOST_MEGABYTES],
    ['sources and tools of the build in it', kept.join() || 'none', kept.length === 0],
  ];
}

function megabytes(folder: string): number {
  return Math.round(Number(sh('du -sk "$1" | cut -f 1', [folder])) / 1024);
}

/** Two runs of one container on the same data, the second of which must know what the first was told. */
async function liveIn({ root }: Layer): Promise<typeof facts> {
  const data = join(FOLDER, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const [uid = 0, gid = 0] = image.user.split(':').map(Number);
  chownSync(data, uid, gid);
  const open = () => new Container(root, data, image, { PORT, HOST: '127.0.0.1' });
  const first = open();
  const early = first.isHealthy();
  await first.untilHealthy();
  const key = await register();
  const isElsewhereClosed = !first.runs(['touch', '/app/x']) && !first.runs(['touch', '/etc/x']);
  const isFirst = first.runs(['grep', '-q', image.command.at(-2) ?? '', '/proc/1/cmdline']);
  const isNobody = first.runs([
    'sh',
    '-c',
    `grep -q 'Uid:.${uid}.${uid}' /proc/1/status && grep -q 'CapBnd:.0*$' /proc/1/status`,
  ]);
  const ended = await first.stop();
  const second = open();
  await second.untilHealthy();
  const knows = await fetch(`${ADDRESS}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } });
  const again = await second.stop();
  const told = ({ code, seconds }: typeof ended) => `code ${code} after ${seconds.toFixed(1)} s`;
  return [
    ['HEALTHCHECK before the door is open, and after', `${early ? 'well' : 'not well'}, well`, !early],
    ['it is process 1, and may do nothing as root', `user ${image.user}, no capability`, isFirst && isNobody],
    ['writing outside of `/data` and `/tmp`', isElsewhereClosed ? 'refused' : 'possible', isElsewhereClosed],
    [`${image.stopSignal} ends it`, told(ended), ended.code === 0 && ended.seconds < 10],
    [
      'started again on the same `/data`, it knows the agent it had',
      `status ${knows.status}`,
      knows.status === 200,
    ],
    [`${image.stopSignal} ends it again`, told(again), again.code === 0 && again.seconds < 10],
  ];
}

async function register(): Promise<string> {
  const reply = await fetch(`${ADDRESS}/api/auth/register`, { method: 'POST', body: '{"username":"wren"}' });
  return ((await reply.json()) as { your_token: string }).your_token;
}

/** strace refuses the calls that the unit's filter would refuse; the service must work without them. */
async function trace({ root }: Layer): Promise<typeof facts> {
  if (missingCommands(['strace', 'systemd-analyze']).length > 0)
    return [['the unit’s SystemCallFilter', 'strace or systemd-analyze is not installed here', undefined]];
  const { made, refused } = sortCalls(await traced(root, []));
  const worked = await traced(
    root,
    refused.map((call) => `--inject=${call}:error=EPERM`),
  ).then(
    () => true,
    () => false,
  );
  const what = `of ${made} kinds of calls ${refused.join(', ') || 'none'} refused: ${worked ? 'it opens and closes' : 'it does not open'}`;
  return [['the unit’s SystemCallFilter', what, worked]];
}

async function traced(root: string, inject: readonly string[]): Promise<string> {
  const data = join(FOLDER, 'data');
  const file = join(data, 'trace');
  const [uid = ''] = image.user.split(':');
  const command = image.command.map((word) => word.replace('/app/', `${root}/app/`));
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const watched = ['strace', '-f', '-qq', '-o', file, ...inject, process.execPath, ...command.slice(1)];
  const strace = spawn('setpriv', [...user, ...watched], {
    env: { PATH: process.env['PATH'], PORT, ARKHOUSE_DATA_DIR: data },
    stdio: 'ignore',
  });
  const closed = once(strace, 'close');
  const isOver = closed.then(() => true);
  while (
    !(await fetch(`${ADDRESS}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    if (await Promise.race([isOver, new Promise<false>((later) => setTimeout(later, 250, false))]))
      throw new Error('It did not open.');
  await fetch(ADDRESS);
  // strace passes nothing on; its child is the house.
  process.kill(Number(readFileSync(`/proc/${strace.pid}/task/${strace.pid}/children`, 'utf8')), 'SIGTERM');
  await closed;
  return readFileSync(file, 'utf8');
}

function fine(isFine: boolean | undefined): string {
  return isFine === undefined ? 'not tried' : isFine ? 'yes' : 'no';
}

function short({ isFine, said }: Verdict): string {
  return isFine !== true || said.startsWith('exposure') ? (said.split('\n')[0] ?? '') : '';
}
