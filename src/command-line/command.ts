/** An option as data: it is parsed, explained and documented from here. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly placeholder?: string;
  readonly meaning: string;
  /** What holds without it, in words; the default itself when nothing else is said. */
  readonly usual?: string;
  readonly default?: string;
  /** The environment variable that says the same; the option goes before it. */
  readonly variable?: string;
  /** Whether a value will do, and what is said of it when it will not: "--jobs is", and this. */
  readonly fits?: readonly [check: (given: string) => boolean, expected: string];
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export type OptionValues<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]: OptionValue<Options[Name]>;
};

type OptionValue<Option extends OptionSpec> =
  | (Option['type'] extends 'string' ? never : boolean)
  | (Option['type'] extends 'boolean'
      ? never
      : Option extends { default: string }
        ? string
        : string | undefined);

export interface Given<Options extends OptionSpecs = OptionSpecs> {
  readonly values: OptionValues<Options>;
  readonly operands: readonly string[];
}

/** What a command wants without an option's name before it. */
interface OperandSpec {
  readonly name: string;
  readonly meaning: string;
}

type Example = readonly [typed: string, meaning: string];

/** A command as data. What it does is loaded when it is run, so that explaining it takes no time. */
export interface CommandSpec<Options extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  /** One line, as an order: "copy the house while it stays open". */
  readonly summary: string;
  readonly operands?: readonly OperandSpec[];
  readonly options: Options;
  readonly needed?: readonly (keyof Options & string)[];
  readonly examples: readonly Example[];
  readonly notes?: (program: string) => readonly string[];
  /** Where it has other exit codes than everybody. */
  readonly exitCodes?: readonly (readonly [code: number, meaning: string])[];
  /** What it ends with when it was typed wrong, where 2 means something else. */
  readonly usageCode?: number;
  /** What remains when Ctrl-C ends it; left out where it sees to signals by itself. */
  interrupted?(given: Given<Options>): string;
  load(): Promise<CommandModule<Options>>;
}

interface CommandModule<Options extends OptionSpecs> {
  run(given: Given<Options>): Promise<void>;
}

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Rows of what is called how, what holds without it, and what it means. */
  readonly rows: readonly (readonly [name: string, usual: string, meaning: string])[];
}

export interface Program {
  readonly name: string;
  readonly about: string;
  readonly firstSteps: readonly Example[];
  readonly commands: readonly CommandSpec[];
  readonly topics: readonly Topic[];
  /** Errors whose message is a sentence for whoever typed, by name. */
  readonly foreseen: ReadonlySet<string>;
  readonly byCode: Readonly<Record<string, string>>;
  /** Why nothing but the help of a command works here; undefined where it does. */
  refusalOf?(command: CommandSpec): string | undefined;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Holds that a command runs with the very options it names; to everybody else it is one like any other. */
export function command<const Options extends OptionSpecs>(spec: CommandSpec<Options>): CommandSpec {
  return spec as unknown as CommandSpec;
}
