import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { connect } from '../src/client/client.ts';
import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { readArguments } from './support/arguments.ts';
import { HERE } from './support/report.ts';

readArguments(`Usage: node tools/deploy-check.ts
Builds and runs the image of the Containerfile with podman or docker, and asks the tool of each file in deploy/ about it, in a
copy. What is not installed is skipped.`);

const UNIT = 'systemd/arkhouse.service';
const CHECKS: Readonly<Record<string, string>> = {
  'haproxy.cfg': 'haproxy -c -f haproxy.cfg',
  Caddyfile: 'caddy validate --adapter caddyfile --config Caddyfile',
  kubernetes: 'kubectl kustomize kubernetes',
  systemd: `systemd-analyze verify ${UNIT} systemd/arkhouse.socket`,
  [UNIT]: `systemd-analyze security --offline=true --no-pager --threshold=20 ${UNIT}`,
  'compose.yaml': 'docker-compose -f compose.yaml config --quiet',
  'compose.full.yaml': 'docker-compose -f compose.full.yaml config --quiet',
};

const IMAGE = 'arkhouse-deploy-check';
const PORT = process.env['PORT'] ?? '3000';
const ADDRESS = `http://127.0.0.1:${PORT}`;
const CLOSES_WITHIN_SECONDS = 10;

using temporary = mkdtempDisposableSync(join(tmpdir(), 'arkhouse-deploy-'));
const folder = temporary.path;
const replaceIn = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
cpSync(join(HERE, 'deploy'), folder, { recursive: true });
cpSync(join(folder, '.env.example'), join(folder, '.env'));
mkdirSync(join(folder, 'secrets'), { recursive: true });
// The unit's program is not installed here; this one takes its place.
replaceIn(UNIT, 'ExecStart=/opt/arkhouse/node_modules/.bin/node', `ExecStart=${process.execPath}`);
// The Compose of Debian does not know a name for the whole.
for (const file of ['compose.yaml', 'compose.full.yaml']) replaceIn(file, /^name: .*$/m, '');
for (const [what, line] of Object.entries(CHECKS)) {
  const [command = '', ...args] = line.split(' ');
  if (missingCommands([command]).length > 0) {
    console.log(`- ${what}: ${command} is not installed`);
    continue;
  }
  const { isFine, said } = ask(command, args);
  tell(what, isFine, said);
}
const running = ['podman', 'docker'].find((name) => ask(name, ['info']).isFine);
if (running === undefined) console.log('- the image: neither podman nor docker is running');
else await checkImage(running);

function tell(what: string, isFine: boolean, said = ''): void {
  console.log(isFine ? `✓ ${what}` : `✗ ${what} ${said}`);
  if (!isFine) process.exitCode = 1;
}

function ask(command: string, args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { isFine: status === 0, said: `${stdout}${stderr}`.trim() };
}

/** Two runs on the same data, without a right and on a root that cannot be written; the second must know what the first was told. */
async function checkImage(engine: string): Promise<void> {
  const run = (...args: readonly string[]) => ask(engine, args, HERE);
  // The OCI format, which podman prefers, drops HEALTHCHECK.
  const format = engine === 'podman' ? ['--format', 'docker'] : [];
  const built = run('build', ...format, '--file', 'Containerfile', '--tag', IMAGE, '.');
  tell('the image is built', built.isFine, built.said);
  if (!built.isFine) return;
  const { said } = run('inspect', '--type=image', '--format={{json .Config.Healthcheck}}', IMAGE);
  tell('it has a health check', said.includes('/readyz'), said);
  const volume = `type=volume,source=${IMAGE},target=/data`;
  const confined = ['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges'];
  const start = ['--detach', '--name', IMAGE, '--mount', volume, '--publish', `127.0.0.1:${PORT}:3000`];
  try {
    let key = '';
    for (const nth of ['first', 'second']) {
      const started = run('run', ...start, ...confined, IMAGE);
      tell(`the ${nth} container opens`, started.isFine && (await opens()), started.said);
      if (key === '') key = (await connect(ADDRESS).registerAgent({ body: { username: 'wren' } })).your_token;
      const known = await connect(ADDRESS, { key })
        .whoAmI()
        .then(Boolean, () => false);
      tell('it knows the agent of the first', known);
      tell('it does not run as root', !/^0\b/.test(run('exec', IMAGE, 'id', '-u').said));
      tell('/app cannot be written', !run('exec', IMAGE, 'touch', '/app/x').isFine);
      const began = performance.now();
      run('stop', '--time', String(2 * CLOSES_WITHIN_SECONDS), IMAGE);
      const seconds = (performance.now() - began) / 1000;
      const code = run('inspect', '--format', '{{.State.ExitCode}}', IMAGE).said;
      tell('SIGTERM ends it', code === '0' && seconds < CLOSES_WITHIN_SECONDS, `code ${code}, ${seconds} s`);
      run('rm', '--force', IMAGE);
    }
  } finally {
    run('rm', '--force', IMAGE);
    run('volume', 'rm', '--force', IMAGE);
  }
}

async function opens(): Promise<boolean> {
  for (let tries = 0; tries < 120; tries += 1) {
    const ready = await fetch(`${ADDRESS}/readyz`).catch(() => undefined);
    if (ready?.ok) return true;
    await pause(250);
  }
  return false;
}
