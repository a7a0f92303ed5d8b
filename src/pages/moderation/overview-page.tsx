import { formatPrice } from '../../core/money/credits.ts';
import { CAUSES, FAMILIES, STAGES } from '../../core/vocabulary.ts';
import type { Analytics, Takings } from '../../house/figures/analytics.ts';
import type { StretchOfCare } from '../../house/figures/care-over-time.ts';
import type { SurvivalPoint } from '../../house/figures/survival.ts';
import {
  CHART_CAUSE_NAMES,
  CHART_FAMILY_NAMES,
  FUNNEL_NAMES,
  OVERVIEW_PAGE,
  formatPercentTenths,
  CHART_STAGE_NAMES,
  MONEY_SECTION,
} from '../../voice/moderation/operator-figures.ts';
import { OPERATOR_MENU } from '../../voice/moderation/operator-room.ts';
import { catchingUp } from '../../voice/public/page-words.ts';
import { Masthead } from '../layout.tsx';
import { Empty } from '../parts/empty.tsx';
import type { AdminPage } from './admin-layout.tsx';
import { Card, Columns, Curve, Figure, BarRows } from './charts.tsx';
import { ScrollTable } from './ledger-page.tsx';

interface OverviewFacts {
  readonly analytics: Analytics;
  readonly care: readonly StretchOfCare[];
  readonly range: CareRange;
  readonly survival: readonly SurvivalPoint[];
}

/** How far back the chart of care goes. */
export type CareRange = keyof typeof OVERVIEW_PAGE.ranges;

export function isCareRange(word: string): word is CareRange {
  return Object.hasOwn(OVERVIEW_PAGE.ranges, word);
}

/** The house in figures. */
export function overviewPage({ analytics, care, range, survival }: OverviewFacts): AdminPage {
  return {
    title: OPERATOR_MENU.house,
    section: '/admin',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.house}>
          {OVERVIEW_PAGE.lead(analytics)} {analytics.asOf !== undefined && catchingUp(analytics.asOf)}
        </Masthead>
        <Totals analytics={analytics} />
        <div class="cards flow">
          <CareCard care={care} range={range} />
          <Card title={OVERVIEW_PAGE.funnel} note={OVERVIEW_PAGE.funnelNote}>
            <Funnel analytics={analytics} />
          </Card>
          <Card title={OVERVIEW_PAGE.survival} note={OVERVIEW_PAGE.survivalNote}>
            <SurvivalCurve survival={survival} />
          </Card>
          <DeathsCard deaths={analytics.deaths} />
          <LivingCard creatures={analytics.creatures} />
          <Card title={OVERVIEW_PAGE.species} note={OVERVIEW_PAGE.speciesNote}>
            <Favourites analytics={analytics} />
          </Card>
          <Card title={OVERVIEW_PAGE.providers}>
            <BarRows
              rows={analytics.agents.providers
                .slice(0, 10)
                .map(({ name, agents }) => ({ label: name, value: agents }))}
            />
          </Card>
          <MoneyCard money={analytics.money} />
        </div>
        <p class="fine">
          {OPERATOR_MENU.testsLeftOut} {OVERVIEW_PAGE.tests(analytics.testAccounts)}{' '}
          {OVERVIEW_PAGE.unlike(analytics.testAccounts)}
        </p>
      </>
    ),
  };
}

const RANGES = Object.keys(OVERVIEW_PAGE.ranges).filter(isCareRange);
/** Every so many columns have their moment written below. */
const LABELS_APART: Record<CareRange, number> = { '2d': 12, '7d': 8, '30d': 7 };

function CareCard({ care, range }: Pick<OverviewFacts, 'care' | 'range'>) {
  return (
    <Card title={OVERVIEW_PAGE.care} note={OVERVIEW_PAGE.careNote}>
      <nav class="ranges" aria-label={OVERVIEW_PAGE.range}>
        {RANGES.map((each) => (
          <a key={each} href={`/admin?care=${each}`} aria-current={each === range ? 'true' : undefined}>
            {OVERVIEW_PAGE.ranges[each]}
          </a>
        ))}
      </nav>
      <Columns
        caption={`${OVERVIEW_PAGE.care}: ${OVERVIEW_PAGE.ranges[range]}`}
        labelEvery={LABELS_APART[range]}
        columns={care.map(({ startsAt, given }) => ({ label: hourOf(startsAt), value: given }))}
      />
    </Card>
  );
}

function Totals({ analytics }: { readonly analytics: Analytics }) {
  const { agents, creatures, care, deaths, money } = analytics;
  const totals = [
    [OVERVIEW_PAGE.agents, number(agents.total), OVERVIEW_PAGE.today(agents.registered.last24h)],
    [OVERVIEW_PAGE.active, number(agents.active.last24h), OVERVIEW_PAGE.month(agents.active.last30d)],
    [OVERVIEW_PAGE.alive, number(creatures.byStatus.alive), OVERVIEW_PAGE.eggs(creatures.byStatus.egg)],
    [OVERVIEW_PAGE.acts, number(care.total), OVERVIEW_PAGE.today(care.given.last24h)],
    [OVERVIEW_PAGE.died, number(deaths.total), OVERVIEW_PAGE.today(deaths.died.last24h)],
    [OVERVIEW_PAGE.revenue, formatPrice(money.live.cents), OVERVIEW_PAGE.monthly(money.live.lately.last30d)],
  ] as const;
  return (
    <dl class="tallies">
      {totals.map(([label, value, about]) => (
        <Figure key={label} label={label} value={value} about={about} />
      ))}
    </dl>
  );
}

function Funnel({ analytics: { agents, steps } }: { readonly analytics: Analytics }) {
  const rows = [
    { name: 'registered', n: agents.total } as const,
    ...Object.entries(steps).map(([name, n]) => ({ name, n })),
  ];
  return (
    <BarRows
      whole={Math.max(1, agents.total)}
      rows={rows.map(({ name, n }) => ({
        label: FUNNEL_NAMES[name] ?? name,
        value: n,
        text: `${number(n)} · ${formatPercentTenths(agents.total === 0 ? 0 : n / agents.total)}`,
      }))}
    />
  );
}

function SurvivalCurve({ survival }: { readonly survival: readonly SurvivalPoint[] }) {
  if (survival.length === 0) return <Empty>{OVERVIEW_PAGE.noLives}</Empty>;
  return (
    <Curve
      caption={OVERVIEW_PAGE.survival}
      unit="days"
      points={survival.map(({ age, share, lives }) => ({
        x: age,
        share,
        text: OVERVIEW_PAGE.survived(share, lives),
      }))}
    />
  );
}

type Each<Word extends string, Value> = Readonly<Record<Word, Value>>;

function rowsOf<Word extends string>(
  words: readonly Word[],
  names: Each<Word, string>,
  counts: Each<Word, number>,
) {
  return words.map((word) => ({ label: names[word], value: counts[word] }));
}

const STAGES_OF_DEATH = STAGES.filter((stage) => stage !== 'egg');

function DeathsCard({ deaths }: { readonly deaths: Analytics['deaths'] }) {
  return (
    <Card title={OVERVIEW_PAGE.deaths}>
      <h3>{OVERVIEW_PAGE.byCause}</h3>
      <BarRows rows={rowsOf(CAUSES, CHART_CAUSE_NAMES, deaths.byCause)} tone="bad" />
      <h3>{OVERVIEW_PAGE.byStage}</h3>
      <BarRows rows={rowsOf(STAGES_OF_DEATH, CHART_STAGE_NAMES, deaths.byStage)} tone="bad" />
    </Card>
  );
}

function LivingCard({ creatures }: { readonly creatures: Analytics['creatures'] }) {
  return (
    <Card title={OVERVIEW_PAGE.living}>
      <h3>{OVERVIEW_PAGE.byStage}</h3>
      <BarRows rows={rowsOf(STAGES, CHART_STAGE_NAMES, creatures.byStage)} />
      <h3>{OVERVIEW_PAGE.byFamily}</h3>
      <BarRows rows={rowsOf(FAMILIES, CHART_FAMILY_NAMES, creatures.byFamily)} />
    </Card>
  );
}

function Favourites({ analytics: { species } }: { readonly analytics: Analytics }) {
  if (species.favourites.length === 0) return <Empty>{OVERVIEW_PAGE.noSpecies}</Empty>;
  return (
    <BarRows rows={species.favourites.map(({ slug, adoptions }) => ({ label: slug, value: adoptions }))} />
  );
}

function hourOf(at: number): string {
  const iso = new Date(at).toISOString();
  return `${Number(iso.slice(8, 10))}/${Number(iso.slice(5, 7))} ${iso.slice(11, 13)}h`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

/** What was sold, real money and play money apart, and what became of the credits. */
function MoneyCard({ money }: { readonly money: Analytics['money'] }) {
  return (
    <Card title={MONEY_SECTION.title} note={MONEY_SECTION.note} wide>
      <Sales title={MONEY_SECTION.live} takings={money.live} />
      <Sales title={MONEY_SECTION.play} takings={money.play} />
      <p>{MONEY_SECTION.moved(money.spent, money.takenBack, money.givenAgain)}</p>
    </Card>
  );
}

function Sales({ title, takings }: { readonly title: string; readonly takings: Takings }) {
  if (takings.sales === 0) {
    return (
      <p>
        <strong>{title}</strong> {MONEY_SECTION.none}
      </p>
    );
  }
  const caption = `${title} ${formatPrice(takings.cents)}, ${MONEY_SECTION.month(takings.lately.last30d)}`;
  return (
    <ScrollTable name={title} columns={MONEY_SECTION.columns} caption={caption}>
      {takings.sold.map(({ provider, pack, sales, credits, cents }) => (
        <tr key={`${provider} ${pack}`}>
          <td>{provider}</td>
          <td>{pack}</td>
          <td class="number">{number(sales)}</td>
          <td class="number">{number(credits)}</td>
          <td class="number">{formatPrice(cents)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
