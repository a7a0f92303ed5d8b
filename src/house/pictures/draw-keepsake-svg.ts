import { drawKeepsake } from '../../artist/keepsakes/draw-keepsake.ts';
import type { KeepsakeKind } from '../../core/heart/keepsakes-table.ts';

/** How a keepsake is drawn: in its colours, or as what nobody has yet. */
export type KeepsakeStyle = 'whole' | 'outline';

/** A keepsake as our own artist draws it. */
export function drawKeepsakeSvg(kind: KeepsakeKind, style: KeepsakeStyle = 'whole'): string {
  const whole = drawKeepsake(kind);
  return style === 'outline' ? outlineOf(whole) : whole;
}

/** What is painted becomes bare: the lines around it stay. */
function outlineOf(svg: string): string {
  return svg.replaceAll(/ fill="[^"]*"/g, ' fill="none"');
}
