export interface Example {
  readonly features: readonly number[];
  /** From 0, the worst. */
  readonly rank: number;
  readonly weight: number;
}

/** What an ordered outcome follows from: a weighted sum of the features, and the cuts between one rank and the next. */
export interface OrdinalFit {
  readonly weights: readonly number[];
  readonly cuts: readonly number[];
}

const STEPS = 4_000;
const PACE = 0.02;
const RANKS = 5;

/** Ordinal logistic regression with a ridge, by gradient descent; the same input gives the same fit. */
export function ordinalFit(examples: readonly Example[], ridge: number): OrdinalFit {
  const scales = spreads(examples);
  const rows = examples.map((each) => ({ ...each, features: standardised(each.features, scales) }));
  const width = scales.length;
  const values = [...Array.from({ length: width }, () => 0), -1.5, -0.5, 0.5, 1.5];
  const momentum = values.map(() => 0);
  const spread = values.map(() => 0);
  for (let step = 1; step <= STEPS; step++) {
    const slopes = gradient(rows, values, ridge);
    for (const [at, slope] of slopes.entries()) {
      momentum[at] = 0.9 * (momentum[at] ?? 0) + 0.1 * slope;
      spread[at] = 0.999 * (spread[at] ?? 0) + 0.001 * slope * slope;
      const steady = (momentum[at] ?? 0) / (1 - 0.9 ** step);
      const size = Math.sqrt((spread[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8;
      values[at] = (values[at] ?? 0) - (PACE * steady) / size;
    }
  }
  const weights = scales.map(({ deviation }, at) => (values[at] ?? 0) / deviation);
  const shift = scales.reduce((sum, { mean }, at) => sum + mean * (weights[at] ?? 0), 0);
  return { weights, cuts: values.slice(width).map((cut) => cut + shift) };
}

interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

function spreads(examples: readonly Example[]): readonly Spread[] {
  return (examples[0]?.features ?? []).map((_, column) => {
    const values = examples.map(({ features }) => features[column] ?? 0);
    const mean = average(values);
    return { mean, deviation: Math.sqrt(average(values.map((value) => (value - mean) ** 2))) || 1 };
  });
}

function standardised(features: readonly number[], scales: readonly Spread[]): readonly number[] {
  return scales.map(({ mean, deviation }, column) => ((features[column] ?? 0) - mean) / deviation);
}

function gradient(examples: readonly Example[], values: readonly number[], ridge: number): number[] {
  const width = examples[0]?.features.length ?? 0;
  const slopes = values.map((value, at) => (at < width ? ridge * value : 0));
  const add = (at: number, slope: number) => (slopes[at] = (slopes[at] ?? 0) + slope);
  for (const { features, rank, weight } of examples) {
    const sum = features.reduce((total, feature, column) => total + feature * (values[column] ?? 0), 0);
    const above = rank === RANKS - 1 ? 1 : logistic((values[width + rank] ?? 0) - sum);
    const below = rank === 0 ? 0 : logistic((values[width + rank - 1] ?? 0) - sum);
    const share = Math.max(above - below, 1e-9) / weight;
    const [upper, lower] = [(above * (1 - above)) / share, (below * (1 - below)) / share];
    for (const [column, feature] of features.entries()) add(column, feature * (upper - lower));
    if (rank < RANKS - 1) add(width + rank, -upper);
    if (rank > 0) add(width + rank - 1, lower);
  }
  return slopes.map((slope) => slope / examples.length);
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
