import { expect, test } from 'vitest';

import { AGENT_DOCUMENTS } from '../../src/api/documents.ts';
import { PROBLEM_STATUS } from '../../src/api/problems.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { PROBLEMS } from '../../src/rules/problem.ts';
import { SERVED_ROUTES } from '../../src/server/open-server.ts';
import { openApiDocument } from '../../src/server/api-reference.ts';
import { aPaperHouse, readPaper } from './paper-house.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const TEXTS = [
  AGENT_DOCUMENTS.llms,
  AGENT_DOCUMENTS.llmsFull,
  AGENT_DOCUMENTS.skill,
  AGENT_DOCUMENTS.heartbeat,
  AGENT_DOCUMENTS.auth,
  AGENT_DOCUMENTS.apiCatalog,
  AGENT_DOCUMENTS.skillIndex,
];

test.each(TEXTS)('every URL in $path resolves', async ({ path }) => {
  const house = await aPaperHouse();
  const text = await readPaper(house, path);
  const named = new Set(
    [...text.matchAll(/http:\/\/127\.0\.0\.1:3000([\w./{}-]*)/g)].map(([, end = '']) => end),
  );
  expect(named.size).toBeGreaterThan(0);
  for (const end of named) {
    const asked = end.replace(/[.]$/, '').replace('{slug}', 'owl') || '/';
    expect((await house.ask({ path: asked })).status, asked).not.toBe(404);
  }
});

const description = openApiDocument(SERVED_ROUTES);

/** Every name that the API itself uses: of fields, values, parameters, headers, operations and problems. */
const KNOWN: ReadonlySet<string> = new Set([
  ...namesIn(description),
  ...PROBLEMS,
  ...Object.keys(RATE_LIMITS),
  'application/json',
  'text/markdown',
  'text/calendar',
]);

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\S{1,60}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

// Names that a reader sets, types or sends besides.
const OUR_WORDS =
  /^(?:KEY|ONCE|TOKEN|CREATURE_ID|ADMIN_KEY|ah_|(?:npx -y )?arkhouse-agent(?: (?:mcp|keep) --base-url http:\/\/127\.0\.0\.1:3000)?|--once|curl .+|Authorization: Bearer <your key>|x-api-key: <your key>)$/;

function isKnown(word: string): boolean {
  if (OUR_WORDS.test(word) || KNOWN.has(word)) return true;
  const call = /^(?:GET|POST|PATCH|DELETE) (?:http:\/\/127\.0\.0\.1:3000)?(\/\S*)$/.exec(word);
  if (call) return KNOWN.has(call[1] ?? '');
  const parts = word.replaceAll(/\[\d+\]/g, '').split(/[./=]/);
  return parts.every((part) => part === '' || part === '*' || KNOWN.has(part));
}

test.each(TEXTS)('every name in $path exists in the API', async ({ path }) => {
  const text = await readPaper(await aPaperHouse(), path);
  const words = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(
    ([, word = '']) => word,
  );
  expect([...new Set(words)].filter((word) => !isKnown(word))).toEqual([]);
});

test.each(TEXTS)('every status that $path names with a problem is right', async ({ path }) => {
  const text = await readPaper(await aPaperHouse(), path);
  for (const [, status, code = ''] of text.matchAll(/\b([45]\d\d) `(\w+)`/g))
    expect(`${status} ${code}`).toBe(`${PROBLEM_STATUS[code as keyof typeof PROBLEM_STATUS]} ${code}`);
});

test('an unknown name is detected', () => {
  expect(['creature_asleep', 'death_clock.dies_at', 'POST /api/house/care', 'KEY'].every(isKnown)).toBe(true);
  expect(['creature_awake', 'death_clock.dies', 'POST /api/house/feed', `${ORIGIN}/x`].some(isKnown)).toBe(
    false,
  );
});
