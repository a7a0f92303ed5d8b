import type { ComponentChildren } from 'preact';

/** A stranger's words, marked as theirs. */
export function Quote({ words, by }: { readonly words: string; readonly by: ComponentChildren }) {
  return (
    <figure class="said">
      <blockquote>
        <p dir="auto">{words}</p>
      </blockquote>
      <figcaption>{by}</figcaption>
    </figure>
  );
}

/** A name that a stranger chose: it keeps to itself, whichever way it is written. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{children}</bdi>;
}
