import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../src/', import.meta.url);

export interface Source {
  /** From src/: `core/clock.ts`. */
  readonly path: string;
  readonly text: string;
  /** What it imports: `./x.ts` as a path from src/, packages by name. */
  readonly imports: readonly string[];
}

/** Every source file but tests, read once. */
export const SOURCES: readonly Source[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(new URL(path, ROOT), 'utf8');
    return { path, text, imports: importsIn(text).map((name) => resolved(path, name)) };
  });

/** The text without comments: a word in a comment is no use of it. */
export function codeOf({ text }: Source): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
}

function resolved(path: string, name: string): string {
  return name.startsWith('.') ? new URL(name, new URL(path, 'file:///')).pathname.slice(1) : name;
}
