import { readFileSync } from 'node:fs';

import { authText } from '../src/agent-docs/auth-md.ts';
import { heartbeatText } from '../src/agent-docs/heartbeat-md.ts';
import { anyHouse, copiedSkillText } from '../src/agent-docs/skill-md.ts';
import { SERVED_ROUTES } from '../src/http/handlers.ts';

export const SKILL_FOLDER = new URL('../skills/arkhouse/', import.meta.url);

/** Every file of the skill's folder, from the same sources as what the house serves. */
export function skillFiles(): Readonly<Record<string, string>> {
  const site = anyHouse(SERVED_ROUTES);
  return {
    'SKILL.md': copiedSkillText(SERVED_ROUTES),
    'references/heartbeat.md': heartbeatText(site),
    'references/auth.md': authText(site),
    'scripts/caretaker.py': example('caretaker.py'),
    'scripts/caretaker.sh': example('caretaker.sh'),
  };
}

function example(file: string): string {
  return readFileSync(new URL(`../docs/examples/${file}`, import.meta.url), 'utf8');
}
