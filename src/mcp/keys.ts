import type { Keys } from './connection.ts';

const WHERE =
  'Your key travels in a header of this connection: set "Authorization: Bearer <your key>" for this server in the configuration of your MCP client.';

/** Over HTTP nothing is remembered: whoever calls brings the key along. */
export const KEYS_IN_HEADERS: Keys = {
  whereTo: WHERE,
  advice: () => `${WHERE} If you have no key yet, call register_agent; no human is needed.`,
};
