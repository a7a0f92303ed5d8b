import { drawKeepsake } from '../../artist/keepsakes/draw-keepsake.ts';
import { KEEPSAKE_KINDS } from '../../core/heart/keepsakes-table.ts';

/** How a keepsake is drawn: in its colours, or as what nobody has yet. */
type KeepsakeStyle = 'whole' | 'outline';

/** A keepsake by itself, as it stands on a shelf; its name stands beside it. Undefined for what nobody can keep. */
export function drawKeepsakeSvg(kind: string, style: KeepsakeStyle = 'whole'): string | undefined {
  const known = KEEPSAKE_KINDS.find((each) => each === kind);
  if (!known) return undefined;
  const whole = drawKeepsake(known);
  return style === 'outline' ? outlineOf(whole) : whole;
}

/** What is painted becomes bare: the lines around it stay. */
function outlineOf(svg: string): string {
  return svg.replaceAll(/ fill="[^"]*"/g, ' fill="none"');
}
