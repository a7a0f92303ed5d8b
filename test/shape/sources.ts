import { readdirSync, readFileSync } from 'node:fs';

export const ROOT = new URL('../../', import.meta.url);
export const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
/** Machinery beside the house. */
export const PACKAGES = ['base', 'artist', 'database', 'tastes'] as const;
const FOLDERS: readonly (readonly [folder: string, prefix: string])[] = [
  ['src/', ''],
  ['tools/sim/', 'sim/'],
  ...PACKAGES.map((name) => [`packages/${name}/`, `${name}/`] as const),
];

export interface Source {
  /** From src/, packages/, or tools/ for the simulator: `rules/base/clock.ts`, `artist/egg.ts`, `sim/simulate.ts`. */
  readonly path: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  /** What it imports: `./x.ts` as a path like the others, packages of npm by name. */
  readonly imports: readonly string[];
}

export const SOURCES: readonly Source[] = FOLDERS.flatMap(([folder, prefix]) => {
  const root = new URL(folder, ROOT);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((name) => {
      const text = readFileSync(new URL(name, root), 'utf8');
      const path = `${prefix}${name}`;
      const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
      const imports = importsIn(text).map((each) => resolved(path, each));
      return { path, file: `${folder}${name}`, text, code, imports };
    });
});

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?<!')(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
}

function resolved(path: string, name: string): string {
  if (!name.startsWith('.')) return name;
  return new URL(name, new URL(path, 'file:///')).pathname.slice(1).replace(/^(?:src|packages)\//, '');
}
