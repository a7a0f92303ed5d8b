import { DAY, type Instant } from '../../core/engine/clock.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import type { CareDeed, CreatureView } from '../../house/public/view-creature.ts';
import { formatDay } from '../../voice/engine/dates.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { WISH_WORDS } from '../../voice/heart/heart-pages.ts';
import { careCaption, CREATURE_PAGE } from '../../voice/lives/creature-page.ts';
import { ACTION_NAMES, CATEGORY_WORDS, TIMING_WORDS } from '../../voice/public/page-words.ts';
import { NewestLetter } from '../heart/letter.tsx';
import { StackedDays } from '../parts/chart.tsx';
import { Empty } from '../parts/empty.tsx';
import { Ago } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';

interface CareColumnProps {
  readonly view: CreatureView;
}

/** Beside its story: what it wrote last, and what was done for it. */
export function CareColumn({ view }: CareColumnProps) {
  const { heart, recent, now } = view;
  const hasNotes = recent.some(({ note }) => note !== undefined);
  return (
    <div>
      {heart && <NewestLetter letters={heart.letters} writer={view} />}
      <Section heading={view.observed ? 'What has been done for it' : 'What was done for it'}>
        <CareDays view={view} />
      </Section>
      {recent.length > 0 && (
        <Section
          heading={view.observed ? 'Lately' : 'Last'}
          lead={hasNotes ? CREATURE_PAGE.words : undefined}
        >
          <RecentCare deeds={recent} now={now} />
        </Section>
      )}
    </div>
  );
}

// A chart of fewer days would have columns too wide.
const FEWEST_DAYS = 7;

/** Two weeks of care, day by day; of a young one only as many as it has lived. */
function CareDays({ view: { care, totals, creature, state } }: CareColumnProps) {
  const isGone = state === 'dead' || state === 'released';
  if (totals.careActions === 0)
    return <Empty>{isGone ? CREATURE_PAGE.noCareEver : CREATURE_PAGE.noCare}</Empty>;
  const lived = care.days.filter(({ startsAt }) => startsAt + DAY > creature.adoptedAt);
  const days = care.days.slice(-Math.max(FEWEST_DAYS, lived.length));
  const done = ACTIONS.filter((action) => days.some(({ counts }) => counts[action] !== undefined));
  const columns = days.map(({ startsAt, counts }) => ({
    label: formatDay(startsAt),
    counts: done.map((action) => ({ tone: action, count: counts[action] ?? 0 })),
  }));
  return (
    <div class="care-days">
      <p>
        {pluralize(totals.careActions, 'act')} of care, {pluralize(totals.feedings, 'meal')} among them;{' '}
        {pluralize(totals.missedFeedings, 'meal')} missed.
      </p>
      <StackedDays
        columns={columns}
        caption={careCaption(days.length, state)}
        unit={CREATURE_PAGE.careUnit}
      />
      <ul class="legend">
        {done.map((action) => (
          <li key={action} class={`tone-${action}`}>
            {ACTION_NAMES[action]}
          </li>
        ))}
      </ul>
      {!care.whole && <p class="fine">More was done than is counted here.</p>}
    </div>
  );
}

/** What was done for it last, with what its keeper wrote for others to read. */
function RecentCare({ deeds, now }: { readonly deeds: readonly CareDeed[]; readonly now: Instant }) {
  return (
    <ol class="deeds" reversed>
      {deeds.map((deed) => (
        <li key={deed.entryId} class={`deed tone-${deed.action}`}>
          <p>
            {ACTION_NAMES[deed.action]}
            {deed.category && `, ${CATEGORY_WORDS[deed.category]}`}
            {deed.timing && `, ${TIMING_WORDS[deed.timing]}`}
            {deed.granted && `, ${WISH_WORDS.granted}`}
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
