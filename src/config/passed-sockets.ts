import type { Env } from './settings.ts';

/**
 * The descriptors of sockets that somebody else, such as systemd, has opened for this very process (sd_listen_fds). They stay
 * open there while the house is started anew, so that whoever knocks meanwhile waits and is not refused.
 */
export function passedSockets(env: Env, pid: number): readonly number[] {
  const count = env['LISTEN_PID'] === String(pid) ? Number.parseInt(env['LISTEN_FDS'] ?? '', 10) || 0 : 0;
  return Array.from({ length: count }, (_, nth) => 3 + nth);
}
