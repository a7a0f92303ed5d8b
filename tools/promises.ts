import { writeFileSync } from 'node:fs';

import packageJson from '../package.json' with { type: 'json' };
import { readArguments } from './support/arguments.ts';

const { positionals } = readArguments(`Usage: node tools/promises.ts [VERSION]
Writes into test/promises/promised.json what the next release promises.`);
const { PROMISES_FILE, promisesInTheWay, promisesOf } = await import('./promises/promised.ts');

const [version = packageJson.version] = positionals;
const broken = promisesInTheWay(version);
if (broken.length > 0) {
  console.error(`Not written, since ${version} would break what was promised:\n${broken.join('\n')}`);
  process.exitCode = 1;
} else writeFileSync(PROMISES_FILE, await promisesOf(version));
