// How often the score of the labelled items falls where people said it should, on both halves.
import { categoryOf } from '../src/core/care/item-effects.ts';
import { ITEM_CATEGORIES, type ItemCategory } from '../src/core/vocabulary.ts';
import { scaleOf } from '../src/outside/care/open-taste-judge.ts';
import { scoreWith } from './tastes/labelled.ts';
import { seenCases } from './tastes/seen.ts';

interface Judged {
  readonly half: string;
  readonly expected: ItemCategory;
  readonly given: ItemCategory;
}

const { model, cases } = await seenCases();
const scale = await scaleOf(model, (error) => process.stderr.write(`${error.message}\n`));
const judged = cases.map((each) => ({ ...each, given: categoryOf(scoreWith(scale, each)) }));
process.stdout.write(`${model}\n`);
for (const half of ['fit', 'test'])
  report(
    half,
    judged.filter((each) => each.half === half),
  );
report('both', judged);
if (process.argv.includes('--misses')) {
  for (const { half, expected, given, list, brought } of judged.filter((each) => stepsApart(each) > 1)) {
    // What was held back stays unread, or it would not be held back for long.
    if (half === 'fit') process.stdout.write(`${list}: ${brought.item} is ${expected}, called ${given}\n`);
  }
}

function report(half: string, among: readonly Judged[]): void {
  const share = (count: number) => `${((100 * count) / among.length).toFixed(1)}%`;
  const called = (expected: ItemCategory, given: ItemCategory) => {
    const such = among.filter((each) => each.expected === expected);
    return `${expected} called ${given} ${such.filter((each) => each.given === given).length} of ${such.length}`;
  };
  const exact = among.filter((each) => stepsApart(each) === 0).length;
  const near = among.filter((each) => stepsApart(each) <= 1).length;
  const worst = [called('harmful', 'loved'), called('loved', 'harmful')].join(', ');
  process.stdout.write(`${half.padEnd(5)} exact ${share(exact)}, within one ${share(near)}, ${worst}\n`);
}

function stepsApart({ expected, given }: Judged): number {
  return Math.abs(ITEM_CATEGORIES.indexOf(expected) - ITEM_CATEGORIES.indexOf(given));
}
