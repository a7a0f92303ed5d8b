import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

import type { ServerSettings } from '../../src/http/open-server.ts';
import { connect } from '../../src/store/engine/connect.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { aHouse, type TestHouse } from '../support/house.ts';

/** A house with nobody in it, whose documents are to be read. */
export async function aPaperHouse(settings: Partial<ServerSettings> = {}): Promise<TestHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'arkhouse-papers-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const store = await connect({ dataDir });
  await migrate(store, 0);
  return aHouse(store, settings);
}

/** The text of a document, as it is served. */
export async function readPaper({ ask }: TestHouse, path: string): Promise<string> {
  const { status, text } = await ask({ path });
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return text;
}
