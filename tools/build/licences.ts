import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MODULES = new URL('../../node_modules/', import.meta.url).pathname;

/** The licences of all that is bundled: of the packages these files are from, and of those that they have bundled themselves. */
export async function licencesOf(files: readonly string[]): Promise<string> {
  const foreign = files.filter((file) => file.startsWith(MODULES));
  const inside = await Promise.all(foreign.map(async (file) => bundledIn(await readFile(file, 'utf8'))));
  const names = new Set([...foreign.map((file) => packageOf(file.slice(MODULES.length))), ...inside.flat()]);
  const texts = [...names].toSorted().map(async (name) => `${name}\n\n${await licenceOf(name)}`);
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}

function packageOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}

/** Bundlers leave a comment where a file began: `//#region ../node_modules/.pnpm/ajv@8.18.0/node_modules/ajv/dist/ajv.js`. */
function bundledIn(code: string): string[] {
  return [...code.matchAll(/^\/\/#region .*\/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm)].map(
    ([, name = '']) => name,
  );
}

async function licenceOf(name: string): Promise<string> {
  const folder = join(MODULES, name);
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} is bundled, and its licence is not to be found`);
  return readFile(join(folder, file), 'utf8');
}
