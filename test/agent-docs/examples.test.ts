import { expect, test } from 'vitest';

import { PROBLEMS, problemsOf } from '../../src/api/problems.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { problemBody } from '../../src/server/refuse.ts';
import { problemOf } from '../support/problem-facts.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { recordLife, recordSandbox, shortened } from './recorded-life.ts';

const ALL: readonly Route[] = [...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)];

test('the examples of the API’s description are what a house answers (node tools/generate.ts openapi writes them)', async () => {
  const replies = { ...(await recordLife(await anyStore())), ...(await recordSandbox(await anyStore())) };
  const problems: Record<string, unknown> = {};
  for (const code of PROBLEMS) {
    // At the first operation that may refuse so.
    const route = ALL.find((each) => problemsOf(each).includes(code));
    if (!route) continue;
    // Every reply shows a step, and suggestions are too long to repeat fifty times.
    const { next_steps: _, suggestion: __, ...body } = problemBody(problemOf(code), route, '…');
    problems[code] = shortened(body);
  }
  const written = JSON.stringify({ replies, problems }, undefined, 2);
  await expect(`${written}\n`).toMatchFileSnapshot('../../src/api/examples.json');
});
