import type { ComponentChildren } from 'preact';

import type { OperatorLogEntry } from '../../features/moderation/moderate.ts';
import type { AccountView, LatestMovements, UnresolvedPayment } from '../../features/money/ledger.ts';
import type { Analytics } from '../../features/stats/analytics.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { formatPrice } from '../../rules/credits.ts';
import {
  DEED_NAMES,
  LEDGER_PAGE,
  MODERATION_PAGE,
  OPERATOR_LOG_PAGE,
  OPERATOR_MENU,
  OVERVIEW_PAGE,
  UNRESOLVED_PAYMENTS,
} from '../../text/pages/operator.ts';
import { catchingUp } from '../../text/pages/page-words.ts';
import { Masthead } from '../layout.tsx';
import { Ago, Moment } from '../parts.tsx';
import { creaturePath, speciesPath } from '../paths.ts';
import { type AdminPage, AgentLink, Card, Entries, Figure, LookUp, ReasonForm } from './admin-layout.tsx';

/** The operator's overview: totals only; time series are in the metrics. */
export function overviewPage(analytics: Analytics): AdminPage {
  const { agents, creatures, care, deaths, money } = analytics;
  const totals = [
    [OVERVIEW_PAGE.agents, number(agents.total), OVERVIEW_PAGE.today(agents.registered.last24h)],
    [OVERVIEW_PAGE.active, number(agents.active.last24h), OVERVIEW_PAGE.month(agents.active.last30d)],
    [OVERVIEW_PAGE.alive, number(creatures.byStatus.alive), OVERVIEW_PAGE.eggs(creatures.byStatus.egg)],
    [OVERVIEW_PAGE.acts, number(care.total), OVERVIEW_PAGE.today(care.given.last24h)],
    [OVERVIEW_PAGE.died, number(deaths.total), OVERVIEW_PAGE.today(deaths.died.last24h)],
    [OVERVIEW_PAGE.revenue, formatPrice(money.live.cents), OVERVIEW_PAGE.monthly(money.live.lately.last30d)],
  ] as const;
  return {
    title: OPERATOR_MENU.house,
    section: '/admin',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.house}>
          {OVERVIEW_PAGE.lead(analytics)} {analytics.asOf !== undefined && catchingUp(analytics.asOf)}
        </Masthead>
        <dl class="tallies">
          {totals.map(([label, value, about]) => (
            <Figure label={label} value={value} about={about} />
          ))}
        </dl>
        <p class="fine">
          {OPERATOR_MENU.testsLeftOut} {OVERVIEW_PAGE.tests(analytics.testAccounts)}{' '}
          {OVERVIEW_PAGE.unlike(analytics.testAccounts)}
        </p>
      </>
    ),
  };
}

function number(value: number): string {
  return value.toLocaleString('en');
}

interface LedgerFacts {
  readonly now: Instant;
  readonly csrfToken: string;
  /** The requested username; empty for the latest movements of all agents. */
  readonly username: string;
  readonly view: AccountView | undefined;
  readonly latest: LatestMovements;
  readonly unresolved: readonly UnresolvedPayment[];
}

export function ledgerPage({ now, csrfToken, username, view, latest, unresolved }: LedgerFacts): AdminPage {
  return {
    title: OPERATOR_MENU.ledger,
    section: '/admin/ledger',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.ledger}>{LEDGER_PAGE.lead}</Masthead>
        <LookUp action="/admin/ledger" username={username} />
        {username !== '' && !view && <p role="status">{MODERATION_PAGE.noAgent(username)}</p>}
        {view ? (
          <Account view={view} now={now} />
        ) : (
          <div class="cards">
            <Card title={UNRESOLVED_PAYMENTS.title} note={UNRESOLVED_PAYMENTS.note} wide>
              <Entries of={unresolved} none={UNRESOLVED_PAYMENTS.allClear}>
                {(payment) => <Unresolved payment={payment} csrfToken={csrfToken} now={now} />}
              </Entries>
            </Card>
            <Table
              title={LEDGER_PAGE.latest}
              columns={LEDGER_PAGE.latestColumns}
              empty={LEDGER_PAGE.noLines}
              rows={latest.map((line) => [
                <Ago at={line.created_at} now={now} />,
                <AgentLink username={line.username} on="ledger" />,
                line.number,
                ...movementCells(line),
              ])}
            />
          </div>
        )}
      </>
    ),
  };
}

type UnresolvedProps = Readonly<{ payment: UnresolvedPayment; csrfToken: string; now: Instant }>;

function Unresolved({ payment, csrfToken, now }: UnresolvedProps) {
  const { key, username, method, cents, credits, live, createdAt } = payment;
  return (
    <>
      <p>
        <AgentLink username={username} on="ledger" />:{' '}
        {UNRESOLVED_PAYMENTS.payment(method, formatPrice(cents), credits, live)},{' '}
        <Ago at={createdAt} now={now} />
      </p>
      <p class="fine">
        <code>{key}</code>
      </p>
      <ReasonForm
        action="/admin/close-payment"
        csrfToken={csrfToken}
        back="/admin/ledger"
        hidden={{ key }}
        summary={UNRESOLVED_PAYMENTS.close}
        button={UNRESOLVED_PAYMENTS.closeNow}
      >
        <fieldset>
          <legend>{UNRESOLVED_PAYMENTS.whatHappened}</legend>
          <label>
            <input type="radio" name="end" value="settled" required /> {UNRESOLVED_PAYMENTS.settled}
          </label>
          <label>
            <input type="radio" name="end" value="refused" /> {UNRESOLVED_PAYMENTS.refused}
          </label>
        </fieldset>
        <label for={`reference-${key}`}>{UNRESOLVED_PAYMENTS.reference}</label>
        <input id={`reference-${key}`} name="reference" type="text" maxLength={200} autocomplete="off" />
      </ReasonForm>
    </>
  );
}

function Account({ view, now }: { readonly view: AccountView; readonly now: Instant }) {
  const { agent, account } = view;
  return (
    <>
      <h2>
        <AgentLink username={agent.username} />
      </h2>
      <dl class="tallies">
        <Figure label={LEDGER_PAGE.balance} value={number(account.balance)} />
        <Figure label={LEDGER_PAGE.debt} value={number(account.debt)} />
      </dl>
      <div class="cards">
        <Table
          title={LEDGER_PAGE.lines}
          columns={LEDGER_PAGE.linesColumns}
          empty={LEDGER_PAGE.noLines}
          rows={view.lines.map((line) => [
            line.number,
            <Ago at={line.created_at} now={now} />,
            ...movementCells(line),
          ])}
        />
        <Table
          title={LEDGER_PAGE.purchases}
          columns={LEDGER_PAGE.purchasesColumns}
          empty={LEDGER_PAGE.noPurchases}
          rows={view.purchases.map((purchase) => [
            <Ago at={purchase.createdAt} now={now} />,
            purchase.pack === 'bundle' ? purchase.credits : purchase.pack,
            formatPrice(purchase.cents),
            purchase.provider,
            LEDGER_PAGE.money(purchase.live),
            purchase.state,
            <code>{purchase.ref ?? purchase.id}</code>,
          ])}
        />
        <Table
          title={LEDGER_PAGE.payments}
          columns={LEDGER_PAGE.paymentsColumns}
          empty={LEDGER_PAGE.noPayments}
          rows={view.payments.map((payment) => [
            <Ago at={payment.createdAt} now={now} />,
            payment.credits,
            formatPrice(payment.cents),
            payment.method,
            LEDGER_PAGE.money(payment.live),
            payment.state,
            <code>{payment.reference ?? payment.key}</code>,
          ])}
        />
      </div>
    </>
  );
}

type TableProps = Readonly<{
  title: string;
  columns: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  empty: string;
}>;

function Table(table: TableProps) {
  return (
    <Card title={table.title} wide>
      <PlainTable {...table} />
    </Card>
  );
}

/** A table whose tab stop makes it scrollable by keyboard when it is wide. */
function PlainTable({ title, columns, rows, empty }: TableProps) {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="ledger">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td class={typeof cell === 'number' ? 'number' : undefined}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function movementCells(line: AccountView['lines'][number]): readonly ComponentChildren[] {
  return [
    line.kind,
    signed(line.delta),
    signed(line.debt_delta),
    line.balance_after,
    <code>{line.ref ?? line.idem_key}</code>,
  ];
}

function signed(n: number): string {
  return n > 0 ? `+${n.toLocaleString('en')}` : n.toLocaleString('en').replace('-', '−');
}

const TEXT_OF_AGENT = /^(\w+)(?: (\S+))? of ([\w-]+)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The subject of an audit log entry, linked if it has a page. */
function Subject({ deed, subject }: Pick<OperatorLogEntry, 'deed' | 'subject'>) {
  if (deed === 'blocked' || deed === 'unblocked') return <AgentLink username={subject} />;
  const [, writing, which, username] = TEXT_OF_AGENT.exec(subject) ?? [];
  if (writing === undefined || username === undefined) return <span>{subject}</span>;
  return (
    <span>
      {writing} {which !== undefined && textLink(writing, which)} of <AgentLink username={username} />
    </span>
  );
}

function textLink(writing: string, which: string) {
  if (writing === 'species') return <a href={speciesPath(which)}>{which}</a>;
  const isCreature = writing === 'creature_name' && UUID.test(which);
  return isCreature ? <a href={creaturePath(which)}>{which}</a> : <span>{which}</span>;
}

type LogFacts = Readonly<{ deeds: readonly OperatorLogEntry[]; page: number; hasNext: boolean }>;

export function logPage({ deeds, page, hasNext }: LogFacts): AdminPage {
  return {
    title: OPERATOR_MENU.log,
    section: '/admin/log',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.log}>{OPERATOR_LOG_PAGE.lead}</Masthead>
        <PlainTable
          title={OPERATOR_MENU.log}
          columns={OPERATOR_LOG_PAGE.columns}
          empty={OPERATOR_LOG_PAGE.empty}
          rows={deeds.map(({ at, deed, subject, reason }) => [
            <Moment at={at} />,
            DEED_NAMES[deed],
            <Subject deed={deed} subject={subject} />,
            <span dir="auto">{reason}</span>,
          ])}
        />
        <p class="ways">
          {page > 1 && <a href={`/admin/log?page=${page - 1}`}>{OPERATOR_LOG_PAGE.newer}</a>}
          {hasNext && <a href={`/admin/log?page=${page + 1}`}>{OPERATOR_LOG_PAGE.older}</a>}
        </p>
      </>
    ),
  };
}
