// Type-aware lint of files that changed, or whose imports changed, since the last clean run.
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CACHE = 'node_modules/.cache/lint.json';
const SETTINGS = ['.oxlintrc.json', 'package-lock.json', 'tsconfig.json', 'tools/check/lint.ts'];

const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
const listed = execFileSync('git', list, { encoding: 'utf8' });
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

function importsOf(file: string): string[] {
  const names = (texts.get(file) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...names].map(([, name = '']) => join(dirname(file), name)).filter((path) => texts.has(path));
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The file, everything it imports, everything that imports, and so on. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const each of imports.get(file) ?? []) closureOf(each, seen);
  return seen;
}

const sha = (text: string) => hash('sha256', text, 'hex');
const settings = sha(SETTINGS.map((file) => readFileSync(file, 'utf8')).join('\0'));
const own = new Map([...texts].map(([file, text]) => [file, sha(text)]));

function fingerprintOf(file: string): string {
  const parts = [...closureOf(file)].toSorted().map((each) => own.get(each));
  return sha([settings, ...parts].join('\n'));
}

const clean = new Set<string>(existsSync(CACHE) ? (JSON.parse(readFileSync(CACHE, 'utf8')) as string[]) : []);
const fingerprints = new Map(files.map((file) => [file, fingerprintOf(file)]));
const wanted = files.filter((file) => !clean.has(fingerprints.get(file) ?? ''));

if (wanted.length > 0) {
  const { status } = spawnSync('oxlint', ['--type-aware', ...wanted], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
mkdirSync(dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify([...fingerprints.values()]));
console.log(`${wanted.length} of ${files.length} files were linted`);
