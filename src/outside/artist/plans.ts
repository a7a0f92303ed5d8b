import type { Plan } from './figure.ts';
import type { Look } from './look.ts';
import { spherical } from './ball.ts';
import { boxed, nested } from './boxes.ts';
import { circling } from './circling.ts';
import { collapsed, scattered } from './cosmic.ts';
import { faceted } from './crystal.ts';
import { doubled, framedFace } from './doubles.ts';
import { pendant, stacked } from './keepsakes.ts';
import { built } from './machine.ts';
import { capped, potted } from './rooted.ts';
import { jelly, misty, sheeted, smudged, starry } from './spirits.ts';
import { scaled, spined } from './armoured.ts';
import { upright } from './bird.ts';
import { draconic } from './dragon.ts';
import { gilled } from './gilled.ts';
import { manyHeaded } from './hydra.ts';
import { climbing } from './lizard.ts';
import { surfacing } from './serpent.ts';
import { domed } from './shelled.ts';
import { sitting } from './sit.ts';
import { spiral } from './snail.ts';
import { standing } from './stand.ts';
import { tentacled } from './tentacled.ts';
import { paddling } from './waterfowl.ts';

interface Row {
  readonly words: RegExp;
  readonly plan: Plan;
}

// The body a look asks for: the first row that fits.
const PLANS: readonly Row[] = [
  { words: /serpent ring|tail held in mouth/, plan: circling },
  { words: /antenna|treads/, plan: built },
  { words: /\bcap\b|stem body/, plan: capped },
  { words: /clay pot|ribbed/, plan: potted },
  { words: /crystal|hexagons/, plan: faceted },
  { words: /nested \w* ?cubes|wire edges/, plan: nested },
  { words: /cube-like|glyphs/, plan: boxed },
  { words: /stacked|drawer|bookmark/, plan: stacked },
  { words: /pendant|bells/, plan: pendant },
  { words: /oval face|reflecting/, plan: framedFace },
  { words: /black sphere|bent starlight/, plan: collapsed },
  { words: /particles|spiral core/, plan: scattered },
  { words: /perfectly round/, plan: spherical },
  { words: /sheet-like|wisps/, plan: sheeted },
  { words: /shapeless|star specks/, plan: starry },
  { words: /smudge|dusty outline/, plan: smudged },
  { words: /mist body|ribbon fins/, plan: misty },
  { words: /jelly|wobbly/, plan: jelly },
  { words: /rippling|double outline|checkered|translucent/, plan: doubled },
  { words: /three long necks|three \w* ?heads/, plan: manyHeaded },
  { words: /leathery wings|horns/, plan: draconic },
  { words: /whale-like|trailing fins/, plan: surfacing },
  { words: /tentacles|curling arms/, plan: tentacled },
  { words: /spiral \w+ shell|eye stalks/, plan: spiral },
  { words: /shell\b|plastron/, plan: domed },
  { words: /feathery \w* ?gills|finned tail/, plan: gilled },
  { words: /overlapping \w* ?scales|armoured/, plan: scaled },
  { words: /casque|mitten feet|scales with/, plan: climbing },
  { words: /white spines, pale|spines.*snout/, plan: spined },
  { words: /bill\b/, plan: paddling },
  { words: /feathers|flippers/, plan: upright },
  {
    words:
      /very (?:short|long)(?: black| hind)? legs|long legs|slinky|barrel|tucked waist|lean build|very long thick tail/,
    plan: standing,
  },
];

export function planOf({ text }: Look): Plan {
  return PLANS.find(({ words }) => words.test(text))?.plan ?? sitting;
}
