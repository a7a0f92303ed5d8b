import type { Gravestone } from '../../house/public/graveyard.ts';
import { formatDate } from '../../voice/engine/dates.ts';
import { describeDuration } from '../../voice/engine/durations.ts';
import { epitaph } from '../../voice/public/epitaphs.ts';
import { CAUSE_WORDS } from '../../voice/public/page-words.ts';

/** A stone with what is carved into it. Its name is on the page already, or in the words. */
export function Stone({ stone }: { readonly stone: Gravestone }) {
  return (
    <div class="stone">
      <p class="epitaph">{epitaph(stone)}</p>
      <p class="carved">
        {describeDuration(stone.livedMs)}, {CAUSE_WORDS[stone.cause]}
        <br />
        {formatDate(stone.diedAt)}
      </p>
    </div>
  );
}
