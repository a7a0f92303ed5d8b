import * as birds from './bodies/bird.ts';
import * as furred from './bodies/furred.ts';
import * as reptiles from './bodies/reptiles.ts';
import * as animals from './bodies/animals.ts';
import * as things from './bodies/things.ts';
import type { BodyPlan } from './drawing/figure.ts';
import type { ParsedLook } from './words/look.ts';
import { firstMatch, type WordTable } from './words/word-table.ts';

const BODY_PLANS: WordTable<BodyPlan> = [
  [/moth body/, { draw: animals.drawMoth, rest: 'sink' }],
  [/eight-legged body/, { draw: animals.drawSpider, rest: 'sink' }],
  [/coiled body/, { draw: animals.drawCoil, rest: 'own' }],
  [/fish body/, { draw: animals.drawFish, rest: 'own' }],
  [/frog body/, { draw: animals.drawFrog, rest: 'sink' }],
  [/bell body/, { draw: animals.drawJellyfish, rest: 'sink' }],
  [/serpent ring|tail held in mouth/, { draw: reptiles.drawSerpentRing, rest: 'sink' }],
  [/antenna|treads/, { draw: things.drawMachine, rest: 'side' }],
  [/\bcap\b|stem body/, { draw: things.drawMushroom, rest: 'side' }],
  [/clay pot|ribbed/, { draw: things.drawPottedCactus, rest: 'side' }],
  [/crystal|hexagons/, { draw: things.drawCrystal, rest: 'side' }],
  [/nested \w* ?cubes|wire edges/, { draw: things.drawNestedCubes, rest: 'side' }],
  [/cube-like|glyphs/, { draw: things.drawCube, rest: 'side' }],
  [/stacked|drawer|bookmark/, { draw: things.drawBookStack, rest: 'side' }],
  [/pendant|bells/, { draw: things.drawPendant, rest: 'side' }],
  [/oval face|reflecting/, { draw: things.drawMirror, rest: 'side' }],
  [/black sphere|bent starlight/, { draw: things.drawBlackHole, rest: 'sink' }],
  [/particles|spiral core/, { draw: things.drawParticleSwirl, rest: 'sink' }],
  [/perfectly round/, { draw: things.drawBall, rest: 'sink' }],
  [/sheet-like|wisps/, { draw: things.drawSheetGhost, rest: 'sink' }],
  [/shapeless|star specks/, { draw: things.drawStarryShadow, rest: 'sink' }],
  [/smudge|dusty outline/, { draw: things.drawSmudge, rest: 'sink' }],
  [/mist body|ribbon fins/, { draw: things.drawMist, rest: 'sink' }],
  [/jelly|wobbly/, { draw: things.drawJelly, rest: 'sink' }],
  [/rippling|double outline|checkered|translucent/, { draw: things.drawEcho, rest: 'sink' }],
  [/three long necks|three \w* ?heads/, { draw: reptiles.drawHydra, rest: 'own' }],
  [/leathery wings|horns/, { draw: reptiles.drawDragon, rest: 'own' }],
  [/whale-like|trailing fins/, { draw: reptiles.drawSeaSerpent, rest: 'own' }],
  [/tentacles|curling arms/, { draw: animals.drawOctopus, rest: 'sink' }],
  [/spiral \w+ shell|eye stalks/, { draw: animals.drawSnail, rest: 'own' }],
  [/shell\b|plastron/, { draw: reptiles.drawTurtle, rest: 'own' }],
  [/feathery \w* ?gills|finned tail/, { draw: animals.drawAxolotl, rest: 'own' }],
  [/overlapping \w* ?scales|armoured/, { draw: animals.drawPangolin, rest: 'own' }],
  [/casque|mitten feet|scales with/, { draw: reptiles.drawLizard, rest: 'own' }],
  [/white spines, pale/, { draw: animals.drawHedgehog, rest: 'sink' }],
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
