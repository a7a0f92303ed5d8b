interface BarProps {
  /** From 0 to 100. */
  readonly percent: number;
  /** Its colour, by the style sheet. */
  readonly tone?: string | undefined;
  /** The name by which the page's script finds it, when it moves. */
  readonly live?: string;
  /** The same, where its tone changes as well. */
  readonly named?: string;
}

/** A bar as SVG, since the content security policy forbids inline styles. */
export function Bar({ percent, tone = 'plain', live, named }: BarProps) {
  return (
    <svg
      class={`bar bar-${tone}`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-tone={named}
    >
      <rect class="bar-track" width="100" height="8" />
      <rect class="bar-fill" width={percent.toFixed(1)} height="8" data-bar={live} />
    </svg>
  );
}
