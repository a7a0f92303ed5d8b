import type { LiveFacts } from '../../core/live-facts.ts';
import { FEEDING_WORDS, MOOD_NAMES, URGENCY_WORDS } from '../../voice/pages.ts';

const WORDS = { mood: MOOD_NAMES, urgency: URGENCY_WORDS, feeding: FEEDING_WORDS };

/** The facts for the page's script: data, which nothing runs. */
export function LiveScript({ facts }: { readonly facts: LiveFacts }) {
  if (!facts.living && facts.mark.startsWith('gone')) return null;
  return (
    <script
      type="application/json"
      id="live-facts"
      dangerouslySetInnerHTML={{ __html: harmless(JSON.stringify({ ...facts, words: WORDS })) }}
    />
  );
}

/** JSON in which no text can end the element it stands in: `<` is written as its number. */
export function harmless(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`);
}
