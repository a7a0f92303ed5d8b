import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { PACKAGE_NAMES, packPackage, type PackageName, type PackedPackage } from './packages/pack.ts';
import { missingFiles, strayFiles } from './packages/package-files.ts';
import { readArguments } from './support/arguments.ts';

const MEGABYTE = 1_000_000;
const MOST_BYTES: Readonly<Record<PackageName, number>> = {
  arkhouse: 8 * MEGABYTE,
  'arkhouse-agent': 2 * MEGABYTE,
};

export interface CheckedPackage {
  readonly name: PackageName;
  readonly packed: PackedPackage;
  readonly problems: readonly string[];
}

export async function checkPackages(): Promise<CheckedPackage[]> {
  const folder = mkdtempSync(join(tmpdir(), 'arkhouse-packages-'));
  try {
    return await Promise.all(PACKAGE_NAMES.map((name) => checkOne(name, packPackage(name, folder))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkOne(name: PackageName, packed: PackedPackage): Promise<CheckedPackage> {
  const content = createPackageFromTarballData(readFileSync(packed.tarball));
  const problems = [
    ...strayFiles(name, packed.files).map((file) => `${file} should not be in it`),
    ...missingFiles(packed.files, (file) => textOf(content, file)),
    ...packed.files
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => danglingIn(file, textOf(content, file))),
    ...(packed.unpackedBytes > MOST_BYTES[name] ? [`${packed.unpackedBytes} bytes are too many`] : []),
    ...(name === 'arkhouse-agent' ? foreignImports(content, packed.files) : []),
    ...(await typeProblems(content)),
    ...(await publintProblems(packed, content)),
  ];
  return { name, packed, problems };
}

function textOf(content: Package, file: string): string {
  return content.readFile(`/node_modules/${content.packageName}/${file}`);
}

function danglingIn(file: string, code: string): string[] {
  return /^\/\/# sourceMappingURL/m.test(code) ? [`${file} speaks of a source map`] : [];
}

/** The bundle brings everything along: what it imports is beside it, or Node's own. */
function foreignImports(content: Package, files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...textOf(content, file).matchAll(/^(?:import|export)\b[^;'"]*?\bfrom ["']([^"']+)["']/gm)]
        .map(([, from = '']) => from)
        .filter((from) => !/^(?:\.|node:)/.test(from))
        .map((from) => `${file} imports ${from}`),
    );
}

// Ours are ES modules: `require` finds them since Node 20.19, and what resolved modules before there were exports is past.
const PAST = new Set(['CJSResolvesToESM']);

async function typeProblems(content: Package): Promise<string[]> {
  const result = await checkPackage(content);
  if (!result.types) return ['no types are found'];
  return result.problems
    .filter(
      (problem) =>
        !PAST.has(problem.kind) && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}

async function publintProblems({ tarball }: PackedPackage, content: Package): Promise<string[]> {
  const manifest = JSON.parse(textOf(content, 'package.json')) as Record<string, unknown>;
  const bytes = readFileSync(tarball);
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, manifest) ?? message.code}`);
}

function sentence({ name, packed, problems }: CheckedPackage): string {
  const size = `${packed.files.length} files, ${(packed.bytes / MEGABYTE).toFixed(2)} MB packed, ${(packed.unpackedBytes / MEGABYTE).toFixed(2)} MB unpacked`;
  return [
    `${problems.length === 0 ? '✓' : '✗'} ${name}: ${size}`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');
}

if (import.meta.main) {
  readArguments(`Usage: npm run packages
Packs both packages as they are built and checks their files, types and size.`);
  const checked = await checkPackages();
  console.log(checked.map(sentence).join('\n'));
  if (checked.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}
