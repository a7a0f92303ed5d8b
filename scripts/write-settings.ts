// Writes the settings table of docs/settings.md from the settings themselves.
import { readFile, writeFile } from 'node:fs/promises';

import { format } from 'prettier';

import { withSettings } from './settings-table.ts';

const file = new URL('../docs/settings.md', import.meta.url);
const text = withSettings(await readFile(file, 'utf8'));
await writeFile(file, await format(text, { parser: 'markdown', singleQuote: true, printWidth: 110 }));
