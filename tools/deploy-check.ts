import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingCommands } from '../test/support/servers/missing-commands.ts';
import { readArguments } from './support/arguments.ts';
import { HERE } from './support/report.ts';

readArguments(`Usage: node tools/deploy-check.ts
Asks the tool of each file in deploy/ about it, in a copy. What is not installed is skipped.`);

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
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  console.log(status === 0 ? `✓ ${what}` : `✗ ${what} ${stdout}${stderr}`);
  if (status !== 0) process.exitCode = 1;
}
