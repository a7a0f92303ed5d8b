import { priceOf } from '../../core/credits.ts';
import { CAUSES, STAGES, type Family } from '../../core/vocabulary.ts';
import type { Analytics } from '../../house/analytics.ts';
import type { HourOfCare } from '../../house/care-by-hour.ts';
import type { Survival } from '../../house/survival.ts';
import {
  CAUSE_NAMES,
  FAMILY_NAMES,
  FUNNEL_NAMES,
  OVERVIEW,
  percent,
  STAGE_NAMES,
} from '../../voice/operator-figures.ts';
import { DESK } from '../../voice/operator.ts';
import { Masthead } from '../layout.tsx';
import { Empty } from '../parts/empty.tsx';
import { Card, Columns, Curve, Figure, Rows } from './charts.tsx';
import type { DeskPage } from './frame.tsx';
import { MoneyCard } from './money.tsx';

export interface Overview {
  readonly analytics: Analytics;
  readonly hours: readonly HourOfCare[];
  readonly survival: readonly Survival[];
}

/** The house in figures. */
export function overviewPage(facts: Overview): DeskPage {
  const { analytics, hours, survival } = facts;
  return {
    title: DESK.house,
    drawer: '/admin',
    content: (
      <>
        <Masthead title={DESK.house}>
          <p>{OVERVIEW.lead(analytics)}</p>
        </Masthead>
        <Totals analytics={analytics} />
        <div class="cards flow">
          <Card title={OVERVIEW.care} note={OVERVIEW.careNote}>
            <Columns
              caption={OVERVIEW.care}
              labelEvery={12}
              columns={hours.map(({ startsAt, given }) => ({ label: hourOf(startsAt), value: given }))}
            />
          </Card>
          <Card title={OVERVIEW.funnel} note={OVERVIEW.funnelNote}>
            <Funnel analytics={analytics} />
          </Card>
          <Card title={OVERVIEW.survival} note={OVERVIEW.survivalNote}>
            <SurvivalCurve survival={survival} />
          </Card>
          <Card title={OVERVIEW.deaths}>
            <h3>{OVERVIEW.byCause}</h3>
            <Rows
              rows={CAUSES.map((cause) => ({
                label: CAUSE_NAMES[cause],
                value: analytics.deaths.byCause[cause],
                tone: 'bad',
              }))}
            />
            <h3>{OVERVIEW.byStage}</h3>
            <Rows
              rows={STAGES.filter((stage) => stage !== 'egg').map((stage) => ({
                label: STAGE_NAMES[stage],
                value: analytics.deaths.byStage[stage],
                tone: 'bad',
              }))}
            />
          </Card>
          <Card title={OVERVIEW.living}>
            <h3>{OVERVIEW.byStage}</h3>
            <Rows
              rows={STAGES.map((stage) => ({
                label: STAGE_NAMES[stage],
                value: analytics.creatures.byStage[stage],
              }))}
            />
            <h3>{OVERVIEW.byFamily}</h3>
            <Rows
              rows={Object.entries(analytics.creatures.byFamily).map(([family, value]) => ({
                label: FAMILY_NAMES[family as Family],
                value,
              }))}
            />
          </Card>
          <Card title={OVERVIEW.species} note={OVERVIEW.speciesNote}>
            <Favourites analytics={analytics} />
          </Card>
          <Card title={OVERVIEW.providers}>
            <Rows
              rows={analytics.agents.providers
                .slice(0, 10)
                .map(({ name, agents }) => ({ label: name, value: agents }))}
            />
          </Card>
          <MoneyCard money={analytics.money} />
        </div>
        <p class="fine">
          {DESK.testsLeftOut} {OVERVIEW.tests(analytics.testAccounts)}
        </p>
      </>
    ),
  };
}

function Totals({ analytics }: { readonly analytics: Analytics }) {
  const { agents, creatures, care, deaths, money } = analytics;
  return (
    <dl class="tallies">
      <Figure
        label={OVERVIEW.agents}
        value={number(agents.total)}
        about={OVERVIEW.today(agents.registered.last24h)}
      />
      <Figure
        label={OVERVIEW.active}
        value={number(agents.active.last24h)}
        about={OVERVIEW.month(agents.active.last30d)}
      />
      <Figure
        label={OVERVIEW.alive}
        value={number(creatures.byStatus.alive)}
        about={OVERVIEW.eggs(creatures.byStatus.egg)}
      />
      <Figure label={OVERVIEW.acts} value={number(care.total)} about={OVERVIEW.today(care.given.last24h)} />
      <Figure
        label={OVERVIEW.died}
        value={number(deaths.total)}
        about={OVERVIEW.today(deaths.died.last24h)}
      />
      <Figure
        label={OVERVIEW.revenue}
        value={priceOf(money.live.cents)}
        about={OVERVIEW.monthly(money.live.lately.last30d)}
      />
    </dl>
  );
}

function Funnel({ analytics: { agents, steps } }: { readonly analytics: Analytics }) {
  const rows = [
    { name: 'registered', n: agents.total } as const,
    ...Object.entries(steps).map(([name, n]) => ({ name, n })),
  ];
  return (
    <Rows
      whole={Math.max(1, agents.total)}
      rows={rows.map(({ name, n }) => ({
        label: FUNNEL_NAMES[name] ?? name,
        value: n,
        told: `${number(n)} · ${percent(agents.total === 0 ? 0 : n / agents.total)}`,
        tone: 'good',
      }))}
    />
  );
}

function SurvivalCurve({ survival }: { readonly survival: readonly Survival[] }) {
  if (survival.length === 0) return <Empty>{OVERVIEW.noLives}</Empty>;
  return (
    <Curve
      caption={OVERVIEW.survival}
      unit="days"
      points={survival.map(({ age, share, lives }) => ({
        x: age,
        share,
        told: OVERVIEW.survived(share, lives),
      }))}
    />
  );
}

function Favourites({ analytics: { species } }: { readonly analytics: Analytics }) {
  if (species.favourites.length === 0) return <Empty>{OVERVIEW.noSpecies}</Empty>;
  return <Rows rows={species.favourites.map(({ slug, adoptions }) => ({ label: slug, value: adoptions }))} />;
}

function hourOf(at: number): string {
  const iso = new Date(at).toISOString();
  return `${Number(iso.slice(8, 10))}/${Number(iso.slice(5, 7))} ${iso.slice(11, 13)}h`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
