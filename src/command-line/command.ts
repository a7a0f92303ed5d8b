/** An option of a command; parsing, help and documentation are derived from it. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly placeholder?: string;
  readonly meaning: string;
  /** The default value of the option in words, if `default` does not say it. */
  readonly usual?: string;
  readonly default?: string;
  /** An environment variable with the same meaning; the option takes precedence. */
  readonly variable?: string;
  /** Validates the option's value; the error message is "--jobs is" followed by `expected`. */
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

type Example = readonly [typed: string, meaning: string];

/** A command of the program. `load` imports its implementation when the command runs, so that help is fast. */
export interface CommandSpec<Options extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  /** One line for the help, imperative, such as "copy the house while it stays open". */
  readonly summary: string;
  readonly operands?: readonly Readonly<Record<'name' | 'meaning', string>>[];
  readonly options: Options;
  readonly needed?: readonly (keyof Options & string)[];
  readonly examples: readonly Example[];
  readonly notes?: (program: string) => readonly string[];
  readonly exitCodes?: readonly (readonly [code: number, meaning: string])[];
  /** The exit code of a usage error, if 2 means something else. */
  readonly usageCode?: number;
  /** The message after Ctrl-C; undefined if the command handles signals. */
  interrupted?(given: Given<Options>): string;
  load(): Promise<{ run(given: Given<Options>): Promise<void> }>;
}

export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly rows: readonly (readonly [name: string, usual: string, meaning: string])[];
}

export interface Program {
  readonly name: string;
  readonly about: string;
  readonly firstSteps: readonly Example[];
  readonly commands: readonly CommandSpec[];
  readonly topics: readonly Topic[];
  readonly foreseen: ReadonlySet<string>;
  readonly byCode: Readonly<Record<string, string>>;
  /** Returns why a command cannot run on this machine; its help works all the same. */
  refusalOf?(command: CommandSpec): string | undefined;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Checks that the options of `run` fit the command's specification, and erases their type. */
export function command<const Options extends OptionSpecs>(spec: CommandSpec<Options>): CommandSpec {
  return spec as unknown as CommandSpec;
}
