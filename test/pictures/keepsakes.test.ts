import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';

import { drawKeepsake, KEEPSAKE_DRAWINGS } from '../../src/artist/keepsakes.ts';
import { KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { faultsIn } from './well-formed.ts';

const LARGEST = 3_500;
const ROOM = { box: '-48 -48 96 96', side: 192, margin: 32 };

test.each(KEEPSAKE_KINDS)('a %s is whole, small and not cut off at its edges', (kind) => {
  expect(faultsIn(`<svg>${KEEPSAKE_DRAWINGS[kind]}</svg>`)).toEqual([]);
  expect(drawKeepsake(kind).length).toBeLessThanOrEqual(LARGEST);
  expect(inkOutside(drawKeepsake(kind))).toBe(0);
});

test('no two keepsakes look the same', () => {
  expect(new Set(KEEPSAKE_KINDS.map((kind) => drawKeepsake(kind))).size).toBe(KEEPSAKE_KINDS.length);
});

test('no two keepsakes look nearly the same', () => {
  const seen = KEEPSAKE_KINDS.map((kind) => ({ kind, pixels: pixelsOf(drawKeepsake(kind), 24) }));
  const alike = seen.flatMap((one, index) =>
    seen
      .slice(index + 1)
      .filter((other) => differing(one.pixels, other.pixels) < 0.1)
      .map((other) => `${one.kind} and ${other.kind}`),
  );
  expect(alike).toEqual([]);
});

test('a keepsake has a title for screen readers, and none beside its name', () => {
  expect(drawKeepsake('acorn', 'An acorn <b>&</b>')).toContain(
    'role="img"><title>An acorn &lt;b&gt;&amp;&lt;/b&gt;</title>',
  );
  expect(drawKeepsake('acorn')).toContain('aria-hidden="true">');
});

function pixelsOf(svg: string, width: number): Buffer {
  return new Resvg(svg, { background: '#faf7f2', fitTo: { mode: 'width', value: width } }).render().pixels;
}

/** Number of pixels around the square of a keepsake. */
function inkOutside(svg: string): number {
  const { box, side, margin } = ROOM;
  const wider = svg.replace('-32 -32 64 64', box);
  const { pixels } = new Resvg(wider, { fitTo: { mode: 'width', value: side } }).render();
  const isOutside = (at: number) => at < margin || at >= side - margin;
  return Array.from({ length: side * side }, (_, index) => index).filter(
    (index) =>
      (isOutside(index % side) || isOutside(Math.floor(index / side))) && (pixels[index * 4 + 3] ?? 0) > 0,
  ).length;
}

/** The part of the pixels that are plainly of another colour. */
function differing(one: Buffer, other: Buffer): number {
  const pixels = Array.from({ length: one.length / 4 }, (_, index) => index * 4);
  const apart = (at: number) =>
    [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)),
      0,
    );
  return pixels.filter((at) => apart(at) > 60).length / pixels.length;
}
