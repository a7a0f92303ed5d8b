import { UsageError, type CommandSpec, type Given, type Program } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { commandPage, overviewPage, topicPage, type HelpStyle } from './help-pages.ts';
import { parseCommand, questionIn } from './parse-command.ts';

/** What is to be done about what was typed: a page, or a command with what it was given. */
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

/** Reads what was typed after the program's name; does nothing yet. */
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

/** A command that was typed wrong says so, and where its own page is. */
export function refusedUsage({ name }: Program, spec: CommandSpec, { message }: UsageError) {
  return {
    refused: `${message} "${name} ${spec.name} --help" tells more.`,
    code: spec.usageCode ?? WRONG_USAGE,
  };
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
