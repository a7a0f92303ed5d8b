import { priceOf } from '../../core/credits.ts';
import type { Analytics, Takings } from '../../house/analytics.ts';
import { MONEY } from '../../voice/operator-figures.ts';
import { Card } from './charts.tsx';

/** What was sold, real money and play money apart, and what became of the credits. */
export function MoneyCard({ money }: { readonly money: Analytics['money'] }) {
  return (
    <Card title={MONEY.title} note={MONEY.note} wide>
      <Sales title={MONEY.live} takings={money.live} />
      <Sales title={MONEY.play} takings={money.play} />
      <p>{MONEY.moved(money.spent, money.takenBack, money.givenAgain)}</p>
    </Card>
  );
}

function Sales({ title, takings }: { readonly title: string; readonly takings: Takings }) {
  if (takings.sales === 0) {
    return (
      <p>
        <strong>{title}</strong> {MONEY.none}
      </p>
    );
  }
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="ledger">
        <caption>
          {title} {priceOf(takings.cents)}, {MONEY.month(takings.lately.last30d)}
        </caption>
        <thead>
          <tr>
            {MONEY.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {takings.sold.map(({ provider, pack, sales, credits, cents }) => (
            <tr key={`${provider} ${pack}`}>
              <td>{provider}</td>
              <td>{pack}</td>
              <td class="number">{sales.toLocaleString('en')}</td>
              <td class="number">{credits.toLocaleString('en')}</td>
              <td class="number">{priceOf(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
