import * as attw from '@arethetypeswrong/core';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import {
  missingFiles,
  PACKAGE_NAMES,
  type PackageName,
  type PackedPackage,
  packPackage,
  strayFiles,
} from './packages/pack.ts';
import { readArguments } from './support/arguments.ts';

const MEGABYTE = 1_000_000;
const MOST_BYTES: Readonly<Record<PackageName, number>> = {
  // With all packages it needs.
  arkhouse: 11 * MEGABYTE,
  'arkhouse-agent': 2 * MEGABYTE,
};

async function checkPackage(name: PackageName, packed: PackedPackage) {
  const content = attw.createPackageFromTarballData(readFileSync(packed.tarball));
  const scripts = packed.files.filter((file) => file.endsWith('.js'));
  const problems = [
    ...strayFiles(name, packed.files).map((file) => `${file} should not be in it`),
    ...missingFiles(packed.files, (file) => textOf(content, file)),
    ...scripts
      .filter((file) => /^\/\/# sourceMappingURL/m.test(textOf(content, file)))
      .map((file) => `${file} speaks of a source map`),
    ...(packed.unpackedBytes > MOST_BYTES[name] ? [`${packed.unpackedBytes} bytes are too many`] : []),
    ...(name === 'arkhouse-agent'
      ? scripts.flatMap((file) => foreignImports(file, textOf(content, file)))
      : []),
    ...(await typeProblems(content)),
    ...(await publintProblems(packed, content)),
  ];
  return { name, packed, problems };
}

function textOf(content: attw.Package, file: string): string {
  return content.readFile(`/node_modules/${content.packageName}/${file}`);
}

/** The bundle brings everything along: what it imports is beside it, or Node's own. */
function foreignImports(file: string, code: string): string[] {
  return [...code.matchAll(/^(?:import|export)\b[^;'"]*?\bfrom ["']([^"']+)["']/gm)]
    .map(([, from = '']) => from)
    .filter((from) => !/^(?:\.|node:)/.test(from))
    .map((from) => `${file} imports ${from}`);
}

async function typeProblems(content: attw.Package): Promise<string[]> {
  const result = await attw.checkPackage(content);
  if (!result.types) return ['no types are found'];
  // Ignored: ES modules loaded by `require` (works since Node 20.19), and node10 resolution, which knows no `exports`.
  return result.problems
    .filter(({ kind }) => kind !== 'CJSResolvesToESM')
    .filter((problem) => !('resolutionKind' in problem) || problem.resolutionKind !== 'node10')
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}

async function publintProblems({ tarball }: PackedPackage, content: attw.Package): Promise<string[]> {
  const manifest = JSON.parse(textOf(content, 'package.json')) as Record<string, unknown>;
  const bytes = readFileSync(tarball);
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, manifest) ?? message.code}`);
}

if (import.meta.main) {
  readArguments(`Usage: node tools/packages.ts
Packs both packages as they are built and checks their files, types and size.`);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'arkhouse-packages-'));
  const checked = PACKAGE_NAMES.map((name) => checkPackage(name, packPackage(name, folder.path)));
  for (const { name, packed, problems } of await Promise.all(checked)) {
    const [size, unpacked] = [packed.bytes, packed.unpackedBytes].map((bytes) =>
      (bytes / MEGABYTE).toFixed(2),
    );
    const sizes = `${packed.files.length} files, ${size} MB packed, ${unpacked} MB unpacked`;
    console.log(`${problems.length === 0 ? '✓' : '✗'} ${name}: ${sizes}`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
