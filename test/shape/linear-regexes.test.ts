import { createRequire } from 'node:module';
import type { checkSync as CheckSync } from 'recheck';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

import { read, SOURCES } from './sources.ts';

// Expressions that recheck found to be linear. Checking all takes minutes, so only unlisted ones are checked.
const LIST = './linear-regexes.txt';
const listed = new Set(read('test/shape/linear-regexes.txt').split('\n'));

// The timeout allows for checking all of them.
test('every regular expression of the source takes linear time (node tools/generate.ts regexes lists new ones)', async () => {
  const regexes = await allRegexes();
  const unlisted = regexes.filter((each) => !listed.has(each));
  expect(unlisted.filter((each) => !isLinear(each))).toEqual([]);
  await expect(`${regexes.join('\n')}\n`).toMatchFileSnapshot(LIST);
}, 1_800_000);

/** The automaton checker is exact; expressions it does not support are fuzzed. */
function isLinear(regex: string): boolean {
  // The variant in plain JavaScript: no other process, no Java.
  const recheck = createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: typeof CheckSync };
  const end = regex.lastIndexOf('/');
  const [source, flags] = [regex.slice(1, end), regex.slice(end + 1)];
  const exact = recheck.checkSync(source, flags, { checker: 'automaton', timeout: 120_000 });
  return (
    exact.status === 'safe' ||
    (exact.status === 'unknown' && recheck.checkSync(source, flags, { checker: 'fuzz' }).status === 'safe')
  );
}

/** Literals, and expressions constructed while a module loads. */
async function allRegexes(): Promise<string[]> {
  const found = new Set<string>();
  for (const { path, file, text } of SOURCES.filter((source) => !source.path.startsWith('sim/'))) {
    // Parsing is slow. Without slashes outside of imports and comments there is no regular expression.
    if (!text.replaceAll(/^\s*(?:\/?\*|\/\/|import |\} from ).*$/gm, '').match(/\/|RegExp\(/)) continue;
    const { literals, makes } = regexesIn(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
    for (const each of literals) found.add(each);
    if (makes) for (const each of await madeBy(file)) found.add(String(each));
  }
  return [...found].toSorted();
}

function regexesIn(tree: unknown): { literals: string[]; makes: boolean } {
  const literals: string[] = [];
  let makes = false;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex, callee } = node as Partial<Record<'regex' | 'callee', Readonly<Record<string, string>>>>;
    if (regex) literals.push(`/${regex['pattern']}/${regex['flags']}`);
    if (callee?.['name'] === 'RegExp') makes = true;
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(tree);
  return { literals, makes };
}

/** Expressions a module constructs while it is loaded again. Its imports may be loaded already and do not count. */
async function madeBy(file: string): Promise<RegExp[]> {
  const again = `${file}?made`;
  const made: RegExp[] = [];
  const { RegExp: own } = globalThis;
  globalThis.RegExp = new Proxy(own, {
    construct(target, given: [string, string?]) {
      const regex = new target(...given);
      if (new Error().stack?.includes(again)) made.push(regex);
      return regex;
    },
  });
  try {
    await import(/* @vite-ignore */ new URL(`../../${again}`, import.meta.url).href);
  } finally {
    globalThis.RegExp = own;
  }
  return made;
}
