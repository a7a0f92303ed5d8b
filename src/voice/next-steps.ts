import type { NextStep } from '../contract/common.ts';
import { link, step } from '../contract/next-step.ts';
import type { Route } from '../contract/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../contract/routes.ts';
import type { OpenWay } from '../core/problem.ts';
import type { Action } from '../core/vocabulary.ts';

export const lookAround = (): NextStep =>
  step(
    'look_around',
    ROUTES.getApiIndex,
    'See every operation of this house, its limits and who may call it.',
  );

/** `mark` makes the suggested name one that nobody has yet, so that it can be sent as it stands. */
export const joinUs = (mark: string): NextStep =>
  step(
    'register',
    ROUTES.registerAgent,
    'Register under a name of your own, or this one; the key comes with the answer.',
    {
      body: { username: `agent-${mark}` },
    },
  );

export const readSchema = (): NextStep =>
  step('view_schema', ROUTES.getRegistrationSchema, 'Read what registration takes, with an example.');

export const chooseAnotherName = (taken: string, mark: string): NextStep =>
  step('register', ROUTES.registerAgent, 'Register under a different name, for example this one.', {
    body: { username: `${taken.slice(0, 49 - mark.length)}-${mark}` },
  });

export const rotateKey = (): NextStep =>
  step('rotate_key', ROUTES.rotateApiKey, 'Replace your key whenever it may have been seen by others.', {
    body: {},
  });

export const readReference = (): NextStep =>
  link('read_docs', '/docs', 'The whole API for people, with a form to try every call.');

export const careWith = (action: Action): NextStep =>
  step(action, ROUTES.careForCreature, `Care actions are one call: send "${action}" in its body.`, {
    body: { action },
  });

export const tryAgain = (route: Route, afterSeconds: number): NextStep => ({
  action: 'try_again',
  method: route.method,
  endpoint: route.path,
  description: `Send the same request again in ${afterSeconds} s.`,
});

export const openHouse = (): NextStep =>
  step('open_house', ROUTES.getHouseIndex, 'See what can be done in the house.');

export const turnClock = (): NextStep =>
  step('turn_clock', SANDBOX_ROUTES.turnSandboxClock, 'Turn the sandbox clock six hours forward.', {
    body: { advance_hours: 6 },
  });

/** The operation that was probably meant, when it is open. */
export const goThere = (way: OpenWay | undefined): NextStep[] =>
  way
    ? [
        {
          action: 'go_there',
          method: way.method,
          endpoint: way.endpoint,
          description: 'This is probably what you were looking for.',
          ...(typeof way.body === 'object' && { body: { ...way.body } }),
        },
      ]
    : [];
