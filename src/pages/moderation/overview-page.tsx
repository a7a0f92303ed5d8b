import { formatPrice } from '../../core/money/credits.ts';
import type { Analytics } from '../../house/figures/analytics.ts';
import { OPERATOR_MENU, OVERVIEW_PAGE } from '../../voice/moderation/operator-room.ts';
import { catchingUp } from '../../voice/public/page-words.ts';
import { Masthead } from '../layout.tsx';
import { Figure, type AdminPage } from './admin-layout.tsx';

/** The size of the house; figures over time are metrics. */
export function overviewPage(analytics: Analytics): AdminPage {
  return {
    title: OPERATOR_MENU.house,
    section: '/admin',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.house}>
          {OVERVIEW_PAGE.lead(analytics)} {analytics.asOf !== undefined && catchingUp(analytics.asOf)}
        </Masthead>
        <Totals analytics={analytics} />
        <p class="fine">
          {OPERATOR_MENU.testsLeftOut} {OVERVIEW_PAGE.tests(analytics.testAccounts)}{' '}
          {OVERVIEW_PAGE.unlike(analytics.testAccounts)}
        </p>
      </>
    ),
  };
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

function number(value: number): string {
  return value.toLocaleString('en');
}
