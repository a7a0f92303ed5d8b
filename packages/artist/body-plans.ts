import {
  drawAxolotl,
  drawCoil,
  drawFish,
  drawFrog,
  drawHedgehog,
  drawJellyfish,
  drawMoth,
  drawOctopus,
  drawPangolin,
  drawSnail,
  drawSpider,
} from './bodies/animals.ts';
import { drawBird, drawWaterfowl } from './bodies/bird.ts';
import { drawOnFeet, drawSitting, drawStanding } from './bodies/furred.ts';
import {
  drawDragon,
  drawHydra,
  drawLizard,
  drawSeaSerpent,
  drawSerpentRing,
  drawTurtle,
} from './bodies/reptiles.ts';
import {
  drawBall,
  drawBlackHole,
  drawBookStack,
  drawCrystal,
  drawCube,
  drawEcho,
  drawJelly,
  drawMachine,
  drawMirror,
  drawMist,
  drawMushroom,
  drawNestedCubes,
  drawParticleSwirl,
  drawPendant,
  drawPottedCactus,
  drawSheetGhost,
  drawSmudge,
  drawStarryShadow,
} from './bodies/things.ts';
import type { BodyPlan } from './drawing/figure.ts';
import type { ParsedLook } from './words/look.ts';
import { firstMatch, type WordTable } from './words/word-table.ts';

const BODY_PLANS: WordTable<BodyPlan> = [
  [/moth body/, { draw: drawMoth, rest: 'sink', gait: 'float' }],
  [/eight-legged body/, { draw: drawSpider, rest: 'sink' }],
  [/coiled body/, { draw: drawCoil, rest: 'own', gait: 'float' }],
  [/fish body/, { draw: drawFish, rest: 'own', gait: 'float' }],
  [/frog body/, { draw: drawFrog, rest: 'sink' }],
  [/bell body/, { draw: drawJellyfish, rest: 'sink', gait: 'float' }],
  [/serpent ring|tail held in mouth/, { draw: drawSerpentRing, rest: 'sink' }],
  [/antenna|treads/, { draw: drawMachine, rest: 'side', gait: 'float' }],
  [/\bcap\b|stem body/, { draw: drawMushroom, rest: 'side' }],
  [/clay pot|ribbed/, { draw: drawPottedCactus, rest: 'side' }],
  [/crystal|hexagons/, { draw: drawCrystal, rest: 'side' }],
  [/nested \w* ?cubes|wire edges/, { draw: drawNestedCubes, rest: 'side', gait: 'float' }],
  [/cube-like|glyphs/, { draw: drawCube, rest: 'side' }],
  [/stacked|drawer|bookmark/, { draw: drawBookStack, rest: 'side' }],
  [/pendant|bells/, { draw: drawPendant, rest: 'side', gait: 'float' }],
  [/oval face|reflecting/, { draw: drawMirror, rest: 'side' }],
  [/black sphere|bent starlight/, { draw: drawBlackHole, rest: 'sink', gait: 'float' }],
  [/particles|spiral core/, { draw: drawParticleSwirl, rest: 'sink', gait: 'float' }],
  [/perfectly round/, { draw: drawBall, rest: 'sink', gait: 'waddle' }],
  [/sheet-like|wisps/, { draw: drawSheetGhost, rest: 'sink', gait: 'float' }],
  [/shapeless|star specks/, { draw: drawStarryShadow, rest: 'sink', gait: 'float' }],
  [/smudge|dusty outline/, { draw: drawSmudge, rest: 'sink', gait: 'float' }],
  [/mist body|ribbon fins/, { draw: drawMist, rest: 'sink', gait: 'float' }],
  [/jelly|wobbly/, { draw: drawJelly, rest: 'sink' }],
  [/rippling|double outline|checkered|translucent/, { draw: drawEcho, rest: 'sink', gait: 'float' }],
  [/three long necks|three \w* ?heads/, { draw: drawHydra, rest: 'own' }],
  [/leathery wings|horns/, { draw: drawDragon, rest: 'own' }],
  [/whale-like|trailing fins/, { draw: drawSeaSerpent, rest: 'own', gait: 'float' }],
  [/tentacles|curling arms/, { draw: drawOctopus, rest: 'sink', gait: 'float' }],
  [/spiral \w+ shell|eye stalks/, { draw: drawSnail, rest: 'own', gait: 'float' }],
  [/shell\b|plastron/, { draw: drawTurtle, rest: 'own', gait: 'walk' }],
  [/feathery \w* ?gills|finned tail/, { draw: drawAxolotl, rest: 'own', gait: 'waddle' }],
  [/overlapping \w* ?scales|armoured/, { draw: drawPangolin, rest: 'own', gait: 'walk' }],
  [/casque|mitten feet|scales with/, { draw: drawLizard, rest: 'own', gait: 'walk' }],
  [/white spines, pale/, { draw: drawHedgehog, rest: 'sink', gait: 'waddle' }],
  [/bill\b/, { draw: drawWaterfowl, rest: 'own', gait: 'walk' }],
  [/flippers/, { draw: drawBird, rest: 'own', gait: 'waddle' }],
  [/feathers/, { draw: drawBird, rest: 'own' }],
  [
    /very (?:short|long)(?: black| hind)? legs|long legs|slinky|barrel|tucked waist|lean build|very long thick tail/,
    { draw: drawStanding, rest: 'own', gait: 'walk' },
  ],
];

const USUAL: BodyPlan = { draw: drawSitting, rest: 'own', run: drawOnFeet, gait: 'walk' };

export function bodyPlanFor({ text }: ParsedLook): BodyPlan {
  const plan = firstMatch(BODY_PLANS, text) ?? USUAL;
  return plan.gait === 'walk' && /cotton/.test(text) ? { ...plan, gait: 'hop' } : plan;
}
