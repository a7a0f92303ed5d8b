import { buildPackage } from './build/agent.ts';
import { copyAssets } from './build/assets.ts';
import { buildBrowser, buildServer } from './build/server.ts';
import { end, readArguments } from './support/arguments.ts';

const USAGE = `Usage: node tools/build.ts [server | assets | browser | agent]
What \`npm run build\` makes: the service, assets of the pages, their scripts, the package for agents.`;
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  server: buildServer,
  assets: copyAssets,
  browser: buildBrowser,
  agent: buildPackage,
};

const { positionals } = readArguments(USAGE);
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS))
  await (PARTS[name] ?? (() => end(USAGE, 2)))();
