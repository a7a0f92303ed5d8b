import { expect, test } from 'vitest';

import type { ProblemCode } from '../../src/rules/problem.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { ProblemBody, PROBLEMS, problemsOf } from '../../src/api/problems.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { problemBody } from '../../src/server/refuse.ts';
import { HEADER_KEY_POLICY } from '../../src/mcp/connection.ts';
import { refusalResult } from '../../src/mcp/tool-text.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { httpWordsIn } from '../mcp/messages.ts';
import { aHouse } from '../support/house.ts';
import { kept } from '../support/keeping.ts';
import { problemOf } from '../support/problem-facts.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { Walker } from '../support/walker.ts';

const ROUTES_TO_TRY = [undefined, ROUTES.registerAgent, ROUTES.careForCreature, ROUTES.listHall];

test.each(PROBLEMS)('%s has a sentence, a next step and a body that matches the contract', (code) => {
  for (const route of [undefined, ROUTES.registerAgent, ROUTES.rotateApiKey]) {
    const body = problemBody(problemOf(code), route, 'r-1');
    expect(ProblemBody.parse(body)).toEqual(body);
    expect(body.error).not.toBe('');
    expect(body.suggestion).not.toBe('');
    expect(body.next_steps?.length).toBeGreaterThan(0);
  }
});

/** Problems a tool of this route can return: all except those raised before a message is parsed. */
const problemsOfTool = (row: Route) => problemsOf(row).filter((code) => code !== 'malformed_http');
const OF_TOOLS = new Set(TOOLS.flatMap(({ row }) => problemsOfTool(row)));

test.each([...OF_TOOLS])('%s as returned by a tool does not mention HTTP', async (code) => {
  for (const { row } of TOOLS.filter((tool) => problemsOfTool(tool.row).includes(code))) {
    const told = await refusalResult(problemBody(problemOf(code), row, 'r-1'), HEADER_KEY_POLICY);
    expect(httpWordsIn([told.content, told.structuredContent]), row.operationId).toEqual([]);
  }
});

test.each(differentSuggestions())('steps suggested by $code at $at are valid', async ({ code, route }) => {
  const house = await aHouse(await anyStore());
  const { key, id } = await kept(house, 'housecat');
  const walker = new Walker(house, key);
  for (const step of openSteps(code, route, id)) {
    expect(await followed(step, walker), step.endpoint).toBeLessThan(404);
    house.clock.forward('1m');
  }
});

test('an agent that follows every suggested step from the index never meets a dead end', async () => {
  const house = await aHouse(await anyStore());
  let steps = 0;
  for await (const { step, told } of new Walker(house).everywhere(await house.ask({ path: '/api' }), 5)) {
    expect(told.status, JSON.stringify(step)).toBeLessThan(400);
    steps += 1;
  }
  expect(steps).toBeGreaterThan(5);
});

/** One for all problems and routes with the same steps: testing equal steps again adds nothing. */
function differentSuggestions() {
  const all = PROBLEMS.flatMap((code) => ROUTES_TO_TRY.map((route) => ({ code, route })));
  const different = all.map(({ code, route }) => {
    const steps = openSteps(code, route).map(({ description: _, ...request }) => request);
    return [JSON.stringify(steps), { code, route, at: route?.path ?? 'an unknown path' }] as const;
  });
  return [...new Map(different).values()];
}

function openSteps(code: ProblemCode, route: Route | undefined, creatureId?: string): readonly NextStep[] {
  const { next_steps: steps = [] } = problemBody(problemOf(code, creatureId), route, 'r-1');
  // `slug_taken` requires a raised adult, so its retry is not possible for every caller.
  return steps.filter(({ action }) => action !== 'create_species');
}

async function followed(step: NextStep, walker: Walker): Promise<number> {
  const { status } = await walker.follow(step);
  // The step repeats the caller's own body; without it registration answers 400.
  return step.action === 'try_again' && status === 400 ? 200 : status;
}
