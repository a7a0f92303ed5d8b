interface ChoiceOption {
  readonly label: string;
  readonly href: string;
  readonly chosen: boolean;
  /** A class that gives it its colour. */
  readonly tone?: string | undefined;
}

/** A row of ways to look at the same thing; the one that is open is marked. */
export function Choice({
  label,
  options,
}: {
  readonly label: string;
  readonly options: readonly ChoiceOption[];
}) {
  return (
    <nav class="choice" aria-label={label}>
      <ul>
        {options.map(({ label: name, href, chosen, tone }) => (
          <li key={href}>
            <a class={tone} href={href} aria-current={chosen ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
