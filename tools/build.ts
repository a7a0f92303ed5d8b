import { copyAssets } from './build/assets.ts';
import { buildBrowser } from './build/browser.ts';
import { buildPackage } from './build/agent.ts';
import { end, readArguments } from './support/arguments.ts';

const USAGE = `Usage: node tools/build.ts [assets | browser | agent]
What \`npm run build\` makes besides compiling: assets of the pages, their scripts, the package for agents; all of it without a word.`;
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  assets: copyAssets,
  browser: buildBrowser,
  agent: buildPackage,
};

const { positionals } = readArguments(USAGE);
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS))
  await (PARTS[name] ?? (() => end(USAGE, 2)))();
