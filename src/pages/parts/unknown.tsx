import { unknownWords, type UnknownWord } from '../../voice/public/unknown-words.ts';

/** Says which words of its address the page could make nothing of. */
export function Unknown({ words }: { readonly words: readonly UnknownWord[] }) {
  if (words.length === 0) return null;
  return (
    <div class="unknown" role="status">
      {words.map((word) => (
        <p key={word.kind} dir="auto">
          {unknownWords(word)}
        </p>
      ))}
    </div>
  );
}
