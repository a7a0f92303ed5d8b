/** From 0 to 1, without 1: nothing that matters is decided by it. */
export function chance(): number {
  return Math.random();
}
