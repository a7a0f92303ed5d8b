import type { Appearance, Family } from '../../core/vocabulary.ts';
import { APPEARANCE_WORDS } from '../../voice/public/appearance-words.ts';
import { FAMILY_NAME } from '../../voice/public/page-words.ts';

export function FamilyTag({ family }: { readonly family: Family }) {
  return <span class={`tag family family-${family}`}>{FAMILY_NAME[family]}</span>;
}

interface AppearanceTagProps {
  readonly appearance: Appearance;
  readonly live?: boolean;
}

/** `live` where the page's script keeps it current. */
export function AppearanceTag({ appearance, live = false }: AppearanceTagProps) {
  return (
    <span class={`tag appearance appearance-${appearance}`} data-tone={live ? 'appearance' : undefined}>
      <span data-live={live ? 'appearance' : undefined}>{APPEARANCE_WORDS[appearance]}</span>
    </span>
  );
}
