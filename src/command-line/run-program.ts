import { parseArgs } from 'node:util';

import { packageVersion } from '../outside/package-version.ts';
import {
  type CommandSpec,
  type Given,
  type OptionSpec,
  type OptionSpecs,
  type Program,
  type Topic,
  UsageError,
} from './command.ts';
import { escapeControls } from './escape-controls.ts';

type HelpStyle = Readonly<{ isColoured: boolean; width: number }>;

/** True if output is coloured; honours `NO_COLOR` and `FORCE_COLOR`. */
export function hasColours({ isTTY }: { readonly isTTY?: boolean }, env: Question['env']): boolean {
  const { NO_COLOR: none, FORCE_COLOR: forced, TERM: terminal } = env;
  if (none) return false;
  if (forced) return forced !== '0' && forced !== 'false';
  return isTTY === true && terminal !== 'dumb';
}

export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'all is well'],
  [1, 'something is wrong, and standard error or the findings say what'],
  [2, 'it was typed wrong; nothing was done'],
  [130, 'Ctrl-C ended it (143: SIGTERM did); it says what remains'],
  [141, 'its output was closed'],
];

const HELP_ROW: HelpRow = ['-h, --help', 'this page'];
const VERSION_ROW: HelpRow = ['-v, --version', 'the version, and nothing else'];

function overviewPage(program: Program, style: HelpStyle): string {
  const { name, about, firstSteps, commands, topics } = program;
  const commandRows = commands.map((each): HelpRow => [each.name, each.summary]);
  const helpRow: HelpRow = ['help', `explain a command: ${name} help ${commands[0]?.name}`];
  const topicRows = topics.map((each): HelpRow => [`help ${each.name}`, each.summary]);
  return page([
    ...wrapped(about, style.width),
    ...section('First things to type', exampleRows(name, firstSteps), style),
    ...section('Commands', [...commandRows, helpRow, ...topicRows], style),
    ...section(
      'Every command has',
      [['-h, --help', 'its options, examples and exit codes'], VERSION_ROW],
      style,
    ),
    ...section('Exit codes', codeRows(EXIT_CODES), style),
  ]);
}

function commandPage(program: Program, spec: CommandSpec, style: HelpStyle): string {
  const { summary, operands = [], options, examples, notes, exitCodes } = spec;
  const typed = [program.name, spec.name, ...operands.map((each) => each.name)];
  const operandRows = operands.map((each): HelpRow => [each.name, each.meaning]);
  const needed = (spec.needed ?? []).map((each) => `--${each} ${options[each]?.placeholder}`);
  return page([
    ...wrapped(`${typed.slice(0, 2).join(' ')}: ${summary}`, style.width),
    ...section('Usage', [[[...typed, ...needed, '[options]'].join(' '), '']], style),
    ...section('What goes where', operandRows, style),
    ...section('Options', [...optionRows(options), HELP_ROW, VERSION_ROW], style),
    ...section('Examples', exampleRows(program.name, examples), style),
    ...(notes ? ['', ...notes(program.name)] : []),
    ...section('Exit codes', codeRows(exitCodes ?? EXIT_CODES), style),
  ]);
}

function topicPage({ name: topic, summary, rows }: Topic, style: HelpStyle): string {
  const lines = rows.map(([name, usual, meaning]): HelpRow => [name, `${meaning} (without it: ${usual})`]);
  return page([...wrapped(`${topic}: ${summary}`, style.width), ...section('', lines, style)]);
}

export function optionWords(name: string, { placeholder }: OptionSpec): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
}

export function usualWords(option: OptionSpec): string | undefined {
  const usual = option.usual ?? option.default;
  if (option.variable === undefined) return usual;
  return usual === undefined ? option.variable : `${option.variable}, ${usual}`;
}

type HelpRow = readonly [left: string, right: string];

function optionRows(options: OptionSpecs): HelpRow[] {
  return Object.entries(options).map(([name, option]) => [optionWords(name, option), meaningOf(option)]);
}

function meaningOf(option: OptionSpec): string {
  const usual = usualWords(option);
  return usual === undefined ? option.meaning : `${option.meaning} (without it: ${usual})`;
}

function exampleRows(program: string, examples: Program['firstSteps']): HelpRow[] {
  return examples.map(([typed, meaning]) => [`${program} ${typed}`, meaning]);
}

function codeRows(codes: typeof EXIT_CODES): HelpRow[] {
  return codes.map(([code, meaning]) => [String(code), meaning]);
}

const WIDEST_LEFT = 34;

function section(title: string, rows: readonly HelpRow[], { isColoured, width }: HelpStyle): string[] {
  if (rows.length === 0) return [];
  const bold = (text: string) => (isColoured ? `\u001b[1m${text}\u001b[22m` : text);
  const cyan = (text: string) => (isColoured ? `\u001b[36m${text}\u001b[39m` : text);
  const widest = Math.max(...rows.map(([left]) => left.length));
  const isStacked = widest > WIDEST_LEFT;
  const column = isStacked ? 6 : widest + 4;
  const lines = rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrapped(right, width - column);
    const below = (isStacked ? [first, ...rest] : rest).filter(Boolean);
    const beside = isStacked || first === '' ? '' : ' '.repeat(column - 2 - left.length) + first;
    return [`  ${cyan(left)}${beside}`, ...below.map((line) => ' '.repeat(column) + line)];
  });
  return ['', ...(title === '' ? [] : [bold(title)]), ...lines];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replaceAll('`', '').split(' ')) {
    if (line !== '' && line.length + 1 + word.length > Math.max(24, width)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function page(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

export type ProgramAnswer =
  | { readonly page: string }
  | { readonly refused: string; readonly code: number }
  | { readonly command: CommandSpec; readonly given: Given };

export interface Question {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: () => string;
  readonly style: HelpStyle;
}

const WRONG_USAGE = 2;
const FAILED = 1;

export function answer(program: Program, { args, env, version, style }: Question): ProgramAnswer {
  const [word, ...rest] = args;
  if (word === undefined || word === '--help' || word === '-h') return { page: overviewPage(program, style) };
  if (word === '--version' || word === '-v') return { page: `${version()}\n` };
  if (word === 'help') return helpAbout(program, rest, style);
  const spec = program.commands.find(({ name }) => name === word);
  if (!spec) return { refused: unknownWord(program, word), code: WRONG_USAGE };
  const question = questionIn(spec, rest);
  if (question === 'help') return { page: commandPage(program, spec, style) };
  if (question === 'version') return { page: `${version()}\n` };
  const refusal = program.refusalOf?.(spec);
  if (refusal !== undefined) return { refused: refusal, code: FAILED };
  try {
    return { command: spec, given: parseCommand(spec, rest, env) };
  } catch (error) {
    if (error instanceof UsageError) return refusedUsage(program, spec, error);
    throw error;
  }
}

function refusedUsage({ name }: Program, spec: CommandSpec, { message }: UsageError) {
  const refused = `${message} "${name} ${spec.name} --help" tells more.`;
  return { refused, code: spec.usageCode ?? WRONG_USAGE };
}

function helpAbout(program: Program, words: readonly string[], style: HelpStyle): ProgramAnswer {
  const word = words.find((each) => !each.startsWith('-'));
  if (word === undefined || word === 'help') return { page: overviewPage(program, style) };
  const spec = program.commands.find(({ name }) => name === word);
  if (spec) return { page: commandPage(program, spec, style) };
  const topic = program.topics.find(({ name }) => name === word);
  if (topic) return { page: topicPage(topic, style) };
  return { refused: unknownWord(program, word), code: WRONG_USAGE };
}

function unknownWord({ name, commands, topics }: Program, word: string): string {
  if (word.startsWith('-')) {
    const near = didYouMean(word, ['--help', '--version']);
    return `${name} has no option ${word} of its own.${near} Options come after a command; "${name} help" lists them.`;
  }
  const known = [...commands, ...topics].map((each) => each.name);
  return `There is no command "${word}".${didYouMean(word, [...known, 'help'])} "${name} help" lists them.`;
}

// 128 + the signal number.
const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;
const BROKEN_PIPE = 141;
const WIDEST = 100;

export async function runProgram(program: Program, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => leaveWithoutReader(stream, error));
  const { stdout } = process;
  const style = { isColoured: hasColours(stdout, env), width: Math.min(WIDEST, stdout.columns || WIDEST) };
  const asked = answer(program, { args: process.argv.slice(2), env, version: packageVersion, style });
  if ('page' in asked) stdout.write(asked.page);
  else if ('refused' in asked) complain(asked.refused, asked.code);
  else await runCommand(program, asked.command, asked.given);
}

async function runCommand(program: Program, spec: CommandSpec, given: Given): Promise<void> {
  if (spec.interrupted) sayWhenInterrupted(spec.interrupted(given));
  try {
    const module = await spec.load();
    await module.run(given);
  } catch (error) {
    if (!(error instanceof UsageError)) return complain(explained(program, error), 1);
    const { refused, code } = refusedUsage(program, spec, error);
    complain(refused, code);
  }
}

/** Prints a message when a signal ends the command; unfinished files are removed on process exit. */
function sayWhenInterrupted(remains: string): void {
  const end = (signal: keyof typeof SIGNALLED) => {
    const line = process.stderr.isTTY ? '\n' : '';
    process.stderr.write(`${line}Interrupted. ${remains}\n`);
    process.exit(SIGNALLED[signal]);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
}

/** Exits when the reader is gone, as in `help | head -1`, unless the command has its own error listener. */
function leaveWithoutReader(stream: NodeJS.WriteStream, error: Error): void {
  if (stream.listenerCount('error') > 1) return;
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit(BROKEN_PIPE);
}

export function explained({ foreseen, byCode }: Program, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (foreseen.has(error.name)) return error.message;
  const causes = [error, error.cause] as ({ code?: unknown; errcode?: number } | undefined)[];
  // The low byte of `errcode` is the primary result code of SQLite.
  const codes = causes.map((each) => (each?.errcode ? `SQLite ${each.errcode & 0xff}` : each?.code));
  const sentence = codes.map((code) => byCode[String(code)]).find(Boolean);
  if (sentence) return `${sentence} (${error.message})`;
  return [error.stack, error.cause].filter(Boolean).map(String).join('\nbecause of ');
}

function complain(sentence: string, code: number): void {
  // A stack has several lines.
  process.stderr.write(`${sentence.split('\n').map(escapeControls).join('\n')}\n`);
  process.exitCode = code;
}

function didYouMean(typed: string, words: readonly string[]): string {
  const near = closest(typed, words);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** The word that was probably meant: the only one with the typed prefix, or the nearest by edit distance. */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const beginnings = words.filter((word) => typed.length > 2 && word.startsWith(typed));
  if (beginnings.length === 1) return beginnings[0];
  const allowed = Math.max(1, Math.floor(typed.length / 3));
  const ranked = words.map((word) => ({ word, slips: slipsBetween(typed, word) }));
  const [best] = ranked.toSorted((a, b) => a.slips - b.slips);
  return best && best.slips <= allowed ? best.word : undefined;
}

/** Damerau–Levenshtein distance (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let older: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, nth) => nth);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const wrong = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? at(older, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, wrong, swapped));
    }
    [older, last] = [last, row];
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}

const COMMON = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

function questionIn(spec: CommandSpec, args: readonly string[]): keyof typeof COMMON | undefined {
  const { tokens } = readArgs(spec, args);
  const isAsked = (name: string) => tokens.some((token) => token.kind === 'option' && token.name === name);
  return (['help', 'version'] as const).find(isAsked);
}

export function parseCommand(spec: CommandSpec, args: readonly string[], env: Question['env']): Given {
  const { tokens, values: typed, positionals } = readArgs(spec, args);
  for (const token of tokens) if (token.kind === 'option') judgeOption(spec, token);
  const values = Object.fromEntries(
    Object.entries(spec.options).map(([name, { type, variable = '', default: usual }]) => [
      name,
      type === 'boolean' ? typed[name] === true : (typed[name] ?? (env[variable] || usual)),
    ]),
  );
  judgeOperands(spec, positionals);
  judgeValues(spec, values);
  return { values, operands: positionals };
}

/** Parses arguments without strict mode: `judgeOption` rejects unknown options with a suggestion. */
function readArgs(spec: CommandSpec, args: readonly string[]) {
  const own = Object.fromEntries(Object.entries(spec.options).map(([name, { type }]) => [name, { type }]));
  const options = { ...own, ...COMMON };
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
}

type OptionToken = Extract<ReturnType<typeof readArgs>['tokens'][number], { kind: 'option' }>;

function judgeOption({ name: command, options }: CommandSpec, token: OptionToken): void {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const known = [...Object.keys(options), ...Object.keys(COMMON)].map((each) => `--${each}`);
    throw new UsageError(`${command} has no option ${rawName}.${didYouMean(rawName, known)}`);
  }
  if (option.type === 'boolean' && value !== undefined)
    throw new UsageError(`${rawName} takes no value: it is either there or not.`);
  if (option.type === 'boolean') return;
  const ifDashed = value ? ` If it begins with a dash: ${rawName}=${value}.` : '';
  if (value === undefined || value === '' || (value.startsWith('-') && !inlineValue))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${option.placeholder}.${ifDashed}`);
}

function judgeOperands({ name, operands = [] }: CommandSpec, given: readonly string[]): void {
  const missing = operands[given.length];
  if (missing) throw new UsageError(`${name} needs ${missing.name}: ${missing.meaning}.`);
  const extra = given[operands.length];
  if (extra !== undefined) throw new UsageError(`${name} does not know what to do with "${extra}".`);
}

function judgeValues({ name: command, options, needed = [] }: CommandSpec, values: Given['values']): void {
  for (const [name, { placeholder, meaning, fits, variable }] of Object.entries(options)) {
    const value = values[name];
    if (value === undefined && needed.includes(name))
      throw new UsageError(`${command} needs --${name} ${placeholder}: ${meaning}.`);
    if (typeof value !== 'string' || !fits) continue;
    const [isFine, expected] = fits;
    const also = variable === undefined ? '' : ` (or ${variable})`;
    if (!isFine(value)) throw new UsageError(`--${name}${also} is ${expected}.`);
  }
}
