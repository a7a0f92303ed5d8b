import texts from '#content/ops/commands.json' with { type: 'json' };

import { AGENT_COMMANDS } from '../agent/agent-commands.ts';
import {
  command,
  type CommandSpec,
  type OptionSpec,
  type OptionSpecs,
  type Topic,
} from '../command-line/command.ts';
import { SETTINGS } from '../config/settings.ts';
import { PLACE_OPTIONS, SERVE_OPTIONS } from './setting-options.ts';

interface CommandTexts extends Pick<CommandSpec, 'summary' | 'operands'> {
  readonly options?: object;
  readonly examples: Readonly<Record<string, string>>;
  readonly exitCodes?: Readonly<Record<string, string>>;
}

function textsOf(name: keyof typeof texts) {
  const { options: _, examples, exitCodes, ...others }: CommandTexts = texts[name];
  const codes = Object.entries(exitCodes ?? {}).map(([code, meaning]) => [Number(code), meaning] as const);
  return { name, ...others, examples: Object.entries(examples), ...(exitCodes && { exitCodes: codes }) };
}

const JOBS = {
  type: 'string',
  placeholder: 'N',
  default: '1',
  fits: [(given) => /^\d\d?$/.test(given) && +given >= 1 && +given <= 64, 'a whole number from 1 to 64'],
} as const satisfies Partial<OptionSpec>;

const databaseCommands = () => import('./database-commands.ts');

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;

export const BACKUP_OPTIONS = {
  jobs: { ...JOBS, ...texts.backup.options.jobs },
  from: { ...TEXT, ...texts.backup.options.from },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const RESTORE_OPTIONS = {
  jobs: { ...JOBS, ...texts.restore.options.jobs },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const MOVE_OPTIONS = {
  to: { ...TEXT, ...texts.move.options.to },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const AUDIT_OPTIONS = {
  since: { ...TEXT, ...texts.audit.options.since },
  sample: { ...TEXT, ...texts.audit.options.sample },
  seed: {
    ...TEXT,
    ...texts.audit.options.seed,
    fits: [(given) => /^\d{1,15}$/.test(given), 'a whole number, such as the one an earlier audit has named'],
  },
  resume: { ...TEXT, ...texts.audit.options.resume },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const { since, until, yes } = texts['undo-deaths'].options;

export const SETTLE_OPTIONS = { confirm: { ...FLAG, ...texts.settle.options.confirm }, ...PLACE_OPTIONS };
export const UNDO_OPTIONS = {
  since: { ...TEXT, ...since },
  until: { ...TEXT, ...until },
  yes: { ...FLAG, ...yes },
  ...PLACE_OPTIONS,
};
export const DOCTOR_OPTIONS = { json: { ...FLAG, ...texts.doctor.options.json }, ...PLACE_OPTIONS };
export const REPAIR_OPTIONS = { yes: { ...FLAG, ...texts.repair.options.yes }, ...PLACE_OPTIONS };

export const COMMANDS = [
  command({
    ...textsOf('serve'),
    options: SERVE_OPTIONS,
    notes: (program) => [
      `Each option is another way to say a setting, and goes before it; "${program} help settings" lists all.`,
    ],
    load: () => import('./serve.ts'),
  }),
  ...AGENT_COMMANDS,
  command({
    ...textsOf('migrate'),
    options: PLACE_OPTIONS,
    interrupted: () =>
      'Each migration is kept whole or not at all: migrate again, or open the house, and it goes on.',
    load: async () => ({ run: (await databaseCommands()).runMigrate }),
  }),
  command({
    ...textsOf('backup'),
    options: BACKUP_OPTIONS,
    interrupted: () => 'Nothing is left of the copy, and the house is as it was.',
    load: async () => ({ run: (await databaseCommands()).runBackup }),
  }),
  command({
    ...textsOf('restore'),
    options: RESTORE_OPTIONS,
    interrupted: ({ values }) =>
      values.jobs === '1'
        ? 'Either nothing has come back, or everything, and only its audit was cut short: "arkhouse audit" does it again.'
        : 'What several connections had brought back by then is still there: drop the database, and make a new one.',
    load: async () => ({ run: (await databaseCommands()).runRestore }),
  }),
  command({
    ...textsOf('move'),
    options: MOVE_OPTIONS,
    needed: ['to'],
    interrupted: () =>
      'The source is unchanged: run move again. If it says that the target is not empty, all rows are there, and "arkhouse audit" audits them.',
    load: async () => ({ run: (await databaseCommands()).runMove }),
  }),
  command({
    ...textsOf('audit'),
    options: AUDIT_OPTIONS,
    interrupted: ({ values: { resume } }) =>
      resume === undefined
        ? 'It has changed nothing. With --resume FILE the next one could go on from here.'
        : `It has changed nothing, and the same command goes on from here (${resume}).`,
    load: () => import('./audit.ts'),
  }),
  command({
    ...textsOf('repair'),
    options: REPAIR_OPTIONS,
    load: async () => ({ run: (await databaseCommands()).runRepair }),
  }),
  command({
    ...textsOf('settle'),
    options: SETTLE_OPTIONS,
    load: async () => ({ run: (await databaseCommands()).runSettle }),
  }),
  command({
    ...textsOf('undo-deaths'),
    options: UNDO_OPTIONS,
    needed: ['since', 'until'],
    notes: () => ['Deaths that are past by the right time stay: they would happen again at once.'],
    interrupted: () => 'Each creature is restored whole or not at all: the same command goes on from here.',
    load: async () => ({ run: (await databaseCommands()).runUndoDeaths }),
  }),
  command({ ...textsOf('doctor'), options: DOCTOR_OPTIONS, load: () => import('./doctor.ts') }),
];

export const SETTINGS_TOPIC: Topic = {
  name: 'settings',
  summary: 'environment variables, none of which is needed',
  rows: Object.entries(SETTINGS).map(([name, { usual, meaning }]) => [name, usual, meaning]),
};
