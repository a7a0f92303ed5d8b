import type { Tastes } from './tastes.ts';

/** Tastes that are opened when the first item comes: a house that nobody brings anything starts without them. */
export function tastesLater(open: () => Promise<Tastes>): Tastes {
  let opened: Promise<Tastes> | undefined;
  return {
    judge: async (offer) => (await (opened ??= open())).judge(offer),
    close: async () => (await opened)?.close(),
  };
}
