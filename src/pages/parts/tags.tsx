import type { Family, Mood, Urgency } from '../../core/vocabulary.ts';
import { FAMILY_NAME, MOOD_NAMES, URGENCY_WORDS } from '../../voice/public/page-words.ts';

export function FamilyTag({ family }: { readonly family: Family }) {
  return <span class={`tag family family-${family}`}>{FAMILY_NAME[family]}</span>;
}

/** `live` where the page's script keeps it current. */
export function MoodTag({ mood, live = false }: { readonly mood: Mood; readonly live?: boolean }) {
  return (
    <span class={`tag mood mood-${mood}`} data-tone={live ? 'mood' : undefined}>
      <span data-live={live ? 'mood' : undefined}>{MOOD_NAMES[mood]}</span>
    </span>
  );
}

export function UrgencyTag({ urgency }: { readonly urgency: Urgency }) {
  return <span class={`tag urgency urgency-${urgency}`}>{URGENCY_WORDS[urgency]}</span>;
}
