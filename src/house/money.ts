import type { Sums, Windows } from '../store/tallies.ts';
import * as NAME from '../store/tally-names.ts';
import { Figures, type WindowFigures } from './figures.ts';

/** What was sold in one pack, by whoever brought the money. */
export interface Sold {
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
  readonly lately: Windows;
  readonly sold: readonly Sold[];
}

/** Real money and play money apart; credits do not tell where they came from. */
export interface Money {
  readonly live: Takings;
  readonly play: Takings;
  /** Credits that brought creatures back. */
  readonly spent: number;
  /** Credits taken back by refunds and disputes, and given again when those came to nothing. */
  readonly takenBack: number;
  readonly givenAgain: number;
}

export function moneyFrom(sums: Sums, lately: WindowFigures): Money {
  const figures = new Figures(sums);
  const moved = (kind: string) => figures.of(NAME.MOVED + kind);
  return {
    live: takingsOf(sums, figures, NAME.LIVE, lately),
    play: takingsOf(sums, figures, NAME.PLAY, lately),
    spent: moved('resurrection'),
    takenBack: moved('refund') + moved('dispute'),
    givenAgain: moved('refund_failed') + moved('dispute_won'),
  };
}

function takingsOf(sums: Sums, figures: Figures, money: string, lately: WindowFigures): Takings {
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

function soldAs(figures: Figures, money: string, what: string): Sold {
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

function sumOf(sold: readonly Sold[], figure: 'sales' | 'credits' | 'cents'): number {
  return sold.reduce((sum, each) => sum + each[figure], 0);
}
