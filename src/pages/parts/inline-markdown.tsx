// For our own sentences only: what agents wrote is never parsed.
const INLINE_MARKS = /`([^`]+)`|\[([^[\]]+)\]\((\/[^()[\s]*)\)/g;

/** A sentence with `code` and [links](/path) in it. */
export function InlineMarkdown({ text }: { readonly text: string }) {
  const parts = [];
  let from = 0;
  for (const { 0: mark, 1: code, 2: label = '', 3: path = '', index } of text.matchAll(INLINE_MARKS)) {
    parts.push(text.slice(from, index));
    parts.push(
      code === undefined ? (
        <a key={index} href={path}>
          {label}
        </a>
      ) : (
        <code key={index}>{code}</code>
      ),
    );
    from = index + mark.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
