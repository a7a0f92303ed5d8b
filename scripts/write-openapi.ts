import { writeFile } from 'node:fs/promises';

import { SERVED_ROUTES } from '../src/server/open-server.ts';
import { openApiDocument } from '../src/server/api-reference.ts';

// As it is served, but in lines, so that a change can be read.
const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(openApiDocument(SERVED_ROUTES), undefined, 2)}\n`);
