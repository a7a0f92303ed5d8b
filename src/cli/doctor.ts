import { styleText } from 'node:util';

import type { Given } from '../command-line/command.ts';
import { escapeControls } from '../command-line/escape-controls.ts';
import type { Config } from '../config/config.ts';
import type { Env } from '../config/settings.ts';
import {
  checkClock,
  checkDataFolder,
  checkExposure,
  checkMachine,
  checkOpenHouse,
  checkPorts,
  checkSettings,
} from './check-machine.ts';
import {
  checkModel,
  checkPayments,
  checkPictures,
  checkPostgres,
  checkRedis,
  checkSqlite,
} from './check-services.ts';
import type { DOCTOR_OPTIONS } from './commands.ts';
import { type CheckResult, diagnose, type Diagnosis, reasonOf } from './diagnosis.ts';
import { settingsWith } from './setting-options.ts';

export async function run({ values }: Given<typeof DOCTOR_OPTIONS>): Promise<void> {
  const findings = await examine(settingsWith(values));
  const json = () => `${JSON.stringify({ ...countStates(findings), findings }, undefined, 2)}\n`;
  process.stdout.write(values.json ? json() : report(findings, process.stdout));
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}

/** The checks of `doctor`, in the order of the report. Each has its own timeout. */
const CHECKS = {
  exposure: checkExposure,
  ports: checkPorts,
  service: checkOpenHouse,
  'data folder': checkDataFolder,
  database: (config) => (config.databaseUrl ? checkPostgres : checkSqlite)(config),
  redis: checkRedis,
  clock: () => checkClock(),
  payments: checkPayments,
  model: checkModel,
  pictures: checkPictures,
  machine: checkMachine,
} as const satisfies Readonly<Record<string, (config: Config) => CheckResult | Promise<CheckResult>>>;

type CheckName = keyof typeof CHECKS;

export async function examine(env: Env, omitted: readonly CheckName[] = []): Promise<Diagnosis[]> {
  const { config, findings } = checkSettings(env);
  const names = (Object.keys(CHECKS) as CheckName[]).filter((name) => !omitted.includes(name));
  const others = await Promise.all(names.map((name) => runCheck(name, config)));
  return [...findings, ...others.flat()].map(withoutSecrets(env));
}

async function runCheck(name: CheckName, config: Config): Promise<CheckResult> {
  try {
    return await CHECKS[name](config);
  } catch (error) {
    return diagnose('failed.check', { reason: reasonOf(error) }, name);
  }
}

// Secrets shorter than this are not masked: they would match parts of ordinary words.
const SHORTEST_SECRET = 6;

/** Masks secrets of the settings in findings: error messages may quote a key or password. */
function withoutSecrets(env: Env): (finding: Diagnosis) => Diagnosis {
  const secrets = Object.entries(env)
    .flatMap(([name, value = '']) => [
      ...passwordsIn(value),
      ...(/KEY|SECRET|TOKEN|PASSWORD/.test(name) ? [value.trim()] : []),
    ])
    .filter(({ length }) => length >= SHORTEST_SECRET);
  const hide = (text: string) =>
    escapeControls(secrets.reduce((said, secret) => said.replaceAll(secret, '***'), text));
  return ({ found, remedy, ...rest }) => ({
    ...rest,
    found: hide(found),
    ...(remedy !== undefined && { remedy: hide(remedy) }),
  });
}

function passwordsIn(url: string): string[] {
  const [, password] = /^\w+:\/\/[^:@/]*:([^@]+)@/.exec(url.trim()) ?? [];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

const MARKS = {
  fine: { sign: '✓', colour: 'green', word: 'fine ' },
  note: { sign: '·', colour: 'yellow', word: 'note ' },
  wrong: { sign: '✗', colour: 'red', word: 'WRONG' },
} as const;

export function report(findings: readonly Diagnosis[], { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(({ name, state, found, remedy }) => {
    const { sign, colour, word } = MARKS[state];
    const mark = isTTY ? styleText(colour, sign, { stream: process.stdout }) : word;
    const indent = ' '.repeat((isTTY ? 1 : word.length) + width + 4);
    const line = `${mark}  ${name.padEnd(width)}  ${found}`;
    return remedy === undefined ? line : `${line}\n${indent}${isTTY ? '→' : '->'} ${remedy}`;
  });
  const counts = countStates(findings);
  const notes = counts.note === 0 ? '' : `, and ${counts.note} to think about`;
  const verdict =
    counts.wrong === 0
      ? `Nothing is wrong${notes}.`
      : `${counts.wrong} ${counts.wrong === 1 ? 'thing is' : 'things are'} wrong${notes}. What to do stands below each.`;
  return `${lines.join('\n')}\n\n${verdict}\n`;
}

function countStates(findings: readonly Diagnosis[]): Readonly<Record<Diagnosis['state'], number>> {
  const count = (state: Diagnosis['state']) => findings.filter((each) => each.state === state).length;
  return { fine: count('fine'), note: count('note'), wrong: count('wrong') };
}
