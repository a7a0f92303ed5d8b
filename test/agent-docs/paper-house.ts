import type { ServerSettings } from '../../src/app/open-server.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

export async function aPaperHouse(settings: Partial<ServerSettings> = {}): Promise<TestHouse> {
  return aHouse(await anyStore(), settings);
}

export async function readPaper({ ask }: TestHouse, path: string): Promise<string> {
  const { status, text } = await ask({ path });
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return text;
}

const known = new Map<string, string>();

/** The same of any empty service: read once for all tests. */
export async function paper(path: string): Promise<string> {
  const text = known.get(path) ?? (await readPaper(await aPaperHouse(), path));
  known.set(path, text);
  return text;
}
