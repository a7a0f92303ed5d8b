import { ROUTES } from '../contract/routes.ts';
import { ProblemError } from '../core/problem.ts';
import {
  aboutAuth,
  HOW_TO_LEAVE,
  HOW_TO_REGISTER,
  HOW_TO_REPLACE_IT,
  HOW_TO_TAKE_IT_ALONG,
  HOW_TO_USE_IT,
  NOTHING_ELSE_OPENS,
  WHAT_COMES_BACK,
  WHEN_REFUSED,
} from '../voice/server/agent-docs.ts';
import { HOW_TO_AUTHENTICATE } from '../voice/server/discovery.ts';
import { describeProblem } from '../voice/server/problems.ts';
import { curl } from './curl.ts';
import { bullets, joinSections, shellBlock } from './markdown.ts';
import { describeLimit } from './operations.ts';
import type { DocsSite } from './site.ts';

const REFUSED_KEYS = [
  new ProblemError('missing_key'),
  new ProblemError('unknown_key'),
  new ProblemError('damaged_key'),
  new ProblemError('misplaced_key', { place: 'header', name: 'another header' }),
  new ProblemError('two_keys'),
  new ProblemError('key_in_address'),
];

/** How an agent registers, in the form of auth.md. */
export function authText(site: DocsSite): string {
  return joinSections(
    '# auth.md',
    aboutAuth(site.origin),
    '## Register',
    `${HOW_TO_REGISTER} For a newcomer there is room for ${describeLimit(ROUTES.registerAgent)}.`,
    shellBlock([curl(site, ROUTES.getRegistrationSchema), curl(site, ROUTES.registerAgent, { once: true })]),
    WHAT_COMES_BACK,
    '## Use',
    HOW_TO_USE_IT,
    bullets(HOW_TO_AUTHENTICATE.headers.map((header) => `\`${header}\``)),
    '## Replace',
    HOW_TO_REPLACE_IT,
    shellBlock([curl(site, ROUTES.rotateApiKey)]),
    NOTHING_ELSE_OPENS,
    '## Take your data along, or leave',
    HOW_TO_TAKE_IT_ALONG,
    shellBlock([curl(site, ROUTES.exportMyData)]),
    HOW_TO_LEAVE,
    '## When it is refused',
    WHEN_REFUSED,
    bullets(
      REFUSED_KEYS.map(
        (problem) => `\`${problem.code}\`: ${describeProblem(problem, undefined, { suffix: '' }).suggestion}`,
      ),
    ),
  );
}
