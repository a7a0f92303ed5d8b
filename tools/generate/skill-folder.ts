import { readFileSync } from 'node:fs';

import { ROUTES } from '../../src/api/routes.ts';
import { anyHouse, writeDocument } from '../../src/agent-docs/agent-docs.ts';

export const SKILL_FOLDER = new URL('../../skills/arkhouse/', import.meta.url);

export function skillFiles(): Readonly<Record<string, string>> {
  const site = anyHouse(Object.values(ROUTES));
  return {
    'SKILL.md': writeDocument('skill-folder', site),
    'references/heartbeat.md': writeDocument('heartbeat', site),
    'references/auth.md': writeDocument('auth', site),
    'scripts/caretaker.py': example('caretaker.py'),
    'scripts/caretaker.sh': example('caretaker.sh'),
    'scripts/due.sh': example('due.sh'),
  };
}

function example(file: string): string {
  return readFileSync(new URL(`../../docs/examples/${file}`, import.meta.url), 'utf8');
}
