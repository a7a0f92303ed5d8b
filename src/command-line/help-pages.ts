import type { CommandSpec, OptionSpec, Program, Topic } from './command.ts';
import type { TextPaint } from './paint.ts';

/** How help is to be written. */
export interface HelpStyle {
  readonly paint: TextPaint;
  /** How many letters fit into a line. */
  readonly width: number;
}

/** What a command may end with, and what that means, where a command says nothing else. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'all is well'],
  [1, 'something is wrong, and standard error or the findings say what'],
  [2, 'it was typed wrong; nothing was done'],
  [130, 'Ctrl-C ended it (143: SIGTERM did); it says what remains'],
  [141, 'nobody reads its output any more'],
];

const HELP_ROW: HelpRow = ['-h, --help', 'this page'];
const VERSION_ROW: HelpRow = ['-v, --version', 'the version, and nothing else'];

/** What the program is, what to type first, and every command in a line. */
export function overviewPage(program: Program, style: HelpStyle): string {
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

/** All there is to know to use a command. */
export function commandPage(program: Program, spec: CommandSpec, style: HelpStyle): string {
  const { summary, operands = [], options, examples, notes, exitCodes } = spec;
  const typed = [program.name, spec.name, ...operands.map((each) => each.name)];
  const needed = (spec.needed ?? []).map((each) => `--${each} ${options[each]?.placeholder}`);
  const optionRows = Object.entries(options).map(([name, option]): HelpRow => [
    optionWords(name, option),
    meaningOf(option),
  ]);
  return page([
    ...wrapped(`${typed.slice(0, 2).join(' ')}: ${summary}`, style.width),
    ...section('Usage', [[[...typed, ...needed, '[options]'].join(' '), '']], style),
    ...section(
      'What goes where',
      operands.map((each): HelpRow => [each.name, each.meaning]),
      style,
    ),
    ...section('Options', [...optionRows, HELP_ROW, VERSION_ROW], style),
    ...section('Examples', exampleRows(program.name, examples), style),
    ...(notes ? ['', ...notes(program.name)] : []),
    ...section('Exit codes', codeRows(exitCodes ?? EXIT_CODES), style),
  ]);
}

/** A list of things with what holds without them. */
export function topicPage({ name: topic, summary, rows }: Topic, style: HelpStyle): string {
  const lines = rows.map(([name, usual, meaning]): HelpRow => [name, `${meaning} (without it: ${usual})`]);
  return page([...wrapped(`${topic}: ${summary}`, style.width), ...section('', lines, style)]);
}

/** An option as it is typed, such as `--jobs N`. */
export function optionWords(name: string, { placeholder }: OptionSpec): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
}

/** What holds without an option, in words. */
export function usualWords(option: OptionSpec): string | undefined {
  const usual = option.usual ?? option.default;
  if (option.variable === undefined) return usual;
  return usual === undefined ? option.variable : `${option.variable}, ${usual}`;
}

type HelpRow = readonly [left: string, right: string];

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

/** In two columns; where something on the left is long, what it means stands below it. */
function section(title: string, rows: readonly HelpRow[], { paint, width }: HelpStyle): string[] {
  if (rows.length === 0) return [];
  const widest = Math.max(...rows.map(([left]) => left.length));
  const isStacked = widest > WIDEST_LEFT;
  const column = isStacked ? 6 : widest + 4;
  const lines = rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrapped(right, width - column);
    const below = (isStacked ? [first, ...rest] : rest).filter(Boolean);
    const beside = isStacked || first === '' ? '' : ' '.repeat(column - 2 - left.length) + first;
    return [`  ${paint.name(left)}${beside}`, ...below.map((line) => ' '.repeat(column) + line)];
  });
  return ['', ...(title === '' ? [] : [paint.heading(title)]), ...lines];
}

/** Terminals know no Markdown. */
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
