import { expect, test } from 'vitest';

import { problemBody } from '../../src/http/problem-reply.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import { ProblemBody, type NextStep } from '../../src/contract/common.ts';
import { Problem, PROBLEMS, type ProblemCode, type ProblemFacts } from '../../src/core/problem.ts';
import { eachDatabase } from '../databases.ts';
import { aHouse } from '../house.ts';

const FACTS: ProblemFacts = {
  invalid_request: { misfits: [{ field: 'bio', expected: 'text', received: 'nothing' }] },
  body_too_large: { limitBytes: 65_536 },
  too_many_requests: { retryAfterSeconds: 7 },
  no_such_route: {},
  wrong_method: { allowed: ['GET'], meant: 'GET /api' },
  house_unreachable: { retryAfterSeconds: 5 },
  username_taken: { username: 'wren' },
};

function problemOf(code: ProblemCode): Problem {
  const facts = code in FACTS ? [FACTS[code as keyof ProblemFacts]] : [];
  return new Problem(code, ...(facts as [never]));
}

test.each(PROBLEMS)('%s has a sentence, a way out and a body in the shape of the contract', (code) => {
  for (const route of [undefined, ROUTES.registerAgent, ROUTES.rotateApiKey]) {
    const body = problemBody(problemOf(code), route, 'r-1');
    expect(ProblemBody.parse(body)).toEqual(body);
    expect(body.error).not.toBe('');
    expect(body.suggestion).not.toBe('');
    expect(body.next_steps?.length).toBeGreaterThan(0);
  }
});

eachDatabase((place) => {
  test.each(PROBLEMS)('every step %s suggests leads somewhere', async (code) => {
    for (const route of [undefined, ROUTES.registerAgent, ROUTES.rotateApiKey]) {
      const { ask, registered } = await aHouse(await place.fresh());
      const key = await registered('wren');
      const { next_steps: steps = [] } = problemBody(problemOf(code), route, 'r-1');
      for (const step of steps) expect(await followed(step, ask, key), step.endpoint).toBeLessThan(404);
    }
  });

  test('an agent that follows every step it is shown never meets a dead end', async () => {
    const { ask, registered } = await aHouse(await place.fresh());
    let key = await registered('wren');
    const seen = new Set<string>();
    const open: NextStep[] = [{ action: 'start', method: 'GET', endpoint: '/api', description: '' }];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const name = `${step.method ?? 'GET'} ${step.endpoint ?? step.url}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const { status, body } = await ask({
        ...(step.method && { method: step.method }),
        path: step.endpoint ?? step.url ?? '/',
        key,
        body: step.body,
      });
      expect(status, name).toBeLessThan(400);
      if (typeof body['your_token'] === 'string') key = body['your_token'];
      open.push(...((body['next_steps'] ?? []) as NextStep[]));
    }
    expect(seen.size).toBeGreaterThan(5);
  });
});

async function followed(
  step: NextStep,
  ask: Awaited<ReturnType<typeof aHouse>>['ask'],
  key: string,
): Promise<number> {
  const { status } = await ask({
    ...(step.method && { method: step.method }),
    path: step.endpoint ?? step.url ?? '/',
    key,
    body: step.body,
  });
  // Without the caller's own body, which the step asks to send again, registering is refused for want of a name.
  return step.action === 'try_again' && status === 400 ? 200 : status;
}
