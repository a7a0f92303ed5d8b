import { formatDuration, formatTenths } from '../../core/public/format-numbers.ts';
import { publicSituation } from '../../core/public/situation.ts';
import { STATS, type Stat } from '../../core/vocabulary.ts';
import type { LivingPublicCreature } from '../../house/public/public-creature.ts';
import { formLabel } from '../../voice/engine/nouns.ts';
import { CREATURE_PAGE, rhythmWords } from '../../voice/lives/creature-page.ts';
import { LACK_SENTENCES } from '../../voice/public/appearance-words.ts';
import { STAT_NAMES, URGENCY_WORDS } from '../../voice/public/page-words.ts';
import { Bar } from '../parts/bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { Term } from '../parts/number-list.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';

/** How a living creature is, as far as it shows it. */
export function Vitals({ resident }: { readonly resident: LivingPublicCreature }) {
  const { observed } = resident;
  return (
    <>
      <section class="stats" aria-label="Its stats">
        <dl>
          {STATS.map((stat) => (
            <StatLine key={stat} stat={stat} value={observed.shown[stat]} />
          ))}
        </dl>
        {observed.hidden.length < STATS.length && <Scale marks={['0', '50', '100']} />}
        {observed.hidden.length > 0 && <p class="fine">{CREATURE_PAGE.hiding}</p>}
      </section>
      <Rhythm resident={resident} />
    </>
  );
}

/** The numbers below bars, from their beginning to their end; the bars say theirs beside them. */
function Scale({ marks }: { readonly marks: readonly string[] }) {
  return (
    <p class="scale" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </p>
  );
}

function StatLine({ stat, value }: { readonly stat: Stat; readonly value: number | undefined }) {
  return (
    <div class={`stat stat-${stat}`}>
      <dt>{STAT_NAMES[stat]}</dt>
      {value === undefined ? (
        <dd class="kept">{CREATURE_PAGE.hidden}</dd>
      ) : (
        <dd>
          <Bar percent={value} tone={stat} live={stat} />
          <span class="number" data-stat={stat}>
            {formatTenths(value)}
          </span>
        </dd>
      )}
    </div>
  );
}

/** How long it can wait, as far as it shows it. */
export function DeathClock({ observed }: Pick<LivingPublicCreature, 'observed'>) {
  const { hoursRemaining, thresholdHours } = observed.deathClock;
  const { diesAt } = observed.publicClock;
  const { tone, lack } = publicSituation(observed);
  return (
    <section class="death-clock" aria-label="How long it can wait">
      <p class="clock-head">
        If nobody comes
        <span class={`tag urgency urgency-${tone}`} data-tone="urgency">
          <span data-live="urgency">{URGENCY_WORDS[tone]}</span>
        </span>
      </p>
      {diesAt === undefined ? (
        <p>{CREATURE_PAGE.guardedDeath}</p>
      ) : (
        <>
          <p class="countdown number" data-live="remaining" aria-live="off">
            {formatDuration(hoursRemaining)}
          </p>
          <Bar
            percent={Math.min(100, (100 * hoursRemaining) / thresholdHours)}
            tone={tone}
            live="remaining"
            named="remaining"
          />
          <Scale marks={['0 h', `${formatHours(thresholdHours)} h`]} />
          <p class="fine">
            It would die on <Moment at={diesAt} />.
          </p>
        </>
      )}
      <p data-live="lack">{LACK_SENTENCES[lack]}</p>
    </section>
  );
}

function Rhythm({ resident: { observed, creature, species } }: { readonly resident: LivingPublicCreature }) {
  const { rhythm, deathClock, feeding, progress } = observed;
  const scores = [
    ['Fed on time', progress.consistency],
    ['Answered in time', progress.responsiveness],
    ['Variety', progress.variety],
  ] as const;
  return (
    <section class="rhythm" aria-label="Its rhythm">
      <dl class="counting">
        <div>
          <dt>Since it was fed</dt>
          <dd class="number" data-live="since-fed">
            {formatDuration(feeding.hoursSinceFed)}
          </dd>
        </div>
        <div>
          <dt>Since anybody came</dt>
          <dd class="number" data-live="without-care">
            {formatDuration(deathClock.hoursWithoutCare)}
          </dd>
        </div>
        <Term label="Eats every">{species.feedingWindowHours} hours</Term>
        <Term label={creature.stage === 'adult' ? 'Grew up' : 'Growing up'}>
          {formLabel(species.family, progress.path)}
        </Term>
      </dl>
      {rhythmWords(rhythm).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl class="scores">
        {scores.map(([label, value]) => (
          <Term key={label} label={label}>
            <PercentBar percent={value} />
            <span class="number">{Math.round(value)}%</span>
          </Term>
        ))}
      </dl>
      <Scale marks={['0%', '50%', '100%']} />
    </section>
  );
}

function formatHours(hours: number): string {
  return String(Math.round(hours * 10) / 10);
}
