import type { Instant } from '../../core/clock.ts';
import type { Deed } from '../../house/view-creature.ts';
import { ACTION_NAMES, CATEGORY_WORDS, TIMING_WORDS } from '../../voice/pages.ts';
import { Ago } from '../parts/moment.tsx';
import { Name } from '../parts/quote.tsx';

/** What was done for it last, with the words of whoever did it. */
export function RecentCare({ deeds, now }: { readonly deeds: readonly Deed[]; readonly now: Instant }) {
  return (
    <ol class="deeds" reversed>
      {deeds.map((deed) => (
        <li key={deed.entryId} class={`deed tone-${deed.action}`}>
          <p>
            {ACTION_NAMES[deed.action]}
            {deed.item !== undefined && (
              <>
                {', '}
                <q>
                  <Name>{deed.item}</Name>
                </q>
              </>
            )}
            {deed.category && `, ${CATEGORY_WORDS[deed.category]}`}
            {deed.timing && `, ${TIMING_WORDS[deed.timing]}`}
          </p>
          {deed.note !== undefined && (
            <blockquote>
              <p dir="auto">{deed.note}</p>
            </blockquote>
          )}
          <p class="fine">
            <Ago at={deed.at} now={now} />
          </p>
        </li>
      ))}
    </ol>
  );
}
