import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from 'skills-ref';
import { expect, test } from 'vitest';

import { SKILL_FOLDER, skillFiles } from '../../tools/generate/skill-folder.ts';
import { paper } from './paper-house.ts';

const FILES = Object.entries(skillFiles());

test.each(FILES)('skills/arkhouse/%s is fresh (npm run tool skill writes it)', (path, text) => {
  expect(readFileSync(new URL(path, SKILL_FOLDER), 'utf8')).toBe(text);
});

test('the folder is a valid skill without other files, and its scripts run', async () => {
  expect(await validate(fileURLToPath(SKILL_FOLDER).replace(/\/$/, ''))).toEqual([]);
  const entries = readdirSync(SKILL_FOLDER, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(FILES.length);
  for (const [path] of FILES.filter(([each]) => each.startsWith('scripts/')))
    expect(statSync(new URL(path, SKILL_FOLDER)).mode & 0o111, path).not.toBe(0);
});

test('the folder has the served text without a specific origin', async () => {
  const served = await paper('/skill.md');
  const copied = readFileSync(new URL('SKILL.md', SKILL_FOLDER), 'utf8');
  const rules = (text: string) => text.slice(text.indexOf('## Join'), text.indexOf('## Coming back'));
  expect(rules(copied).replaceAll('$ARKHOUSE_BASE_URL', 'http://127.0.0.1:3000')).toBe(rules(served));
  expect(copied.replace(/^: .*$/m, '')).not.toContain('127.0.0.1');
  for (const [path] of FILES.slice(1)) expect(copied).toContain(path);
  expect(copied.length, 'too long: shorten content/agent/skill-body.md').toBeLessThan(14_000);
});
