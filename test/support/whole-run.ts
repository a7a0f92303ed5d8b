import { randomBytes } from 'node:crypto';

import { buildBrowser } from '../../scripts/build-browser.ts';
import { dropSchemas } from './postgres-schemas.ts';

/** Before the first test: what runs in pages is built, and the run gets a name. */
export async function setup(): Promise<void> {
  process.env['ARKHOUSE_TEST_RUN'] = randomBytes(6).toString('hex');
  await buildBrowser();
}

/** After the last one: what the run left on PostgreSQL goes. */
export async function teardown(): Promise<void> {
  await dropSchemas(`arkhouse_test_${process.env['ARKHOUSE_TEST_RUN'] ?? ''}_`);
}
