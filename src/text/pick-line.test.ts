import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fillTemplate, fillTemplates, pickLine, pickLineOf, pickPair, type Lines } from './pick-line.ts';

const seed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const count = fc.integer({ min: -1_000_000, max: 1_000_000_000 });

function lines(length: number, name = 'line'): Lines {
  const [first = '', second = '', ...rest] = Array.from({ length }, (_, at) => `${name} ${at}`);
  return [first, second, ...rest];
}

test('two consecutive picks differ', () => {
  fc.assert(
    fc.property(seed, count, fc.integer({ min: 2, max: 40 }), fc.string(), (of, at, length, field) => {
      const said = (which: number) => pickLine(lines(length), { seed: of, field, count: which });
      expect(said(at)).not.toBe(said(at + 1));
      expect(said(at)).toBe(said(at));
    }),
    { numRuns: 2000 },
  );
});

test('every line is picked in turn, and creatures begin with different ones', () => {
  const turns = Array.from({ length: 9 }, (_, at) => pickLine(lines(9), { seed: 5, field: 'x', count: at }));
  expect(new Set(turns).size).toBe(9);
  const firsts = Array.from({ length: 200 }, (_, of) =>
    pickLine(lines(7), { seed: of, field: 'x', count: 0 }),
  );
  expect(new Set(firsts).size).toBe(7);
});

test('a pair repeats only after the product of both lengths', () => {
  fc.assert(
    fc.property(seed, count, fc.constantFrom(5, 7, 9, 11, 13, 15), fc.nat(), (of, at, odd, step) => {
      const said = (which: number) =>
        pickPair(lines(7), lines(odd, 'aside'), { seed: of, field: 'x', count: which }).join();
      expect(said(at)).not.toBe(said(at + 1 + (step % (7 * odd - 1))));
    }),
    { numRuns: 2000 },
  );
});

test('a placeholder is filled once, with any characters, and an unknown one is kept', () => {
  expect(fillTemplate('{name} and {name}.', { name: '$& x' })).toBe('$& x and $& x.');
  expect(fillTemplate('{name} eats {what}', { name: 'Noah' })).toBe('Noah eats {what}');
  expect(fillTemplate('{name} and {other}', { name: '{other}', other: '{name}' })).toBe('{other} and {name}');
});

test('several lists are picked from as one', () => {
  const lists = fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(seed, count, lists, (of, at, lengths) => {
      const [first, ...more] = lengths.map((length, which) => lines(length, `list ${which} line`));
      if (!first) return;
      const turn = { seed: of, field: 'x', count: at };
      const [one, two, ...rest] = [first, ...more].flat();
      expect(pickLineOf([first, ...more], turn)).toBe(pickLine([one ?? '', two ?? '', ...rest], turn));
    }),
    { numRuns: 2000 },
  );
});

test('lines filled one by one equal those filled together', () => {
  const words = { name: 'Noah', there: 'here' };
  const said = ['{name} sits {there}', 'nobody knows why', '{name}'];
  expect(fillTemplates(said, words)).toBe(fillTemplate(said.join(' '), words));
});
