// `write-generated.ts openapi | settings | skill` writes a generated file that is committed; see `npm run tool`.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';

import { format } from 'prettier';

import { openApiDocument } from '../src/server/api-reference.ts';
import { SERVED_ROUTES } from '../src/server/open-server.ts';
import { withSettings } from './settings-table.ts';
import { SKILL_FOLDER, skillFiles } from './skill-folder.ts';

const WRITERS: Readonly<Record<string, () => Promise<void>>> = {
  openapi: async () => {
    // Served minified; indented here, so that changes can be reviewed.
    const file = new URL('../openapi.json', import.meta.url);
    await writeFile(file, `${JSON.stringify(openApiDocument(SERVED_ROUTES), undefined, 2)}\n`);
  },
  settings: async () => {
    const file = new URL('../docs/run/settings.md', import.meta.url);
    const text = withSettings(await readFile(file, 'utf8'));
    await writeFile(file, await format(text, { parser: 'markdown', singleQuote: true, printWidth: 110 }));
  },
  skill: async () => {
    await rm(SKILL_FOLDER, { recursive: true, force: true });
    for (const [path, text] of Object.entries(skillFiles())) {
      const file = new URL(path, SKILL_FOLDER);
      await mkdir(new URL('.', file), { recursive: true });
      await writeFile(file, text, { mode: path.startsWith('scripts/') ? 0o755 : 0o644 });
    }
  },
};

await WRITERS[process.argv[2] ?? '']?.();
