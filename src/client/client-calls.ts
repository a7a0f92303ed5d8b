import type { Route } from '../api/route.ts';

/** Stands for the name of each action: `care.feed`, `care.play` and so on. */
export const EACH_ACTION = '{action}';

/** Group and method of a route; both empty for routes of the sandbox. */
export function clientCallOf({ client }: Route): readonly [group: string, method: string] {
  const [group = '', method = ''] = client?.split('.') ?? [];
  return [group, method];
}
