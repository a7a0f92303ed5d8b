import type { Instant } from '../../core/clock.ts';
import type { Grave } from '../../house/view-creature.ts';
import { graveWords } from '../../voice/stones.ts';
import { Moment } from '../parts/moment.tsx';
import { Stone } from '../parts/stone.tsx';

/** What is left: a stone, and for a week a way back. */
export function Gravestone({ grave, now }: { readonly grave: Grave; readonly now: Instant }) {
  const { stone, returnsUntil } = grave;
  return (
    <div class="grave">
      <Stone stone={stone} />
      <p>{graveWords(stone)}</p>
      <p>
        {now < returnsUntil ? (
          <>
            Its keeper can still bring it back, until <Moment at={returnsUntil} />.
          </>
        ) : (
          'Its week has passed: nobody can bring it back.'
        )}
      </p>
    </div>
  );
}
