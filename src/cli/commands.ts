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
  readonly examples: Readonly<Record<string, string>>;
  readonly exitCodes?: Readonly<Record<string, string>>;
}

function textsOf(name: keyof typeof texts) {
  const { examples, exitCodes, ...others }: CommandTexts = texts[name];
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

export const BACKUP_OPTIONS = {
  jobs: { ...JOBS, meaning: 'PostgreSQL: so many connections at once, into a folder' },
  from: {
    type: 'string',
    placeholder: 'URL',
    usual: 'the house itself',
    meaning: 'PostgreSQL: copy from a standby at this address',
  },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const RESTORE_OPTIONS = {
  jobs: { ...JOBS, meaning: 'PostgreSQL: so many connections at once' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const MOVE_OPTIONS = {
  to: {
    type: 'string',
    placeholder: 'WHERE',
    meaning: 'where to: a postgres:// address, or a folder for SQLite; it must be empty',
  },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const AUDIT_OPTIONS = {
  since: {
    type: 'string',
    placeholder: 'TIME',
    usual: 'all',
    meaning: 'live only those lives again to which something happened since: 36h, 7d, or a moment',
  },
  sample: {
    type: 'string',
    placeholder: 'N',
    usual: 'all',
    meaning: 'or only so many at random, such as 1000 or 5%',
  },
  seed: {
    type: 'string',
    placeholder: 'N',
    usual: 'chance',
    meaning: 'with --sample: choose the same ones again',
    fits: [(given) => /^\d{1,15}$/.test(given), 'a whole number, such as the one an earlier audit has named'],
  },
  resume: {
    type: 'string',
    placeholder: 'FILE',
    meaning: 'keep in FILE how far it has come, and go on from there',
  },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const SETTLE_OPTIONS = {
  confirm: { type: 'boolean', meaning: 'the clock is right and the deaths are real: write them, and go on' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const UNDO_OPTIONS = {
  since: { type: 'string', placeholder: 'TIME', meaning: 'the first moment of death to undo' },
  until: { type: 'string', placeholder: 'TIME', meaning: 'the last one' },
  yes: { type: 'boolean', meaning: 'do it; without this it only says what it would do' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const DOCTOR_OPTIONS = {
  json: { type: 'boolean', meaning: 'tell programs, as JSON' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

export const REPAIR_OPTIONS = {
  yes: { type: 'boolean', meaning: 'write it; without this nothing is changed' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

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
    interrupted: () => 'The source is unchanged and the target is empty: run move again.',
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
