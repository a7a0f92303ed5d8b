// Fits the scale of a model on one half of the labelled items, and writes it where the house looks for it.
import { readFile, writeFile } from 'node:fs/promises';

import { HAZARD_SCORE } from '../src/core/care/item-score.ts';
import {
  ASPECTS,
  weightedSum,
  type Similarities,
  type ScoreCalibration,
} from '../src/core/care/embedding-score.ts';
import { ITEM_CATEGORIES } from '../src/core/vocabulary.ts';
import { ordinalFit } from './tastes/ordinal.ts';
import { seenCases } from './tastes/seen.ts';

const FILE = new URL('../src/outside/care/taste-scales.json', import.meta.url);
/** The lowest scores of disliked, neutral, liked and loved. */
const CUTS = [0.33, 0.42, 0.5, 0.6];
const RIDGE = 3;

const { model, cases } = await seenCases();
// Where words decide there is nothing to fit; but no list of dangers is complete, so that the known ones teach too.
const fitted = cases.filter(
  ({ half, byWords }) => half === 'fit' && (byWords === undefined || byWords === HAZARD_SCORE),
);
const worstFirst = ITEM_CATEGORIES.toReversed();
const { weights, cuts } = ordinalFit(
  fitted.map(({ closeness, expected, byWords }) => ({
    features: ASPECTS.map((aspect) => closeness[aspect]),
    rank: worstFirst.indexOf(expected),
    weight: byWords === undefined ? 1 : 0.5,
  })),
  RIDGE,
);
const scales = JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}')) as Record<string, ScoreCalibration>;
const byAspect = Object.fromEntries(ASPECTS.map((aspect, at) => [aspect, round(weights[at] ?? 0)]));
scales[model] = { weights: byAspect as Similarities, knots: knotsFor(byAspect as Similarities) };
await writeFile(FILE, `${JSON.stringify(scales, null, 2)}\n`);
process.stdout.write(`${model}: fitted on ${fitted.length} items\n`);

/** Through the cuts; the least and the most any fitted item had are nothing and everything. */
function knotsFor(byAspects: Similarities): ScoreCalibration['knots'] {
  const sums = fitted.map(({ closeness }) => weightedSum(closeness, byAspects)).toSorted((a, b) => a - b);
  const [least = 0, most = 1] = [sums[0], sums.at(-1)];
  return [
    [round(Math.min(least, (cuts[0] ?? 0) - 1)), 0],
    ...CUTS.map((score, at) => [round(cuts[at] ?? 0), score] as const),
    [round(Math.max(most, (cuts[3] ?? 0) + 1)), 1],
  ];
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
