import { resolve } from 'node:path';

export interface Wish {
  readonly mode: Mode;
  /** Only what has one of them in its name; everything when there is none. */
  readonly words: readonly string[];
  readonly runs: number;
  readonly against?: string;
}

const MODES = ['speed', 'quick', 'frames', 'profile', 'postgres'] as const;
export type Mode = (typeof MODES)[number];

const MAY: Readonly<Record<'runs' | 'against', readonly Mode[]>> = {
  runs: ['speed', 'quick'],
  against: ['speed', 'quick', 'frames', 'postgres'],
};
const MOST_RUNS = 50;

export const USAGE = `Usage: npm run bench -- [quick | frames | profile | postgres] [words] [runs=3] [against=FOLDER]
  words           measure only what has one of them in its name
  quick           the main things in about a minute
  frames          pages written to SQLite's log by care and registration, by table and index
  profile         where the CPU goes, by room and by function
  postgres        statements and round trips to PostgreSQL, and what they cost
  runs=3          everything so many times, with servers of its own each time, and how far the runs are apart
  against=FOLDER  another checkout, measured in the same rounds`;

export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
  }
}

/** Reads the command line; `names` are of what can be measured in each mode. */
export function readArguments(
  given: readonly string[],
  names: Readonly<Record<Mode, readonly string[]>>,
): Wish {
  const mode = MODES.find((each) => given.includes(each)) ?? 'speed';
  const isName = (word: string) => names[mode].some((name) => name.includes(word));
  const options = given.filter((each) => each.includes('=') && !isName(each));
  const words = given.filter((each) => each !== mode && !options.includes(each));
  const listed = `These are there: ${names[mode].join('; ')}`;
  const known = names[mode].length === 0 ? 'Nothing more can be named here' : listed;
  for (const word of words)
    if (!isName(word)) throw new UsageError(`Nothing that is measured has "${word}" in its name. ${known}.`);
  return Object.assign(
    { mode, words, runs: 1 },
    ...options.map((option) => readOption(option, mode)),
  ) as Wish;
}

/** Those that have one of the words in their name; all of them when there is no word. */
export function wantedOf<T extends { readonly name: string }>(
  all: readonly T[],
  words: readonly string[],
): T[] {
  return all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}

function readOption(option: string, mode: Mode): Partial<Wish> {
  const [name = '', value = ''] = option.split(/=(.*)/s);
  if (name !== 'runs' && name !== 'against') throw new UsageError(`There is no option ${name}=.`);
  if (!MAY[name].includes(mode)) throw new UsageError(`${name}= does not go with ${mode}.`);
  if (name === 'against') return { against: resolve(value) };
  const runs = Number(value);
  if (!Number.isInteger(runs) || runs < 1 || runs > MOST_RUNS)
    throw new UsageError(`runs= takes a whole number from 1 to ${MOST_RUNS}, not "${value}".`);
  return { runs };
}
