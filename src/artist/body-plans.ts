import { drawAxolotl } from './bodies/axolotl.ts';
import { drawBall } from './bodies/ball.ts';
import { drawBird } from './bodies/bird.ts';
import { drawBlackHole, drawParticleSwirl } from './bodies/cosmic.ts';
import { drawCrystal } from './bodies/crystal.ts';
import { drawCube, drawNestedCubes } from './bodies/cubes.ts';
import { drawDragon, drawHydra } from './bodies/dragons.ts';
import { drawEcho, drawMirror } from './bodies/echoes.ts';
import { drawHedgehog, drawPangolin } from './bodies/hedgehog-and-pangolin.ts';
import { drawBookStack, drawPendant } from './bodies/keepsakes.ts';
import { drawLizard } from './bodies/lizard.ts';
import { drawMachine } from './bodies/machine.ts';
import { drawOctopus } from './bodies/octopus.ts';
import { drawMushroom, drawPottedCactus } from './bodies/plants.ts';
import { drawSeaSerpent, drawSerpentRing } from './bodies/serpents.ts';
import { drawSitting } from './bodies/sitting.ts';
import { drawSnail } from './bodies/snail.ts';
import { drawJelly, drawMist, drawSheetGhost, drawSmudge, drawStarryShadow } from './bodies/spirits.ts';
import { drawStanding } from './bodies/standing.ts';
import { drawTurtle } from './bodies/turtle.ts';
import { drawWaterfowl } from './bodies/waterfowl.ts';
import type { BodyPlan } from './drawing/figure.ts';
import type { ParsedLook } from './words/look.ts';
import { firstMatch, type WordTable } from './words/word-table.ts';

// The body a look asks for: the first row that fits.
const BODY_PLANS: WordTable<BodyPlan> = [
  [/serpent ring|tail held in mouth/, drawSerpentRing],
  [/antenna|treads/, drawMachine],
  [/\bcap\b|stem body/, drawMushroom],
  [/clay pot|ribbed/, drawPottedCactus],
  [/crystal|hexagons/, drawCrystal],
  [/nested \w* ?cubes|wire edges/, drawNestedCubes],
  [/cube-like|glyphs/, drawCube],
  [/stacked|drawer|bookmark/, drawBookStack],
  [/pendant|bells/, drawPendant],
  [/oval face|reflecting/, drawMirror],
  [/black sphere|bent starlight/, drawBlackHole],
  [/particles|spiral core/, drawParticleSwirl],
  [/perfectly round/, drawBall],
  [/sheet-like|wisps/, drawSheetGhost],
  [/shapeless|star specks/, drawStarryShadow],
  [/smudge|dusty outline/, drawSmudge],
  [/mist body|ribbon fins/, drawMist],
  [/jelly|wobbly/, drawJelly],
  [/rippling|double outline|checkered|translucent/, drawEcho],
  [/three long necks|three \w* ?heads/, drawHydra],
  [/leathery wings|horns/, drawDragon],
  [/whale-like|trailing fins/, drawSeaSerpent],
  [/tentacles|curling arms/, drawOctopus],
  [/spiral \w+ shell|eye stalks/, drawSnail],
  [/shell\b|plastron/, drawTurtle],
  [/feathery \w* ?gills|finned tail/, drawAxolotl],
  [/overlapping \w* ?scales|armoured/, drawPangolin],
  [/casque|mitten feet|scales with/, drawLizard],
  [/white spines, pale/, drawHedgehog],
  [/bill\b/, drawWaterfowl],
  [/feathers|flippers/, drawBird],
  [
    /very (?:short|long)(?: black| hind)? legs|long legs|slinky|barrel|tucked waist|lean build|very long thick tail/,
    drawStanding,
  ],
];

export function bodyPlanFor({ text }: ParsedLook): BodyPlan {
  return firstMatch(BODY_PLANS, text) ?? drawSitting;
}
