import { AGENT_COMMANDS } from '../agent/agent-commands.ts';
import { command, type OptionSpec, type OptionSpecs, type Topic } from '../command-line/command.ts';
import { SETTINGS } from '../config/settings.ts';
import { PLACE_OPTIONS, SERVE_OPTIONS } from './setting-options.ts';

const JOBS = {
  type: 'string',
  placeholder: 'N',
  default: '1',
  fits: [(given) => /^\d\d?$/.test(given) && +given >= 1 && +given <= 64, 'a whole number from 1 to 64'],
} as const satisfies Partial<OptionSpec>;

const SERVE = command({
  name: 'serve',
  summary: 'open a house, and keep it open until Ctrl-C',
  options: SERVE_OPTIONS,
  examples: [
    ['serve', 'at http://127.0.0.1:3000, with its data in ./data'],
    ['serve --port 8080 --data-dir /srv/ark', 'elsewhere'],
    ['serve --sandbox', 'with a clock you can turn forward, to see a life in an afternoon'],
  ],
  notes: (program) => [
    `Each option is another way to say a setting, and goes before it; "${program} help settings" lists all.`,
  ],
  exitCodes: [
    [0, 'it was asked to close, and has'],
    [1, 'it could not open, or only a restart can help; standard error or the log says why'],
    [2, 'it was typed wrong; nothing was done'],
  ],
  load: () => import('./serve.ts'),
});

const databaseCommands = () => import('./database-commands.ts');

const MIGRATE = command({
  name: 'migrate',
  summary: 'bring the database up to date, and say what was done',
  options: PLACE_OPTIONS,
  examples: [
    ['migrate', 'the house the settings name; a house that opens does the same by itself'],
    ['migrate --data-dir /srv/ark', 'another one'],
  ],
  interrupted: () =>
    'Each migration is kept whole or not at all: migrate again, or open the house, and it goes on.',
  load: async () => ({ run: (await databaseCommands()).runMigrate }),
});

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

const BACKUP = command({
  name: 'backup',
  summary: 'write a consistent copy while the house stays open',
  operands: [
    { name: 'FILE', meaning: 'the file to write, or with --jobs the folder; never over what is there' },
  ],
  options: BACKUP_OPTIONS,
  examples: [
    ['backup /backups/ark.db', 'SQLite: one whole file, checked as it is written'],
    ['backup /backups/ark --jobs 4', 'PostgreSQL: a folder, by pg_dump, which must be installed'],
    ['backup /backups/ark.dump --from postgres://standby/ark', 'and the primary has no work with it'],
  ],
  interrupted: () => 'Nothing is left of the copy, and the house is as it was.',
  load: async () => ({ run: (await databaseCommands()).runBackup }),
});

export const RESTORE_OPTIONS = {
  jobs: { ...JOBS, meaning: 'PostgreSQL: so many connections at once' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const RESTORE = command({
  name: 'restore',
  summary: 'bring a backup back into the empty place the settings name, and audit it',
  operands: [{ name: 'FILE', meaning: 'the backup: a file, or a folder that was made with --jobs' }],
  options: RESTORE_OPTIONS,
  examples: [
    ['restore /backups/ark.db --data-dir /srv/restored', 'SQLite: a folder with no house in it'],
    ['restore /backups/ark --jobs 4 --database-url postgres://localhost/restored', 'a new, empty database'],
  ],
  interrupted: ({ values }) =>
    values.jobs === '1'
      ? 'Either nothing has come back, or everything, and only its audit was cut short: "arkhouse audit" does it again.'
      : 'What several connections had brought back by then is still there: drop the database, and make a new one.',
  load: async () => ({ run: (await databaseCommands()).runRestore }),
});

export const MOVE_OPTIONS = {
  to: {
    type: 'string',
    placeholder: 'WHERE',
    meaning: 'where to: a postgres:// address, or a folder for SQLite; it must be empty',
  },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const MOVE = command({
  name: 'move',
  summary: 'take the closed house from SQLite to PostgreSQL or back, bit by bit, and audit it',
  options: MOVE_OPTIONS,
  needed: ['to'],
  examples: [
    ['move --to postgres://localhost/ark', 'from ./data into a new database'],
    ['move --database-url postgres://localhost/ark --to /srv/ark', 'and back, into a folder'],
  ],
  interrupted: () => 'The source is unchanged and the target is empty: run move again.',
  load: async () => ({ run: (await databaseCommands()).runMove }),
});

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

const AUDIT = command({
  name: 'audit',
  summary: 'check everything that is kept, and live every life again',
  options: AUDIT_OPTIONS,
  examples: [
    ['audit', 'everything; it may take a while'],
    ['audit --since 36h', 'what has happened lately, every night'],
    ['audit --sample 5% --resume audit.json', 'some, and to be gone on with when interrupted'],
  ],
  interrupted: ({ values: { resume } }) =>
    resume === undefined
      ? 'It has changed nothing. With --resume FILE the next one could go on from here.'
      : `It has changed nothing, and the same command goes on from here (${resume}).`,
  exitCodes: [
    [0, 'all is well'],
    [1, 'there are findings, each in a line; or it could not be done, and standard error says why'],
    [2, 'it was typed wrong; nothing was done'],
    [130, 'Ctrl-C ended it (143: SIGTERM did)'],
  ],
  load: () => import('./audit.ts'),
});

export const SETTLE_OPTIONS = {
  confirm: { type: 'boolean', meaning: 'the clock is right and the deaths are real: write them, and go on' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const SETTLE = command({
  name: 'settle',
  summary: 'say whether too many deaths have paused settling, and confirm them',
  options: SETTLE_OPTIONS,
  examples: [
    ['settle', 'paused or not, and why; it changes nothing'],
    ['settle --confirm', 'beside the open house, which goes on within a second or two'],
  ],
  load: async () => ({ run: (await databaseCommands()).runSettle }),
});

export const UNDO_OPTIONS = {
  since: { type: 'string', placeholder: 'TIME', meaning: 'the first moment of death to undo' },
  until: { type: 'string', placeholder: 'TIME', meaning: 'the last one' },
  yes: { type: 'boolean', meaning: 'do it; without this it only says what it would do' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const UNDO_DEATHS = command({
  name: 'undo-deaths',
  summary: 'bring back creatures that a wrong clock has let die before their time',
  options: UNDO_OPTIONS,
  needed: ['since', 'until'],
  examples: [
    ['undo-deaths --since 2h --until 2026-12-01T00:00:00Z', 'what would be undone; it changes nothing'],
    [
      'undo-deaths --since 2h --until 2026-12-01T00:00:00Z --yes',
      'with a SQLite house closed, and a backup made',
    ],
  ],
  notes: () => ['Deaths that are past by the right time stay: they would happen again at once.'],
  interrupted: () => 'Each creature is restored whole or not at all: the same command goes on from here.',
  load: async () => ({ run: (await databaseCommands()).runUndoDeaths }),
});

export const DOCTOR_OPTIONS = {
  json: { type: 'boolean', meaning: 'tell programs, as JSON' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const DOCTOR = command({
  name: 'doctor',
  summary: 'say what is wrong with settings, database, disk, clock and machine, and how to mend it',
  options: DOCTOR_OPTIONS,
  examples: [
    ['doctor', 'before the first start, or beside an open house: it changes nothing'],
    ['doctor --json', 'for a deployment script'],
  ],
  exitCodes: [
    [0, 'nothing keeps the house from its work'],
    [1, 'something is wrong, and its remedy is said'],
    [2, 'it was typed wrong; nothing was done'],
  ],
  load: () => import('./doctor.ts'),
});

export const REPAIR_OPTIONS = {
  yes: { type: 'boolean', meaning: 'write it; without this nothing is changed' },
  ...PLACE_OPTIONS,
} as const satisfies OptionSpecs;

const REPAIR = command({
  name: 'repair',
  summary: 'compute a creature that cannot be read anew from its log',
  operands: [
    { name: 'ID', meaning: 'the creature, as the log of the house, the doctor or the audit names it' },
  ],
  options: REPAIR_OPTIONS,
  examples: [
    ['repair 3f0c8a52-6d1e-4b7a-9c05-f2e6a9134bd7', 'say what is damaged, and whether the log suffices'],
    ['repair 3f0c8a52-6d1e-4b7a-9c05-f2e6a9134bd7 --yes', 'and write it; the house may be open'],
  ],
  exitCodes: [
    [0, 'it can be repaired, or with --yes was; or nothing is damaged'],
    [1, 'the log does not suffice, and why is said; or it could not be done'],
    [2, 'it was typed wrong; nothing was done'],
  ],
  load: async () => ({ run: (await databaseCommands()).runRepair }),
});

export const COMMANDS = [
  SERVE,
  ...AGENT_COMMANDS,
  MIGRATE,
  BACKUP,
  RESTORE,
  MOVE,
  AUDIT,
  REPAIR,
  SETTLE,
  UNDO_DEATHS,
  DOCTOR,
];

export const SETTINGS_TOPIC: Topic = {
  name: 'settings',
  summary: 'environment variables, none of which is needed',
  rows: Object.entries(SETTINGS).map(([name, [usual, meaning]]) => [name, usual, meaning]),
};
