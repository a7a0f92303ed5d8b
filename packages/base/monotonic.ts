/** Milliseconds of a clock that never jumps; only differences mean something. */
export function monotonicMs(): number {
  return performance.now();
}
