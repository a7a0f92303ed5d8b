/** The logo. */
export function Ark() {
  return (
    <svg class="ark-mark" viewBox="0 0 48 44" width="36" height="33" aria-hidden="true">
      <path class="mark-roof" d="M8 20 16 6h16l8 14z" />
      <path class="mark-wall" d="M11 20h26v10H11z" />
      <path class="mark-light" d="M15 29v-4a3.5 3.5 0 0 1 7 0v4zm11 0v-4a3.5 3.5 0 0 1 7 0v4z" />
      <path class="mark-hull" d="M3 30h42c-1 8-7 12-14 12H17C10 42 4 38 3 30z" />
    </svg>
  );
}
