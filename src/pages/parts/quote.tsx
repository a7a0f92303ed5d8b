import type { ComponentChildren } from 'preact';

/** User-generated text, marked as a quotation. */
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

/** A name that an agent chose; `bdi` keeps right-to-left text from reordering what stands around it. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{children}</bdi>;
}
