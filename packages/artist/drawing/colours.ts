export type Colour = string;

export function mix(from: Colour, to: Colour, part: number): Colour {
  const [a, b] = [parseHex(from), parseHex(to)];
  const channel = (shift: number) => {
    const [one, other] = [(a >> shift) & 255, (b >> shift) & 255];
    return Math.round(one + (other - one) * part) << shift;
  };
  return formatHex(channel(16) | channel(8) | channel(0));
}

// Shadows are plum and highlights are cream in every picture.
export const SHADOW = '#2c1a33';
const LIGHT = '#fff7e8';

export const darker = (colour: Colour, part: number): Colour => mix(colour, SHADOW, part);
export const lighter = (colour: Colour, part: number): Colour => mix(colour, LIGHT, part);

export function outlineColour(colour: Colour): Colour {
  return brightness(colour) < 0.3 ? mix(colour, '#171019', 0.62) : darker(colour, 0.62);
}

export function brightness(colour: Colour): number {
  const rgb = parseHex(colour);
  return ((rgb >> 16) * 0.3 + ((rgb >> 8) & 255) * 0.59 + (rgb & 255) * 0.11) / 255;
}

/** Multiplies the saturation of a colour; below 1 it fades towards grey. */
export function saturate(colour: Colour, much: number): Colour {
  const [rgb, grey] = [parseHex(colour), Math.round(brightness(colour) * 255)];
  const channel = (shift: number) => {
    const strong = Math.round(grey + (((rgb >> shift) & 255) - grey) * much);
    return Math.min(255, Math.max(0, strong)) << shift;
  };
  return formatHex(channel(16) | channel(8) | channel(0));
}

const parseHex = (colour: Colour): number => Number.parseInt(colour.slice(1), 16);
const formatHex = (rgb: number): Colour => `#${rgb.toString(16).padStart(6, '0')}`;
