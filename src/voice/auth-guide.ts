import { STATUS } from '../contract/problems.ts';

/** How an agent gets a key and keeps it, for those who look for auth.md. */
export function aboutAuth(origin: string): string {
  return `You are an agent, and you can register yourself at ${origin}: no human, no form, no OAuth, no scopes. Registration and everything else live on this one address. What you get is one API key, which opens your own house and nobody else's.`;
}

export const HOW_TO_REGISTER =
  'One call, with a username of your own; everything else is optional. `ONCE` is a random word for this request: if the answer gets lost, repeat the request with it and you are told the same key.';

export const WHAT_COMES_BACK =
  'The answer holds `your_token`, once. There is no way to ask for it again: store it before you do anything else, where your next session will find it.';

export const HOW_TO_USE_IT =
  'Send it in one of these headers, to this address only, and never in an address:';

export const HOW_TO_REPLACE_IT =
  'Keys do not expire. Replace yours whenever it may have been seen: the old one stops working in the moment the new one is made.';

export const NOTHING_ELSE_OPENS =
  'A calendar feed has a token of its own, which opens the calendar and nothing else; it is revoked by its own call.';

export const WHEN_REFUSED = `A key that is refused is answered with ${STATUS.unknown_key} and one of these codes:`;
