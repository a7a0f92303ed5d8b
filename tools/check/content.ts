// Checks content/ against content-schemas.json: keys, placeholders, and that every file is described there and imported.
import { globSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

import { SCHEMAS, TEMPLATES } from './content-schemas.ts';

export type ContentFiles = ReturnType<typeof readContent>;

export function readContent() {
  const sources = ['src', 'packages'].flatMap((folder) =>
    filesIn(folder)
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => textOf(folder, path)),
  );
  const imports = sources.flatMap((text) => [...text.matchAll(/'#content\/([^']+)'/g)]);
  return {
    texts: new Map(filesIn('content').map((path) => [path, textOf('content', path)])),
    imported: new Set(imports.map(([, path = '']) => path)),
  };
}

/** One line for each problem: `content/voice/care/care-lines.json:123: unknown placeholder {nam}`. */
export async function contentProblems({ texts, imported }: ContentFiles): Promise<string[]> {
  const described = [...Object.keys(SCHEMAS), ...Object.keys(TEMPLATES)];
  const paths = new Set([...texts.keys(), ...imported, ...described]);
  const fileProblems = [...paths].toSorted().flatMap((path) => {
    const text = texts.get(path);
    const schema = SCHEMAS[path];
    const problems = [
      ...(described.includes(path) ? [] : ['no schema in tools/check/content-schemas.json']),
      ...(imported.has(path) ? [] : ['not imported by src or packages']),
      ...(text === undefined ? ['no such file'] : []),
    ].map((problem) => `1: ${problem}`);
    if (schema && text !== undefined) problems.push(...textProblems(text, schema));
    return problems.map((problem) => `content/${path}:${problem}`);
  });
  return fileProblems.length > 0 ? fileProblems : documentProblems(texts);
}

export async function documentProblems(texts: ContentFiles['texts']): Promise<string[]> {
  const { FIGURES } = await import('../../src/text/pages/guides.ts');
  const problems: string[] = [];
  const unused = new Set<string>();
  for (const [path, wordsOf] of Object.entries(TEMPLATES)) {
    const words = await wordsOf();
    for (const word of words) unused.add(word);
    const text = texts.get(path) ?? '';
    const found = templateProblems(text, words, FIGURES);
    if (path.startsWith('guides/') && !/^# .+\n\n.+\n\n## /.test(text))
      found.unshift('1: a guide begins with "# title", a sentence about it and "## heading"');
    problems.push(...found.map((problem) => `content/${path}:${problem}`));
  }
  const used = Object.keys(TEMPLATES).flatMap((path) => [...(texts.get(path) ?? '').matchAll(/\{(\w+)\}/g)]);
  for (const [, name = ''] of used) unused.delete(name);
  return [...problems, ...[...unused].map((word) => `content/:1: no document uses {${word}}`)];
}

/** The unknown placeholders and figures of a template. A brace of JSON or of a shell variable is none. */
export function templateProblems(text: string, words: readonly string[], figures: readonly string[] = []) {
  return text.split('\n').flatMap((line, at) => {
    const gaps = [...line.matchAll(/(?<!\$)\{(?=[\w}])(\w*)\}?/g)].filter(
      ([gap, name = '']) => gap !== `{${name}}` || !words.includes(name),
    );
    const [, figure = ''] = /^!\[[^\]]+\]\((\w+) "[^"]+"\)$/.exec(line) ?? [];
    return [
      ...gaps.map(([gap]) => `${at + 1}: unknown placeholder ${gap}`),
      ...(line.startsWith('![') && !figures.includes(figure) ? [`${at + 1}: unknown figure ${figure}`] : []),
    ];
  });
}

export function textProblems(text: string, schema: z.ZodType): string[] {
  try {
    const value: unknown = JSON.parse(text);
    // The slow parser below is needed only for line numbers and for repeated keys, which make the two texts differ.
    const isSame = JSON.stringify(value).replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '');
    if (isSame && schema.safeParse(value).success) return [];
  } catch (error) {
    const message = String(error);
    return [`${/\(line (\d+)/.exec(message)?.[1] ?? '1'}: ${message}`];
  }
  const lineCounter = new LineCounter();
  // JSON is YAML, and this parser knows the place of every value and finds keys that are there twice.
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const twice = document.errors.map(({ pos, message }) => `${lineCounter.linePos(pos[0]).line}: ${message}`);
  if (twice.length > 0) return twice;
  const lineOf = (path: readonly PropertyKey[]) => {
    const node = document.getIn(path, true) as
      | { readonly range?: readonly [number, ...number[]] }
      | undefined;
    return lineCounter.linePos(node?.range?.[0] ?? 0).line;
  };
  const { error } = schema.safeParse(document.toJS());
  return (error?.issues ?? []).flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${lineOf([...path, key])}: unknown key ${key}`);
    // A missing key is reported at the line of the object that should contain it.
    if (!document.hasIn(path)) return `${lineOf(path.slice(0, -1))}: missing key ${String(path.at(-1))}`;
    return `${lineOf(path)}: ${message}`;
  });
}

const ROOT = new URL('../../', import.meta.url);

function filesIn(folder: string): string[] {
  return globSync('**/*.*', { cwd: new URL(folder, ROOT) });
}

function textOf(folder: string, path: string): string {
  return readFileSync(new URL(`${folder}/${path}`, ROOT), 'utf8');
}

if (import.meta.main) {
  const problems = await contentProblems(readContent());
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
