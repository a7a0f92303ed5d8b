import type { TallySums, WindowSums } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';
import { TallyTotals, type TallyWindows } from './tally-figures.ts';

/** What was sold in one pack, by whoever brought the money. */
export interface PackSales {
  readonly provider: string;
  readonly pack: string;
  readonly sales: number;
  readonly credits: number;
  readonly cents: number;
}

export interface Takings {
  readonly sales: number;
  readonly credits: number;
  readonly cents: number;
  /** In cents. */
  readonly lately: WindowSums;
  readonly sold: readonly PackSales[];
}

/** Real money and play money apart; credits do not tell where they came from. */
export interface MoneyFigures {
  readonly live: Takings;
  readonly play: Takings;
  /** Credits that brought creatures back. */
  readonly spent: number;
  /** Credits taken back by refunds and disputes, and given again when those came to nothing. */
  readonly takenBack: number;
  readonly givenAgain: number;
}

export function moneyFrom(sums: TallySums, lately: TallyWindows): MoneyFigures {
  const figures = new TallyTotals(sums);
  const moved = (kind: string) => figures.of(NAME.MOVED + kind);
  return {
    live: takingsOf(sums, figures, NAME.LIVE, lately),
    play: takingsOf(sums, figures, NAME.PLAY, lately),
    spent: moved('resurrection'),
    takenBack: moved('refund') + moved('dispute'),
    givenAgain: moved('refund_failed') + moved('dispute_won'),
  };
}

function takingsOf(sums: TallySums, figures: TallyTotals, money: string, lately: TallyWindows): Takings {
  const prefix = `${NAME.SALES}${money}/`;
  const sold = [...sums.keys()]
    .filter((what) => what.startsWith(prefix))
    .map((what) => soldAs(figures, money, what.slice(prefix.length)))
    .filter(({ sales }) => sales > 0)
    .toSorted((one, other) => other.cents - one.cents || (one.provider < other.provider ? -1 : 1));
  return {
    sales: sumOf(sold, 'sales'),
    credits: sumOf(sold, 'credits'),
    cents: sumOf(sold, 'cents'),
    lately: lately.of(NAME.CENTS + money),
    sold,
  };
}

function soldAs(figures: TallyTotals, money: string, what: string): PackSales {
  const [provider = '', pack = ''] = what.split('/');
  const name = `${money}/${what}`;
  return {
    provider,
    pack,
    sales: figures.of(NAME.SALES + name),
    credits: figures.of(NAME.CREDITS + name),
    cents: figures.of(NAME.CENTS + name),
  };
}

function sumOf(sold: readonly PackSales[], figure: 'sales' | 'credits' | 'cents'): number {
  return sold.reduce((sum, each) => sum + each[figure], 0);
}
