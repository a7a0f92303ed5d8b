// Writes down what a version promises: `npm run tool promises`, before it is released.
import { writeFileSync } from 'node:fs';

import packageJson from '../../package.json' with { type: 'json' };
import { PROMISES_FILE, promisesInTheWay, promisesOf } from './promises-file.ts';

const [version = packageJson.version] = process.argv.slice(2);
const broken = promisesInTheWay(version);
if (broken.length > 0) {
  console.error(`Not written, since ${version} would break what was promised:\n${broken.join('\n')}`);
  process.exitCode = 1;
} else writeFileSync(PROMISES_FILE, await promisesOf(version));
