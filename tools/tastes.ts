import { readFile, writeFile } from 'node:fs/promises';

import { quantize, type LikenessScale } from '../packages/tastes/embedding-score.ts';
import { LOCAL_MODEL, localEmbedder } from '../packages/tastes/local-embedder.ts';
import { readConfig } from '../src/config/config.ts';
import { apiEmbedder, scaleOf } from '../src/outside/open-taste-judge.ts';
import * as labelled from '../test/care/labelled.ts';
import { end, readArguments } from './support/arguments.ts';

const USAGE = `Usage: node tools/tastes.ts build | fit | eval [--unseen] [--misses]
  build     writes the vectors of everything that is approved (src/outside/bundled-vectors.json)
  fit       finds from which nearness on the configured model is believed (src/outside/taste-scales.json)
  eval      agreement of the judge with the labelled items, per part
  --unseen  counts the held-out parts, too: use it rarely
  --misses  lists the items of the open parts that are judged wrong`;
const VECTORS = new URL('../src/outside/bundled-vectors.json', import.meta.url);
const SCALES = new URL('../src/outside/taste-scales.json', import.meta.url);
const MAY_BE_READ = new Set(['fit', 'seen', 'practice', 'fresh']);
const STEP = 0.05;

const { values, positionals } = readArguments(USAGE, {
  unseen: { type: 'boolean' },
  misses: { type: 'boolean' },
});
const WORK: Readonly<Record<string, () => Promise<void>>> = { build, fit, eval: evaluate };
await (WORK[positionals[0] ?? ''] ?? (() => end(USAGE, 2)))();

/** The model the settings name: the local one, or EMBEDDINGS_URL's. */
function configuredEmbedder() {
  const { embeddings } = readConfig(process.env);
  return embeddings ? apiEmbedder(embeddings, 30_000) : localEmbedder();
}

async function build(): Promise<void> {
  const embedder = localEmbedder();
  const texts = labelled.textsToSee();
  const vectors = (await embedder.embed(texts)).map(quantize);
  await embedder.close();
  const bytes = Buffer.concat(vectors).toString('base64');
  const file = { model: LOCAL_MODEL, dimensions: vectors[0]?.length, texts, vectors: bytes };
  await writeFile(VECTORS, `${JSON.stringify(file, null, 2)}\n`);
}

async function fit(): Promise<void> {
  const embedder = configuredEmbedder();
  const fitted = labelled.labelledItems().filter(({ split }) => split === 'fit' || split === 'seen');
  const seen = await labelled.seeItems(fitted, embedder);
  await embedder.close();
  const steps = Array.from({ length: 1 / STEP }, (_, at) => Math.round((at + 1) * STEP * 100) / 100);
  const scales = steps.flatMap((liked) =>
    steps.filter((loved) => loved >= liked).map((loved) => ({ liked, loved })),
  );
  const [best] = scales
    .map((scale) => ({ scale, ...labelled.agreementOf(seen.map((each) => labelled.judgeSeen(each, scale))) }))
    .toSorted((one, other) => other.exact + other.withinOne - one.exact - one.withinOne);
  if (best === undefined) throw new Error('there is no scale to choose from');
  const file = JSON.parse(await readFile(SCALES, 'utf8')) as Record<string, LikenessScale>;
  file[embedder.model] = best.scale;
  await writeFile(SCALES, `${JSON.stringify(file, null, 2)}\n`);
  console.log(`${embedder.model}: ${JSON.stringify(best)} on ${fitted.length} items`);
}

async function evaluate(): Promise<void> {
  const parts = labelled
    .labelledItems()
    .filter(({ split }) => values.unseen === true || MAY_BE_READ.has(split));
  const embedder = configuredEmbedder();
  const scale = scaleOf(embedder.model, (error) => console.error(error.message));
  const seen = await labelled.seeItems(parts, embedder);
  await embedder.close();
  const judged = seen.map((each) => ({ ...each, ...labelled.judgeSeen(each, scale) }));
  for (const [split, some] of Map.groupBy(judged, (each) => each.split)) {
    const { exact, withinOne, turnedRound } = labelled.agreementOf(some);
    const percent = `exact ${exact.toFixed(1)}%, within one ${withinOne.toFixed(1)}%`;
    console.log(`${split}: ${some.length} items, ${percent}, turned round ${turnedRound}`);
    if (values.misses !== true || !MAY_BE_READ.has(split)) continue;
    for (const { species, action, item, expected, given } of some.filter(
      (one) => labelled.stepsApart(one) > 1,
    ))
      console.log(`${species.slug} ${action}: ${item} is ${expected}, called ${given}`);
  }
}
