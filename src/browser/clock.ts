/** Milliseconds that have passed for this page, whatever the visitor's clock says. */
export function monotonicMs(): number {
  return performance.now();
}
