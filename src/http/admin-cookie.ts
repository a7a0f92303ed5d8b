import type { IncomingHttpHeaders } from 'node:http';

import { SECOND } from '../core/clock.ts';
import { SESSION_LASTS } from '../house/operator-session.ts';

const NAME = 'arkhouse_operator';

/** The token a browser brings along; empty when it brings none. */
export function tokenIn({ cookie = '' }: IncomingHttpHeaders): string {
  for (const part of cookie.split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === NAME) return value;
  }
  return '';
}

/** Only for this room, out of reach of scripts, and never sent along with what another site asks for. */
export function cookieFor(token: string, https: boolean): string {
  return written(token, SESSION_LASTS / SECOND, https);
}

export function noCookie(https: boolean): string {
  return written('', 0, https);
}

function written(value: string, seconds: number, https: boolean): string {
  const parts = [
    `${NAME}=${value}`,
    'Path=/admin',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(https ? ['Secure'] : []),
  ];
  return parts.join('; ');
}
