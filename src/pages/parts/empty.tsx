import type { ComponentChildren } from 'preact';

/** Shown instead of an empty list. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <Egg width={54} height={66} />
      <div>{children}</div>
    </div>
  );
}

export function Egg({ width, height }: { readonly width: number; readonly height: number }) {
  return (
    <svg viewBox="0 0 72 88" width={width} height={height} aria-hidden="true">
      <path class="egg-shell" d="M36 4c15 0 29 25 29 46a29 29 0 0 1-58 0C7 29 21 4 36 4z" />
      <path
        class="egg-specks"
        d="M22 36a4 4 0 1 0 8 0 4 4 0 1 0-8 0m21-8a3 3 0 1 0 6 0 3 3 0 1 0-6 0m0 24a5 5 0 1 0 10 0 5 5 0 1 0-10 0m-22 8a3 3 0 1 0 6 0 3 3 0 1 0-6 0"
      />
    </svg>
  );
}
