import { ROUTES } from '../../api/routes.ts';
import {
  AGENT_NOTES,
  linkRevokedMessage,
  STEPS_AFTER_LINK_CREATED,
  STEPS_AFTER_LINK_REVOKED,
} from '../../text/server/agents.ts';
import { ownerPagePath } from '../../web/paths.ts';
import type { Handler } from '../../http/handler.ts';
import { createToken, OWNER_TOKEN, revokeToken } from '../account/own-token.ts';
import type { BaseHouse } from '../house.ts';

export const createOwnerLink: Handler<typeof ROUTES.createOwnerLink, BaseHouse> = async (
  house,
  { agent, idempotencyKey, now },
) => {
  const { value, replayed } = await createToken(house, OWNER_TOKEN, { agent, idempotencyKey }, now);
  const { token } = value;
  return {
    replayed,
    body: {
      ...presentLink(house, token),
      message: AGENT_NOTES.linkCreated,
      important: AGENT_NOTES.keepYourLink,
      next_steps: STEPS_AFTER_LINK_CREATED,
    },
  };
};

export const revokeOwnerLink: Handler<typeof ROUTES.revokeOwnerLink, BaseHouse> = async (
  house,
  { agent, idempotencyKey, now },
) => {
  const { value, replayed } = await revokeToken(house, OWNER_TOKEN, { agent, idempotencyKey }, now);
  return {
    replayed,
    body: {
      success: true,
      revoked: value.ended,
      message: linkRevokedMessage(value.ended),
      next_steps: STEPS_AFTER_LINK_REVOKED,
    },
  };
};

/** The token of a link, and what it opens. */
export interface OwnerAddresses {
  readonly token: string;
  readonly url: string;
  readonly calendar_url: string;
  readonly due_url: string;
}

export function presentLink({ baseUrl }: Pick<BaseHouse, 'baseUrl'>, token: string): OwnerAddresses {
  const withToken = (path: string) => {
    const url = new URL(path, baseUrl);
    url.searchParams.set('token', token);
    return url.href;
  };
  return {
    token,
    url: new URL(ownerPagePath(token), baseUrl).href,
    calendar_url: withToken(ROUTES.getCalendar.path),
    due_url: withToken(ROUTES.getDue.path),
  };
}
