// Writes skills/arkhouse, the skill that the house serves as a folder to be copied.
import { mkdir, rm, writeFile } from 'node:fs/promises';

import { SKILL_FOLDER, skillFiles } from './skill-folder.ts';

await rm(SKILL_FOLDER, { recursive: true, force: true });
for (const [path, text] of Object.entries(skillFiles())) {
  const file = new URL(path, SKILL_FOLDER);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text, { mode: path.startsWith('scripts/') ? 0o755 : 0o644 });
}
