import * as birds from './bodies/bird.ts';
import * as furred from './bodies/furred.ts';
import * as reptiles from './bodies/reptiles.ts';
import * as shapes from './bodies/shapes.ts';
import * as smallAnimals from './bodies/small-animals.ts';
import * as things from './bodies/things.ts';
import * as waterfolk from './bodies/waterfolk.ts';
import type { BodyPlan } from './drawing/figure.ts';
import type { ParsedLook } from './words/look.ts';
import { firstMatch, type WordTable } from './words/word-table.ts';

const BODY_PLANS: WordTable<BodyPlan> = [
  [/moth body/, { draw: smallAnimals.drawMoth, rest: 'sink' }],
  [/eight-legged body/, { draw: smallAnimals.drawSpider, rest: 'sink' }],
  [/coiled body/, { draw: smallAnimals.drawCoil, rest: 'own' }],
  [/fish body/, { draw: waterfolk.drawFish, rest: 'own' }],
  [/frog body/, { draw: waterfolk.drawFrog, rest: 'sink' }],
  [/bell body/, { draw: waterfolk.drawJellyfish, rest: 'sink' }],
  [/serpent ring|tail held in mouth/, { draw: reptiles.drawSerpentRing, rest: 'sink' }],
  [/antenna|treads/, { draw: things.drawMachine, rest: 'side' }],
  [/\bcap\b|stem body/, { draw: things.drawMushroom, rest: 'side' }],
  [/clay pot|ribbed/, { draw: things.drawPottedCactus, rest: 'side' }],
  [/crystal|hexagons/, { draw: shapes.drawCrystal, rest: 'side' }],
  [/nested \w* ?cubes|wire edges/, { draw: shapes.drawNestedCubes, rest: 'side' }],
  [/cube-like|glyphs/, { draw: shapes.drawCube, rest: 'side' }],
  [/stacked|drawer|bookmark/, { draw: things.drawBookStack, rest: 'side' }],
  [/pendant|bells/, { draw: things.drawPendant, rest: 'side' }],
  [/oval face|reflecting/, { draw: shapes.drawMirror, rest: 'side' }],
  [/black sphere|bent starlight/, { draw: shapes.drawBlackHole, rest: 'sink' }],
  [/particles|spiral core/, { draw: shapes.drawParticleSwirl, rest: 'sink' }],
  [/perfectly round/, { draw: shapes.drawBall, rest: 'sink' }],
  [/sheet-like|wisps/, { draw: shapes.drawSheetGhost, rest: 'sink' }],
  [/shapeless|star specks/, { draw: shapes.drawStarryShadow, rest: 'sink' }],
  [/smudge|dusty outline/, { draw: shapes.drawSmudge, rest: 'sink' }],
  [/mist body|ribbon fins/, { draw: shapes.drawMist, rest: 'sink' }],
  [/jelly|wobbly/, { draw: shapes.drawJelly, rest: 'sink' }],
  [/rippling|double outline|checkered|translucent/, { draw: shapes.drawEcho, rest: 'sink' }],
  [/three long necks|three \w* ?heads/, { draw: reptiles.drawHydra, rest: 'own' }],
  [/leathery wings|horns/, { draw: reptiles.drawDragon, rest: 'own' }],
  [/whale-like|trailing fins/, { draw: reptiles.drawSeaSerpent, rest: 'own' }],
  [/tentacles|curling arms/, { draw: waterfolk.drawOctopus, rest: 'sink' }],
  [/spiral \w+ shell|eye stalks/, { draw: smallAnimals.drawSnail, rest: 'own' }],
  [/shell\b|plastron/, { draw: reptiles.drawTurtle, rest: 'own' }],
  [/feathery \w* ?gills|finned tail/, { draw: waterfolk.drawAxolotl, rest: 'own' }],
  [/overlapping \w* ?scales|armoured/, { draw: smallAnimals.drawPangolin, rest: 'own' }],
  [/casque|mitten feet|scales with/, { draw: reptiles.drawLizard, rest: 'own' }],
  [/white spines, pale/, { draw: smallAnimals.drawHedgehog, rest: 'sink' }],
  [/bill\b/, { draw: birds.drawWaterfowl, rest: 'own' }],
  [/feathers|flippers/, { draw: birds.drawBird, rest: 'own' }],
  [
    /very (?:short|long)(?: black| hind)? legs|long legs|slinky|barrel|tucked waist|lean build|very long thick tail/,
    { draw: furred.drawStanding, rest: 'own' },
  ],
];

const USUAL: BodyPlan = { draw: furred.drawSitting, rest: 'own' };

export function bodyPlanFor({ text }: ParsedLook): BodyPlan {
  return firstMatch(BODY_PLANS, text) ?? USUAL;
}
