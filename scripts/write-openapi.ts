import { writeFile } from 'node:fs/promises';

import { buildOpenApi } from '../src/contract/server/openapi.ts';
import { SERVED_ROUTES } from '../src/http/handlers.ts';
import { errorTextFor } from '../src/voice/server/problems.ts';

const file = new URL('../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(buildOpenApi(SERVED_ROUTES, errorTextFor), undefined, 2)}\n`);
