import { parseArgs } from 'node:util';

import { type CommandSpec, type Given, UsageError } from './command.ts';

/** ` Did you mean …?` with the closest word, or an empty string when no word comes close. */
export function didYouMean(typed: string, words: readonly string[]): string {
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
export function slipsBetween(one: string, other: string): number {
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

const COMMON = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type Variables = Readonly<Record<string, string | undefined>>;

/** Finds `--help` or `--version` anywhere among the arguments. */
export function questionIn(spec: CommandSpec, args: readonly string[]): keyof typeof COMMON | undefined {
  const { tokens } = readArgs(spec, args);
  const isAsked = (name: string) => tokens.some((token) => token.kind === 'option' && token.name === name);
  return (['help', 'version'] as const).find(isAsked);
}

export function parseCommand(spec: CommandSpec, args: readonly string[], env: Variables): Given {
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
  if (value === undefined || value === '' || (value.startsWith('-') && !inlineValue))
    throw new UsageError(
      `${rawName} needs a value: ${rawName} ${option.placeholder}.` +
        (value ? ` If it begins with a dash: ${rawName}=${value}.` : ''),
    );
}

function judgeOperands({ name, operands = [] }: CommandSpec, given: readonly string[]): void {
  const missing = operands[given.length];
  if (missing) throw new UsageError(`${name} needs ${missing.name}: ${missing.meaning}.`);
  const extra = given[operands.length];
  if (extra !== undefined) throw new UsageError(`${name} does not know what to do with "${extra}".`);
}

function judgeValues(
  { name: command, options, needed = [] }: CommandSpec,
  values: Readonly<Record<string, unknown>>,
): void {
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
