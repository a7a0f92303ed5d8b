import type { Tastes } from './tastes.ts';

/** Tastes that are opened when the first item comes: a house that nobody brings anything starts without them. */
export function tastesLater(open: () => Promise<Tastes>): Tastes {
  let opened: Promise<Tastes> | undefined;
  return {
    async judge(offer) {
      try {
        return await (await (opened ??= open())).judge(offer);
      } catch {
        // What cannot be opened now may be opened for the next item; care goes on without.
        opened = undefined;
        return null;
      }
    },
    close: async () => (await opened)?.close(),
  };
}
