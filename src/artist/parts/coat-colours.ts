import { brightness, darker, lighter, type Colour } from '../drawing/colours.ts';
import type { BodyPart, ParsedLook } from '../words/look.ts';

export type CoatColours = Readonly<ReturnType<typeof coatColoursOf>>;

const isPale = (colour: Colour | undefined) => colour !== undefined && brightness(colour) > 0.83;

export function coatColoursOf(look: ParsedLook) {
  const { coat, second, third } = look;
  const three = isPale(second) && third !== undefined && !/patch/.test(look.text);
  const main = three ? (third ?? coat) : coat;
  const pale = isPale(coat) ? coat : isPale(second) ? (second ?? coat) : undefined;
  const colourOf = (part: BodyPart) => look.parts[part]?.colours[0] ?? shadedColour(look, part);
  const under = isPale(coat) ? undefined : pale;
  const blotch =
    isPale(coat) && second && !/stripes|spots|rosettes|patches/.test(look.text) ? second : undefined;
  const feet = /chest and feet/.test(look.text) ? colourOf('chest') : undefined;
  const legs = colourOf('legs') ?? main;
  const ruff = colourOf('ruff');
  return {
    main,
    ears: colourOf('ears') ?? blotch ?? (three ? darker(main, 0.22) : main),
    muzzle:
      maskOf(look) ??
      colourOf('muzzle') ??
      colourOf('cheeks') ??
      colourOf('chin') ??
      under ??
      lighter(main, brightness(main) < 0.35 ? 0.1 : 0.45),
    chest:
      colourOf('chest') ??
      under ??
      look.parts.cheeks?.colours[0] ??
      (ruff && brightness(ruff) > 0.5 ? ruff : undefined),
    belly: colourOf('belly') ?? under ?? lighter(main, 0.25),
    paws: colourOf('paws') ?? feet ?? under ?? legs,
    legs,
    tail: colourOf('tail') ?? blotch ?? main,
    saddle: three ? coat : look.parts.back?.colours[0],
    /** The colour of blotches, only on a pale coat. */
    blotch,
  };
}

// A colour for parts such as "dark ears" that name no colour: that of the mask, or a darker coat.
function shadedColour(look: ParsedLook, part: BodyPart): Colour | undefined {
  const text = look.parts[part]?.text ?? '';
  if (/^dark (?!ringed)/.test(text) && part !== 'mask' && part !== 'back')
    return look.parts.mask?.colours[0] ?? look.second ?? darker(look.coat, 0.5);
  return /^pale (?:muzzle|furry)/.test(text) ? lighter(look.coat, 0.5) : undefined;
}

const maskOf = ({ parts }: ParsedLook) => (parts.mask?.text.startsWith('black mask') ? '#453c42' : undefined);
