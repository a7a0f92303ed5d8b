import { readdirSync, readFileSync } from 'node:fs';

export const ROOT = new URL('../../', import.meta.url);
export const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const FOLDERS = { src: 'src', sim: 'tools/sim' } as const;

export interface Source {
  /** From src/, or from tools/ for the simulator: `rules/base/clock.ts`, `sim/simulate.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  /** What it imports: `./x.ts` as a path from src/, packages by name. */
  readonly imports: readonly string[];
}

export const SOURCES: readonly Source[] = Object.entries(FOLDERS).flatMap(([kind, folder]) => {
  const root = new URL(`${folder}/`, ROOT);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      const path = kind === 'src' ? file : `${kind}/${file}`;
      const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
      return { path, text, code, imports: importsIn(text).map((name) => resolved(path, name)) };
    });
});

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?<!')(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
}

function resolved(path: string, name: string): string {
  if (!name.startsWith('.')) return name;
  return new URL(name, new URL(path, 'file:///')).pathname.slice(1).replace(/^src\//, '');
}
