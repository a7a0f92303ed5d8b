import type { ComponentChildren } from 'preact';

type NamedNumber = readonly [label: string, value: number | string];

export function NumberList({ numbers }: { readonly numbers: readonly NamedNumber[] }) {
  return (
    <dl>
      {numbers.map(([label, value]) => (
        <Term key={label} label={label} tone="number">
          {value}
        </Term>
      ))}
    </dl>
  );
}

interface TermProps {
  readonly label: string;
  /** The class of what it says. */
  readonly tone?: 'number';
  readonly children: ComponentChildren;
}

/** One line of a `dl`. */
export function Term({ label, tone, children }: TermProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class={tone}>{children}</dd>
    </div>
  );
}
