// The declarations of the typed client as one file without imports.
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { isolatedDeclarationSync } from 'rolldown/experimental';

import { contractTypes } from './contract-types.ts';

const SOURCES = [
  ...'client/client.ts client/retry.ts client/key-file.ts api/call.ts outside/clock.ts'.split(' '),
  ...'outside/random.ts rules/base/clock.ts'.split(' '),
];

const CALL_OPTIONS = `interface CallOptions {
  /** Sent again under the same key, the request is done once. */
  readonly idempotencyKey?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}`;

const DECLARATION =
  /^(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?(?:export )?(?:declare )?(?:class|interface|type|function|const) (\w+)/gm;

export async function clientDeclarations(): Promise<string> {
  const [entry = '', ...others] = SOURCES.map(declarationsOf);
  const declared = declarationsIn([...others, entry, CALL_OPTIONS, contractTypes()].join('\n'));
  const exported = exportsOf(entry);
  const needed = [...reached(declared, exported)].map((name) => declared.get(name));
  const text = [...needed, `export { ${exported.join(', ')} };`].join('\n');
  return (await format('client.d.ts', text, { printWidth: 110, singleQuote: true })).code;
}

function declarationsOf(path: string): string {
  const source = readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8');
  const { code, errors } = isolatedDeclarationSync(path, source, {});
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}

function declarationsIn(text: string): ReadonlyMap<string, string> {
  const plain = text.replace(/^(?:import|export (?:type )?\{)[^;]*;\n/gm, '');
  const found = [...plain.matchAll(DECLARATION)];
  return new Map(
    found.map(({ 1: name = '', index }, at) => {
      const declaration = plain.slice(index, found[at + 1]?.index);
      // Ambient, and known outside only if the list at the end says so.
      return [name, declaration.replace(/^export /m, '').replace(/^(\s*)override /gm, '$1')];
    }),
  );
}

function exportsOf(entry: string): string[] {
  const listed = [...entry.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  const own = [...entry.matchAll(/^export (?:declare )?(?:class|function|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  return [...listed.map((name) => name.replace('type ', '').trim()), ...own].toSorted();
}

function reached(declared: ReadonlyMap<string, string>, names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const text = declared.get(name);
    if (text === undefined || seen.has(name)) return;
    seen.add(name);
    for (const [word] of text.matchAll(/\b[A-Z]\w+/g)) visit(word);
  };
  names.forEach(visit);
  return seen;
}
