import type { ComponentChildren } from 'preact';

interface SectionProps {
  /** For links to it, and to name it by its heading. */
  readonly id?: string;
  readonly heading: string;
  readonly lead?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of a page under its own heading. */
export function Section({ id, heading, lead, children }: SectionProps) {
  const headingId = id === undefined ? undefined : `${id}-heading`;
  return (
    <section class="floor" id={id} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}
