import { expect, test } from 'vitest';

import { AGENT_DOCUMENTS } from '../../src/api/documents.ts';
import { PROBLEM_STATUS } from '../../src/api/problems.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { PROBLEMS, type ProblemCode } from '../../src/rules/problem.ts';
import { SERVED_ROUTES } from '../../src/server/open-server.ts';
import { openApiDocument } from '../../src/server/discovery.ts';
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

test.each(TEXTS)(
  'every URL in $path resolves, every name exists in the API, and every status is right',
  async ({ path }) => {
    const house = await aPaperHouse();
    const text = await readPaper(house, path);
    const ends = [...text.matchAll(/http:\/\/127\.0\.0\.1:3000([\w./{}-]*)/g)].map(([, end = '']) => end);
    expect(ends.length).toBeGreaterThan(0);
    for (const end of new Set(ends)) {
      const asked = end.replace(/[.]$/, '').replace('{slug}', 'owl') || '/';
      expect((await house.ask({ path: asked })).status, asked).not.toBe(404);
    }
    const code = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)];
    const words = new Set(code.map(([, word = '']) => word));
    expect([...words].filter((word) => !isKnown(word))).toEqual([]);
    for (const [, status, problem = ''] of text.matchAll(/\b([45]\d\d) `(\w+)`/g))
      expect(`${status} ${problem}`).toBe(`${PROBLEM_STATUS[problem as ProblemCode]} ${problem}`);
  },
);

test('an unknown name is detected', () => {
  expect(['creature_asleep', 'death_clock.dies_at', 'POST /api/house/care', 'KEY'].every(isKnown)).toBe(true);
  expect(['creature_awake', 'death_clock.dies', 'POST /api/house/feed', `${ORIGIN}/x`].some(isKnown)).toBe(
    false,
  );
});
