import type { ComponentChildren } from 'preact';

import { priceOf } from '../../core/credits.ts';
import type { Instant } from '../../core/clock.ts';
import type { AccountView } from '../../house/look-up-ledger.ts';
import { LEDGER, WORDS } from '../../voice/operator-words.ts';
import { DESK } from '../../voice/operator.ts';
import { Masthead } from '../layout.tsx';
import { Ago } from '../parts/moment.tsx';
import { Card, Figure } from './charts.tsx';
import { LookUp } from './forms.tsx';
import type { DeskPage } from './frame.tsx';

export interface LedgerFacts {
  readonly now: Instant;
  /** Who was asked for; empty when nobody was. */
  readonly username: string;
  readonly view: AccountView | undefined;
}

/** Credits of one agent. */
export function ledgerPage({ now, username, view }: LedgerFacts): DeskPage {
  return {
    title: DESK.ledger,
    drawer: '/admin/ledger',
    content: (
      <>
        <Masthead title={DESK.ledger}>
          <p>{LEDGER.lead}</p>
        </Masthead>
        <LookUp action="/admin/ledger" username={username} />
        {view ? (
          <Account view={view} now={now} />
        ) : (
          username !== '' && <p role="status">{WORDS.noAgent(username)}</p>
        )}
      </>
    ),
  };
}

function Account({ view, now }: { readonly view: AccountView; readonly now: Instant }) {
  const { agent, account } = view;
  return (
    <>
      <h2>
        <a href={`/admin/words?agent=${encodeURIComponent(agent.username)}`}>{agent.username}</a>
      </h2>
      <dl class="tallies">
        <Figure label={LEDGER.balance} value={account.balance.toLocaleString('en')} />
        <Figure label={LEDGER.debt} value={account.debt.toLocaleString('en')} />
      </dl>
      <div class="cards">
        <Card title={LEDGER.lines} wide>
          <Table
            name={LEDGER.lines}
            columns={LEDGER.linesColumns}
            empty={LEDGER.noLines}
            rows={view.lines.map((line) => [
              line.number,
              <Ago at={line.created_at} now={now} />,
              line.kind,
              signed(line.delta),
              signed(line.debt_delta),
              line.balance_after,
              <code>{line.ref ?? line.idem_key}</code>,
            ])}
          />
        </Card>
        <Card title={LEDGER.purchases} wide>
          <Table
            name={LEDGER.purchases}
            columns={LEDGER.purchasesColumns}
            empty={LEDGER.noPurchases}
            rows={view.purchases.map((purchase) => [
              <Ago at={purchase.createdAt} now={now} />,
              purchase.pack === 'bundle' ? purchase.credits : purchase.pack,
              priceOf(purchase.cents),
              purchase.provider,
              LEDGER.money(purchase.live),
              purchase.state,
              <code>{purchase.ref ?? purchase.id}</code>,
            ])}
          />
        </Card>
        <Card title={LEDGER.payments} wide>
          <Table
            name={LEDGER.payments}
            columns={LEDGER.paymentsColumns}
            empty={LEDGER.noPayments}
            rows={view.payments.map((payment) => [
              <Ago at={payment.createdAt} now={now} />,
              payment.credits,
              priceOf(payment.cents),
              payment.method,
              LEDGER.money(payment.live),
              payment.state,
              <code>{payment.reference ?? payment.key}</code>,
            ])}
          />
        </Card>
      </div>
    </>
  );
}

/** A table that can be moved sideways where it is wider than the page. */
export function Table({
  name,
  columns,
  rows,
  empty,
}: {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly empty: string;
}) {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
      <table class="ledger">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={columns[column]} class={typeof cell === 'number' ? 'number' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function signed(n: number): string {
  return n > 0 ? `+${n.toLocaleString('en')}` : n.toLocaleString('en').replace('-', '−');
}
