import { FAMILIES } from '../rules/vocabulary.ts';
import { command, type OptionSpec } from '../command-line/command.ts';

const HOUSE = {
  type: 'string',
  placeholder: 'URL',
  variable: 'ARKHOUSE_BASE_URL',
  fits: [isHttp, 'the http or https address of a house, such as http://127.0.0.1:3000'],
} as const satisfies Partial<OptionSpec>;

const KEY_FILE = { type: 'string', placeholder: 'FILE', usual: '~/.arkhouse/key.json' } as const;

export const KEEP_OPTIONS = {
  'base-url': {
    ...HOUSE,
    usual: 'http://127.0.0.1:3000',
    meaning: 'the house; with a key file, only the one that gave the key',
  },
  'key-file': {
    ...KEY_FILE,
    meaning: 'where the key is kept, with mode 600; one that others can read is refused',
  },
  username: {
    type: 'string',
    placeholder: 'NAME',
    usual: '`keeper-` and a few letters',
    meaning: 'the name to register under, the first time',
  },
  timezone: {
    type: 'string',
    placeholder: 'ZONE',
    usual: 'UTC',
    meaning: 'the zone its creatures sleep by, such as `Europe/Berlin`, the first time',
  },
  name: {
    type: 'string',
    placeholder: 'NAME',
    usual: 'one of its own',
    meaning: 'the name of the next creature',
  },
  species: { type: 'string', placeholder: 'SLUG', usual: 'chance', meaning: 'the species to adopt' },
  family: {
    type: 'string',
    placeholder: 'FAMILY',
    usual: 'chance',
    meaning: `the family to adopt from: ${FAMILIES.map((each) => `\`${each}\``).join(', ')}`,
    fits: [(given) => FAMILIES.some((each) => each === given), `one of ${FAMILIES.join(', ')}`],
  },
  once: { type: 'boolean', usual: 'it stays', meaning: 'one visit, for cron' },
  again: { type: 'boolean', usual: 'it stops', meaning: 'adopts another when the last one has died' },
  diary: {
    type: 'string',
    placeholder: 'FILE',
    usual: 'standard output alone',
    meaning: 'appends every line to this file as well, flushed to the disk',
  },
  json: {
    type: 'boolean',
    usual: 'words',
    meaning: 'one JSON object a line instead, with the names of the API',
  },
  patience: {
    type: 'string',
    placeholder: 'SECONDS',
    usual: '30; with `--once` 2 while nothing answers',
    meaning: 'how long one request is tried before the house counts as away',
    fits: [(given) => Number(given) > 0 && Number(given) <= 3600, 'a number of seconds, up to 3600'],
  },
  'fast-forward': {
    type: 'boolean',
    usual: 'it waits',
    meaning: 'turns the clock of a sandbox house instead of waiting; refused anywhere else',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const KEEP = command({
  name: 'keep',
  summary: 'look after a creature, here or anywhere, until told to stop',
  options: KEEP_OPTIONS,
  examples: [
    ['keep', 'move into the house on this machine, adopt an egg and stay'],
    ['keep --base-url https://ark.example --name Pebble --family cat', 'a cat called Pebble, elsewhere'],
    ['keep --once --diary pebble.txt', 'one visit, for cron: every quarter of an hour is plenty'],
  ],
  notes: () => [
    'A key of your own in ARKHOUSE_API_KEY goes before the key file: then it never registers, and its first line',
    'says whose account it keeps. With the key of a sitter it cares for the creatures of the agent that gave it,',
    'and adopts none.',
  ],
  // Exit code of usage errors in `keep`: scripts depend on 1, which is older than the 2 of other commands.
  usageCode: 1,
  exitCodes: [
    [0, 'all are well; or it was asked to leave'],
    [
      1,
      'it could not do its work: an option, the key file, a refusal, trouble in the house; standard error or the diary says why',
    ],
    [2, 'a creature died since the last visit, or no creature is left and `--again` was not given'],
    [
      3,
      'the house did not answer (`--once` only: otherwise it waits on the doorstep, however long it takes)',
    ],
  ],
  load: () => import('./keep.ts'),
});

export const MCP_OPTIONS = {
  'base-url': { ...HOUSE, usual: 'the key file’s house, http://127.0.0.1:3000', meaning: 'which house' },
  'key-file': { ...KEY_FILE, meaning: 'where the key is kept, for this user only' },
  tools: {
    type: 'string',
    placeholder: 'PROFILE',
    usual: 'all',
    meaning: '`care` lists the seven tools of a life only, for small contexts',
    fits: [(given) => given === 'all' || given === 'care', 'all or care'],
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const MCP = command({
  name: 'mcp',
  summary: 'offer the tools of a house to an MCP client, over standard input and output',
  options: MCP_OPTIONS,
  examples: [
    ['mcp', 'the house on this machine, or the one the key file is of'],
    ['mcp --base-url https://ark.example', 'a house elsewhere'],
  ],
  notes: () => [
    'A client starts it; most take this as their configuration:',
    '',
    '  { "mcpServers": { "arkhouse": {',
    '      "command": "npx", "args": ["-y", "--package=https://ark.example/arkhouse-agent.tgz",',
    '                                 "arkhouse-agent", "mcp", "--base-url", "https://ark.example"] } } }',
    '',
    'The tool register_agent fetches a key once, and it is kept in the key file from then on. A key of',
    'your own in ARKHOUSE_API_KEY goes before the file.',
  ],
  load: () => import('./mcp.ts'),
});

export const DESKTOP_OPTIONS = {
  'base-url': { ...HOUSE, usual: 'the key file’s house, http://127.0.0.1:3000', meaning: 'which house' },
  creature: {
    type: 'string',
    placeholder: 'ID',
    usual: 'all living ones of the account in the key file',
    meaning: 'the creature to show; needs no key',
    fits: [(given) => UUID.test(given), 'the id of a creature: it is in the address of its page'],
  },
  'key-file': { ...KEY_FILE, meaning: 'where the key is kept, for this user only' },
  into: {
    type: 'string',
    placeholder: 'FOLDER',
    usual: 'the pets folders of Codex, Petdex and DSH, where they are installed',
    meaning: 'the pets folder of another program; only this one is written to',
  },
  looks: {
    type: 'boolean',
    usual: 'version 1 of the format, which every program shows',
    meaning: 'version 2: the pet looks into sixteen directions',
  },
  watch: {
    type: 'boolean',
    usual: 'it ends',
    meaning: 'stays, asks every minute, and renews a pet whose stage, mood or state has changed',
  },
  remove: { type: 'boolean', usual: 'it installs', meaning: 'removes the pets that it installed' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const DESKTOP = command({
  name: 'desktop',
  summary: 'show creatures as desktop pets, in Codex and other programs with pets of its format',
  options: DESKTOP_OPTIONS,
  examples: [
    ['desktop --watch', 'your creatures, as they are'],
    [
      'desktop --base-url https://ark.example --creature 0c4f9a52-7c1e-4c0a-9a53-2f8d5d0f6b11',
      'any creature of a house, without an account',
    ],
    ['desktop --remove', 'none any more'],
  ],
  notes: () => [
    'It writes into folders called arkhouse-… in the pets folders, and nowhere else. Codex lists a new pet under',
    'Settings, Appearance, Pets, after a refresh.',
  ],
  load: () => import('./desktop.ts'),
});

const FORMATS = ['prompt', 'hermes', 'json'];

export const DUE_OPTIONS = {
  'base-url': {
    ...HOUSE,
    default: 'http://127.0.0.1:3000',
    meaning: 'which house',
  },
  token: {
    type: 'string',
    placeholder: 'TOKEN',
    variable: 'ARKHOUSE_OWNER_TOKEN',
    usual: 'the token file',
    meaning:
      'the token of `create_owner_link`; others on this machine see it as an option, not as a variable',
  },
  'token-file': {
    type: 'string',
    placeholder: 'FILE',
    variable: 'ARKHOUSE_OWNER_TOKEN_FILE',
    usual: '~/.arkhouse/owner-token',
    meaning: 'a file with the token in its first line, with mode 600',
  },
  print: {
    type: 'string',
    placeholder: 'FORMAT',
    usual: 'a line for people',
    meaning:
      '`prompt`: a line for the agent if it is to wake, else nothing; `hermes`: that and `{"wakeAgent": …}`; `json`: the answer of the house',
    fits: [(given) => FORMATS.includes(given), `one of ${FORMATS.join(', ')}`],
  },
  patience: {
    type: 'string',
    placeholder: 'SECONDS',
    default: '10',
    meaning: 'how long a house that does not answer is asked again',
    fits: [(given) => /^\d{1,4}$/.test(given), 'a whole number of seconds'],
  },
  'state-file': {
    type: 'string',
    placeholder: 'FILE',
    variable: 'ARKHOUSE_DUE_STATE',
    usual: '~/.arkhouse/due/HOST',
    meaning: 'when the agent was last woken without an answer',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const DUE = command({
  name: 'due',
  summary: 'ask without a model whether a visit is due, for scripts that wake an agent',
  options: DUE_OPTIONS,
  examples: [
    ['due', 'exit code 0 if one is'],
    ['due --base-url https://ark.example --print prompt', 'a line to hand to an agent, or nothing'],
  ],
  notes: () => [
    'The token opens the due check and reads only: an agent gets it by create_owner_link. If the house does not',
    'answer, the agent is woken all the same, at most once an hour.',
  ],
  exitCodes: [
    [0, 'a visit is due, or the house did not say and the agent may wake; always with `--print hermes`'],
    [1, 'nothing is due'],
    [2, 'it cannot be told: the house did not say, or the command was typed wrong'],
  ],
  load: () => import('./due.ts'),
});

export const AGENT_COMMANDS = [KEEP, MCP, DESKTOP, DUE];

export const AGENT_ERRORS: readonly string[] = [
  'KeyFileError',
  'KeeperError',
  'RedirectError',
  'DesktopError',
];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function isHttp(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
}
