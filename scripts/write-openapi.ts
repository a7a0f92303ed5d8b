import { writeFile } from 'node:fs/promises';

import { openapi } from '../src/contract/openapi.ts';
import { SERVED_ROUTES } from '../src/http/handlers/handlers.ts';
import { explain } from '../src/voice/problems.ts';

const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(openapi(SERVED_ROUTES, explain), undefined, 2)}\n`);
