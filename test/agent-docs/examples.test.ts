import { expect, test } from 'vitest';

import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import examples from '../../src/api/examples.json' with { type: 'json' };
import { ProblemBody, problemsOf } from '../../src/api/problems.ts';
import type { Route } from '../../src/api/route.ts';
import { PROBLEMS, type ProblemCode } from '../../src/rules/problem.ts';
import { problemBody } from '../../src/server/refuse.ts';
import { onSqlite } from '../support/databases.ts';
import { problemOf } from '../support/problem-facts.ts';
import { recordLife, recordSandbox, shortened } from './recorded-life.ts';

const ALL: readonly Route[] = [...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)];
const REPLIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = examples.replies;

/** A refusal of every kind, at the first operation that may refuse so. */
function refusals(): Record<string, unknown> {
  const told = (code: ProblemCode, route: Route) => {
    // Every reply shows a step, and suggestions are too long to repeat fifty times.
    const { next_steps: _, suggestion: __, ...body } = problemBody(problemOf(code), route, '…');
    return shortened(body);
  };
  return Object.fromEntries(
    PROBLEMS.flatMap((code) => {
      const route = ALL.find((each) => problemsOf(each).includes(code));
      return route ? [[code, told(code, route)] as const] : [];
    }),
  );
}

onSqlite((place) => {
  test('the examples of the API’s description are what a house answers (npm run tool openapi writes them)', async () => {
    const replies = {
      ...(await recordLife(await place.fresh())),
      ...(await recordSandbox(await place.fresh())),
    };
    const written = JSON.stringify({ replies, problems: refusals() }, undefined, 2);
    await expect(`${written}\n`).toMatchFileSnapshot('../../src/api/examples.json');
  });
});

test.each(ALL)(
  'the reply example of $operationId matches its schema',
  ({ operationId, reply, onlyAs, alsoAs = [] }) => {
    const example = REPLIES[operationId]?.[onlyAs ?? 'application/json'];
    expect(
      example,
      'record one in test/agent-docs/recorded-life.ts, then npm run tool openapi',
    ).toBeDefined();
    expect(reply.parse(example)).toEqual(example);
    for (const type of alsoAs) expect(REPLIES[operationId]).toHaveProperty([type]);
  },
);

test.each(Object.entries(examples.problems))('the example of %s is a refusal', (code, example) => {
  expect(ProblemBody.parse(example)).toEqual(example);
  expect(example).toMatchObject({ code });
});
