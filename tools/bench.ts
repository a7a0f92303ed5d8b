import { end } from './support/arguments.ts';
import { USAGE } from './bench/read-arguments.ts';

if (process.argv.includes('--help')) end(USAGE, 0);
await import('./bench/run.ts');
