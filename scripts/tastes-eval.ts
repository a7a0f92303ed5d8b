// Agreement of the judge with the labelled items, per part, with confusions. `--misses` lists those of the open parts;
// `--unseen` also counts the held-out parts: use it rarely, each look wears them out.
import { ITEM_CATEGORIES } from '../src/rules/vocabulary.ts';
import { scaleOf } from '../src/outside/open-taste-judge.ts';
import {
  agreementOf,
  configuredEmbedder,
  judgeSeen,
  labelledItems,
  seeItems,
  stepsApart,
  type JudgedLabel,
} from './tastes/labelled.ts';

const MAY_BE_READ = new Set(['fit', 'seen', 'practice', 'fresh']);
const parts = labelledItems().filter(
  ({ split }) => process.argv.includes('--unseen') || MAY_BE_READ.has(split),
);

const embedder = configuredEmbedder();
const scale = scaleOf(embedder.model, (error) => process.stderr.write(`${error.message}\n`));
const seen = await seeItems(parts, embedder);
await embedder.close();
const judged = seen.map((each) => ({ ...each, ...judgeSeen(each, scale) }));

for (const [split, some] of Map.groupBy(judged, (each) => each.split)) {
  const { exact, withinOne, turnedRound } = agreementOf(some);
  process.stdout.write(
    `${split}: ${some.length} items, exact ${exact.toFixed(1)}%, within one ${withinOne.toFixed(1)}%, turned round ${turnedRound}\n`,
  );
  process.stdout.write(`${confusionTable(some)}\n`);
  if (!process.argv.includes('--misses') || !MAY_BE_READ.has(split)) continue;
  for (const each of some.filter((one) => stepsApart(one) > 1)) {
    const { species, action, item, expected, given } = each;
    process.stdout.write(`${species.slug} ${action}: ${item} is ${expected}, called ${given}\n`);
  }
}

function confusionTable(some: readonly JudgedLabel[]): string {
  const counts = ITEM_CATEGORIES.map((expected) => [
    expected,
    ...ITEM_CATEGORIES.map(
      (given) => some.filter((each) => each.expected === expected && each.given === given).length,
    ),
  ]);
  return [['people said', ...ITEM_CATEGORIES], ITEM_CATEGORIES.map(() => '---').concat('---'), ...counts]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
