import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { missingCommands } from '../../test/support/servers/missing-commands.ts';

/** Output of one tool for one file; undefined if the tool is missing. */
export interface Verdict {
  readonly what: string;
  readonly tool: string;
  readonly isFine: boolean | undefined;
  readonly said: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DCLINT = 'dclint@3.1.0';

/** Asks each file's own tool. */
export function checkFiles(folder: string): Verdict[] {
  const copy = join(folder, 'deploy');
  cpSync(join(ROOT, 'deploy'), copy, { recursive: true });
  cpSync(join(copy, '.env.example'), join(copy, '.env'));
  return [
    ask('`haproxy.cfg`', ['haproxy', '-c', '-f', join(copy, 'haproxy.cfg')]),
    ask('`Caddyfile`', ['caddy', 'validate', '--adapter', 'caddyfile', '--config', join(copy, 'Caddyfile')]),
    ...checkUnits(copy),
    ...['compose.yaml', 'compose.full.yaml'].flatMap((file) => checkCompose(copy, file)),
  ];
}

function ask(what: string, [command = '', ...args]: readonly string[], cwd = ROOT): Verdict {
  const tool = [command, ...args.filter((word) => /^[a-z-]+$/.test(word))].slice(0, 2).join(' ');
  if (missingCommands([command]).length > 0)
    return { what, tool, isFine: undefined, said: 'it is not installed here' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { what, tool, isFine: status === 0, said: `${stdout}${stderr}`.trim() };
}

/** The units, with a program in place of the one that is not installed here. */
function checkUnits(copy: string): Verdict[] {
  const service = join(copy, 'systemd/arkhouse.service');
  const unit = readFileSync(service, 'utf8');
  writeFileSync(
    service,
    unit.replace('ExecStart=/opt/arkhouse/node_modules/.bin/node', `ExecStart=${process.execPath}`),
  );
  const verified = ask('`systemd`', [
    'systemd-analyze',
    'verify',
    service,
    join(copy, 'systemd/arkhouse.socket'),
  ]);
  const rated = ask('`arkhouse.service`', [
    'systemd-analyze',
    'security',
    '--offline=true',
    '--no-pager',
    service,
  ]);
  const exposure = /Overall exposure level.*: (.*\w)/.exec(rated.said)?.[1] ?? rated.said;
  return [verified, { ...rated, said: `exposure ${exposure}` }];
}

/** By the schema of today, which dclint brings, and by the Compose that Debian has, which does not know a name for the whole. */
function checkCompose(copy: string, file: string): Verdict[] {
  const linted = ask(`\`${file}\``, ['npx', '--yes', DCLINT, '--formatter', 'json', join(copy, file)], copy);
  const found = linted.said.match(/"rule": ?"invalid-schema"[^}]*/g) ?? [];
  const hasRun = linted.said.includes('"filePath"');
  const old = `old-${file}`;
  writeFileSync(join(copy, old), readFileSync(join(copy, file), 'utf8').replace(/^name: .*$/m, ''));
  mkdirSync(join(copy, 'secrets'), { recursive: true });
  return [
    {
      ...linted,
      tool: `${DCLINT}, its schema`,
      isFine: hasRun ? found.length === 0 : undefined,
      said: found.join(),
    },
    ask(`\`${file}\``, ['docker-compose', '-f', old, 'config', '--quiet'], copy),
  ];
}

/** Number of system calls in a trace, and those that the unit refuses. */
export function sortCalls(trace: string): { readonly made: number; readonly refused: readonly string[] } {
  const unit = readFileSync(join(ROOT, 'deploy/systemd/arkhouse.service'), 'utf8');
  const [allowed = '', denied = ''] = [...unit.matchAll(/^SystemCallFilter=~?(.*)$/gm)].map(
    ([, words]) => words ?? '',
  );
  const [granted, denial] = [callsOf(allowed.split(' ')), callsOf(denied.split(' '))];
  const made = new Set([...trace.matchAll(/^\d+ +(\w+)\(/gm)].map(([, call = '']) => call));
  const refused = [...made].filter((call) => !granted.has(call) || denial.has(call));
  return { made: made.size, refused };
}

function callsOf(groups: readonly string[]): Set<string> {
  const calls = new Set<string>();
  for (const group of groups) {
    const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', group], { encoding: 'utf8' });
    const words = stdout.split('\n').flatMap((line) => /^ {4}(@?\w[\w-]*)$/.exec(line)?.[1] ?? []);
    const [inner, plain] = [
      words.filter((word) => word.startsWith('@')),
      words.filter((word) => !word.startsWith('@')),
    ];
    for (const call of [...plain, ...(inner.length > 0 ? callsOf(inner) : [])]) calls.add(call);
  }
  return calls;
}
