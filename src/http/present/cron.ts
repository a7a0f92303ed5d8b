import type { RegularVisits } from '../../core/regular-visits.ts';

/** Regular visits as a line of five fields for a crontab that keeps UTC. */
export function cronOf({ hoursApart, hour, minute }: RegularVisits): string {
  return `${minute} ${hours(hour, hoursApart)} * * *`;
}

function hours(first: number, apart: number): string {
  if (apart === 1) return '*';
  return first === 0 ? `*/${apart}` : `${first}-23/${apart}`;
}
