// Finds from which nearness on a model is to be believed, on the labelled items that may be looked at, and writes it down.
import { readFile, writeFile } from 'node:fs/promises';

import type { LikenessScale } from '../src/rules/care/embedding-score.ts';
import { agreementOf, configuredEmbedder, judgeSeen, labelledItems, seeItems } from './tastes/labelled.ts';

const FILE = new URL('../src/outside/taste-scales.json', import.meta.url);
const STEP = 0.05;

const embedder = configuredEmbedder();
const fitted = labelledItems().filter(({ split }) => split === 'fit' || split === 'seen');
const seen = await seeItems(fitted, embedder);
await embedder.close();

const steps = Array.from({ length: 1 / STEP }, (_, at) => Math.round((at + 1) * STEP * 100) / 100);
const scales = steps.flatMap((liked) =>
  steps.filter((loved) => loved >= liked).map((loved) => ({ liked, loved })),
);
const [best] = scales
  .map((scale) => ({ scale, ...agreementOf(seen.map((each) => judgeSeen(each, scale))) }))
  .toSorted((one, other) => other.exact + other.withinOne - one.exact - one.withinOne);
if (best === undefined) throw new Error('there is no scale to choose from');
const file = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, LikenessScale>;
file[embedder.model] = best.scale;
await writeFile(FILE, `${JSON.stringify(file, null, 2)}\n`);
process.stdout.write(`${embedder.model}: ${JSON.stringify(best)} on ${fitted.length} items\n`);
