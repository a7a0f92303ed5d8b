import type { Gravestone } from '../../house/visit-graveyard.ts';
import { lived } from '../../voice/durations.ts';
import { CAUSE_WORDS } from '../../voice/pages.ts';
import { stoneWords } from '../../voice/stones.ts';
import { dateOf } from '../../voice/dates.ts';

/** A stone with what is carved into it. Its name is on the page already, or in the words. */
export function Stone({ stone }: { readonly stone: Gravestone }) {
  return (
    <div class="stone">
      <p class="epitaph">{stoneWords(stone)}</p>
      <p class="carved">
        {lived(stone.livedMs)}, {CAUSE_WORDS[stone.cause]}
        <br />
        {dateOf(stone.diedAt)}
      </p>
    </div>
  );
}
