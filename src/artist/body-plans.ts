import { drawAxolotl, drawFish, drawFrog, drawJellyfish, drawOctopus } from './bodies/waterfolk.ts';
import {
  drawBall,
  drawBlackHole,
  drawCrystal,
  drawCube,
  drawEcho,
  drawJelly,
  drawMirror,
  drawMist,
  drawNestedCubes,
  drawParticleSwirl,
  drawSheetGhost,
  drawSmudge,
  drawStarryShadow,
} from './bodies/shapes.ts';
import { drawBird, drawWaterfowl } from './bodies/bird.ts';
import {
  drawDragon,
  drawHydra,
  drawLizard,
  drawSeaSerpent,
  drawSerpentRing,
  drawTurtle,
} from './bodies/reptiles.ts';
import {
  drawCoil,
  drawHedgehog,
  drawMoth,
  drawPangolin,
  drawSnail,
  drawSpider,
} from './bodies/small-animals.ts';
import { drawBookStack, drawMachine, drawMushroom, drawPendant, drawPottedCactus } from './bodies/things.ts';
import { drawSitting, drawStanding } from './bodies/furred.ts';
import type { BodyPlan } from './drawing/figure.ts';
import type { ParsedLook } from './words/look.ts';
import { firstMatch, type WordTable } from './words/word-table.ts';

const BODY_PLANS: WordTable<BodyPlan> = [
  [/moth body/, { draw: drawMoth, rest: 'sink' }],
  [/eight-legged body/, { draw: drawSpider, rest: 'sink' }],
  [/coiled body/, { draw: drawCoil, rest: 'own' }],
  [/fish body/, { draw: drawFish, rest: 'own' }],
  [/frog body/, { draw: drawFrog, rest: 'sink' }],
  [/bell body/, { draw: drawJellyfish, rest: 'sink' }],
  [/serpent ring|tail held in mouth/, { draw: drawSerpentRing, rest: 'sink' }],
  [/antenna|treads/, { draw: drawMachine, rest: 'side' }],
  [/\bcap\b|stem body/, { draw: drawMushroom, rest: 'side' }],
  [/clay pot|ribbed/, { draw: drawPottedCactus, rest: 'side' }],
  [/crystal|hexagons/, { draw: drawCrystal, rest: 'side' }],
  [/nested \w* ?cubes|wire edges/, { draw: drawNestedCubes, rest: 'side' }],
  [/cube-like|glyphs/, { draw: drawCube, rest: 'side' }],
  [/stacked|drawer|bookmark/, { draw: drawBookStack, rest: 'side' }],
  [/pendant|bells/, { draw: drawPendant, rest: 'side' }],
  [/oval face|reflecting/, { draw: drawMirror, rest: 'side' }],
  [/black sphere|bent starlight/, { draw: drawBlackHole, rest: 'sink' }],
  [/particles|spiral core/, { draw: drawParticleSwirl, rest: 'sink' }],
  [/perfectly round/, { draw: drawBall, rest: 'sink' }],
  [/sheet-like|wisps/, { draw: drawSheetGhost, rest: 'sink' }],
  [/shapeless|star specks/, { draw: drawStarryShadow, rest: 'sink' }],
  [/smudge|dusty outline/, { draw: drawSmudge, rest: 'sink' }],
  [/mist body|ribbon fins/, { draw: drawMist, rest: 'sink' }],
  [/jelly|wobbly/, { draw: drawJelly, rest: 'sink' }],
  [/rippling|double outline|checkered|translucent/, { draw: drawEcho, rest: 'sink' }],
  [/three long necks|three \w* ?heads/, { draw: drawHydra, rest: 'own' }],
  [/leathery wings|horns/, { draw: drawDragon, rest: 'own' }],
  [/whale-like|trailing fins/, { draw: drawSeaSerpent, rest: 'own' }],
  [/tentacles|curling arms/, { draw: drawOctopus, rest: 'sink' }],
  [/spiral \w+ shell|eye stalks/, { draw: drawSnail, rest: 'own' }],
  [/shell\b|plastron/, { draw: drawTurtle, rest: 'own' }],
  [/feathery \w* ?gills|finned tail/, { draw: drawAxolotl, rest: 'own' }],
  [/overlapping \w* ?scales|armoured/, { draw: drawPangolin, rest: 'own' }],
  [/casque|mitten feet|scales with/, { draw: drawLizard, rest: 'own' }],
  [/white spines, pale/, { draw: drawHedgehog, rest: 'sink' }],
  [/bill\b/, { draw: drawWaterfowl, rest: 'own' }],
  [/feathers|flippers/, { draw: drawBird, rest: 'own' }],
  [
    /very (?:short|long)(?: black| hind)? legs|long legs|slinky|barrel|tucked waist|lean build|very long thick tail/,
    { draw: drawStanding, rest: 'own' },
  ],
];

const USUAL: BodyPlan = { draw: drawSitting, rest: 'own' };

export function bodyPlanFor({ text }: ParsedLook): BodyPlan {
  return firstMatch(BODY_PLANS, text) ?? USUAL;
}
