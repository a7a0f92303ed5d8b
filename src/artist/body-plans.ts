import { drawAxolotl } from './bodies/axolotl.ts';
import { drawBall } from './bodies/ball.ts';
import { drawBird } from './bodies/bird.ts';
import { drawBlackHole, drawParticleSwirl } from './bodies/cosmic.ts';
import { drawCrystal } from './bodies/crystal.ts';
import { drawCube, drawNestedCubes } from './bodies/cubes.ts';
import { drawDragon, drawHydra } from './bodies/dragons.ts';
import { drawEcho, drawMirror } from './bodies/echoes.ts';
import { drawPangolin, drawHedgehog } from './bodies/hedgehog-and-pangolin.ts';
import { drawPendant, drawBookStack } from './bodies/keepsakes.ts';
import { drawLizard } from './bodies/lizard.ts';
import { drawMachine } from './bodies/machine.ts';
import { drawOctopus } from './bodies/octopus.ts';
import { drawMushroom, drawPottedCactus } from './bodies/plants.ts';
import { drawSerpentRing, drawSeaSerpent } from './bodies/serpents.ts';
import { drawSitting } from './bodies/sitting.ts';
import { drawSnail } from './bodies/snail.ts';
import { drawJelly, drawMist, drawSheetGhost, drawSmudge, drawStarryShadow } from './bodies/spirits.ts';
import { drawStanding } from './bodies/standing.ts';
import { drawTurtle } from './bodies/turtle.ts';
import { drawWaterfowl } from './bodies/waterfowl.ts';
import type { BodyPlan } from './drawing/figure.ts';
import type { ParsedLook } from './words/look.ts';

interface BodyPlanRule {
  readonly words: RegExp;
  readonly plan: BodyPlan;
}

// The body a look asks for: the first row that fits.
const BODY_PLANS: readonly BodyPlanRule[] = [
  { words: /serpent ring|tail held in mouth/, plan: drawSerpentRing },
  { words: /antenna|treads/, plan: drawMachine },
  { words: /\bcap\b|stem body/, plan: drawMushroom },
  { words: /clay pot|ribbed/, plan: drawPottedCactus },
  { words: /crystal|hexagons/, plan: drawCrystal },
  { words: /nested \w* ?cubes|wire edges/, plan: drawNestedCubes },
  { words: /cube-like|glyphs/, plan: drawCube },
  { words: /stacked|drawer|bookmark/, plan: drawBookStack },
  { words: /pendant|bells/, plan: drawPendant },
  { words: /oval face|reflecting/, plan: drawMirror },
  { words: /black sphere|bent starlight/, plan: drawBlackHole },
  { words: /particles|spiral core/, plan: drawParticleSwirl },
  { words: /perfectly round/, plan: drawBall },
  { words: /sheet-like|wisps/, plan: drawSheetGhost },
  { words: /shapeless|star specks/, plan: drawStarryShadow },
  { words: /smudge|dusty outline/, plan: drawSmudge },
  { words: /mist body|ribbon fins/, plan: drawMist },
  { words: /jelly|wobbly/, plan: drawJelly },
  { words: /rippling|double outline|checkered|translucent/, plan: drawEcho },
  { words: /three long necks|three \w* ?heads/, plan: drawHydra },
  { words: /leathery wings|horns/, plan: drawDragon },
  { words: /whale-like|trailing fins/, plan: drawSeaSerpent },
  { words: /tentacles|curling arms/, plan: drawOctopus },
  { words: /spiral \w+ shell|eye stalks/, plan: drawSnail },
  { words: /shell\b|plastron/, plan: drawTurtle },
  { words: /feathery \w* ?gills|finned tail/, plan: drawAxolotl },
  { words: /overlapping \w* ?scales|armoured/, plan: drawPangolin },
  { words: /casque|mitten feet|scales with/, plan: drawLizard },
  { words: /white spines, pale|spines.*snout/, plan: drawHedgehog },
  { words: /bill\b/, plan: drawWaterfowl },
  { words: /feathers|flippers/, plan: drawBird },
  {
    words:
      /very (?:short|long)(?: black| hind)? legs|long legs|slinky|barrel|tucked waist|lean build|very long thick tail/,
    plan: drawStanding,
  },
];

export function bodyPlanFor({ text }: ParsedLook): BodyPlan {
  return BODY_PLANS.find(({ words }) => words.test(text))?.plan ?? drawSitting;
}
