import { hourOfDay, localHourAt } from '../../../src/rules/base/clock.ts';
import { PRIMARY_STAT } from '../../../src/rules/care/care.ts';
import type { HatchedCreature } from '../../../src/rules/lives/creature.ts';
import type { Species } from '../../../src/rules/species/species.ts';
import { BEHAVIOR_LINES, POSE_LINES, SPECIES_LINES } from '../../../src/text/creature/behavior.ts';
import { CARE_LINES, ITEM_TEXTS, REFUSAL_LINES } from '../../../src/text/creature/care-message.ts';
import { SOUL_LINES } from '../../../src/text/creature/soul-prompt.ts';
import { capitalize, nounsOf, stageNoun } from '../../../src/text/nouns.ts';
import { fillTemplate, fittingLines, lineSubject, uncapitalize } from '../../../src/text/pick-line.ts';
import { ALL_TIPS } from '../line-tables.ts';
import type { ToldMoment, Words } from './moments.ts';

type Check = (moment: ToldMoment) => boolean;

const localHour = ({ creature, observed }: ToldMoment): number =>
  hourOfDay(localHourAt(creature.zone, observed?.at ?? creature.life.lastCareAt));
const between =
  (from: number, until: number): Check =>
  (moment) => {
    const hour = localHour(moment);
    return from < until ? hour >= from && hour < until : hour >= from || hour < until;
  };
const windowsUnfed = ({ observed, species }: ToldMoment): number =>
  (observed?.feeding.hoursSinceFed ?? 0) / species.feedingWindowHours;
const unfedFor =
  (windows: number): Check =>
  (moment) =>
    windowsUnfed(moment) >= windows;
const aloneFor =
  (hours: number): Check =>
  ({ observed }) =>
    (observed?.deathClock.hoursWithoutCare ?? 0) >= hours;
const primary = (when: 'before' | 'after', least: number): Check => {
  return ({ given }) => given === undefined || given.care[when][PRIMARY_STAT[given.wish.action]] >= least;
};
const hunger = (when: 'before' | 'after', least: number): Check => {
  return ({ given }) => given === undefined || given.care[when].hunger >= least;
};

/** Phrases of lines, the lists they stand in, and what must hold whenever any line of the list may be drawn. */
const PHRASES: readonly (readonly [list: RegExp, said: RegExp, check: Check])[] = [
  // The hour.
  [/behavior\.(?:frames|daypartAsides)\.morning/, /./, between(6, 12)],
  [/behavior\.(?:frames|daypartAsides)\.afternoon/, /./, between(12, 18)],
  [/behavior\.(?:frames|daypartAsides)\.evening/, /./, between(18, 22)],
  [/behavior\.(?:frames|daypartAsides)\.night/, /./, between(22, 6)],
  [/behavior\.(?!frames|daypart|trait)/, /\b(?:morning|afternoon|noon|evening)\b/i, () => false],
  [
    /behavior\.(?!frames|daypart|trait)/,
    /house is dark|\bnight\b|since the light went|The dark suits/,
    between(22, 6),
  ],
  // Meals.
  [
    /behavior|soul|pose/,
    /meal is late|window has closed|come and gone|should have been a while/,
    unfedFor(1),
  ],
  [
    /behavior|soul|pose/,
    /far too long without|whole mealtime|window and half|a meal that did not/,
    unfedFor(1.5),
  ],
  [
    /behavior|soul|pose/,
    /health has begun|strength is going|paying for that|hour without a meal/,
    unfedFor(1.5),
  ],
  [/tips|care/, /\bfull (?:now|to the brim)|as full as|It is full|made it full/, hunger('after', 99.9)],
  [/care/, /nearly full|little it had room|light meal|last corner/, hunger('before', 60)],
  [/care/, /no room for more|nowhere in/, hunger('before', 99)],
  [/item|care/, /even when full|always been fed|\bagain today\b/, () => false],
  [/tips|care/, /\bhunger\b(?! and you)|\bto be hungry\b|\bgrow hungry\b/, hunger('after', 30)],
  // Stats near or at their limit.
  [
    /care.*wasted|tips/,
    /at its limit|cannot rise|any happier|all the fun|as far as|no more .* to win/,
    primary('after', 99),
  ],
  [/tips/, /nearly (?:full|well|as well)|high already|happy enough|cheerful already/, primary('after', 85)],
  [/care.*reduced/, /nearly well|had little to sleep|already knows most/, primary('after', 60)],
  // Company.
  [/soul.alone/, /left alone too long|for a long time|a long wait/, aloneFor(12)],
  [/soul.waiting/, /for some time|a quiet while/, aloneFor(2)],
  // Absolute claims need a log that is not known here.
  [
    /behavior|soul|care|tips|item/,
    /\bmost of (?:its life|\{lived\})|always (?:fed|on time)|nearly all|every meal (?:was|came)/,
    () => false,
  ],
];

interface LineList {
  readonly path: string;
  readonly lines: readonly string[];
}

const LISTS: readonly LineList[] = [
  ...listsIn('behavior', BEHAVIOR_LINES),
  ...listsIn('behavior.species', SPECIES_LINES),
  ...listsIn('pose', POSE_LINES),
  ...listsIn('soul', SOUL_LINES),
  ...listsIn('care', CARE_LINES),
  ...listsIn('item', ITEM_TEXTS),
  ...listsIn('tips', ALL_TIPS),
  ...listsIn('refusals', REFUSAL_LINES),
];

function listsIn(path: string, tree: unknown): readonly LineList[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree) && typeof tree[0] === 'string') return [{ path, lines: tree as string[] }];
  return Object.entries(tree).flatMap(([name, each]) => listsIn(`${path}.${name}`, each));
}

const checksOf = new Map(
  LISTS.map((list) => {
    const phrases = PHRASES.filter(([where]) => where.test(list.path));
    const checks = list.lines.flatMap((line) =>
      phrases.flatMap(([, said, check]) => (said.test(line) ? [{ line, check }] : [])),
    );
    return [list, checks] as const;
  }),
);

type Index = ReadonlyMap<string, readonly LineList[]>;
const indexes = new Map<string, Index>();

/** The lists with a claim, by each of their lines as this creature's texts have them. */
function indexFor(species: Species, creature: HatchedCreature): Index {
  const key = [species.slug, creature.name, creature.stage].join();
  const known = indexes.get(key);
  if (known) return known;
  const words = { ...nounsOf(species, creature.name), young: stageNoun(species, creature.stage) };
  const index = new Map<string, LineList[]>();
  for (const list of LISTS)
    for (const line of list.lines) {
      const text = fillTemplate(line, words);
      for (const form of formsOf(text)) index.set(form, [...(index.get(form) ?? []), list]);
    }
  indexes.set(key, index);
  return index;
}

/** A line as it stands alone, and as it stands within a sentence; the longer part of a frame around a clause. */
function formsOf(line: string): ReadonlySet<string> {
  const [before = '', after] = line.split('{doing}');
  if (after !== undefined) return new Set([(before || after).replaceAll(/^\W+|\W+$/g, '')]);
  const clause = line.replace(/\.$/, '');
  return new Set([line, clause, uncapitalize(clause)]);
}

/** The sentences of a text, and their halves. */
function piecesOf(text: string): readonly string[] {
  return text.split(/(?<=\.) /).flatMap((sentence) => {
    const whole = sentence.replace(/(?: \([^)]*\))?\.$/, '');
    const halves = [...whole.matchAll(/, (?:and )?|; |: /g)].flatMap(({ index, 0: joint }) => {
      const rest = whole.slice(index + joint.length);
      return [whole.slice(0, index), rest, `and ${rest}`];
    });
    const parts = whole.split('; ');
    return [sentence, whole, ...parts, ...halves];
  });
}

/** Claims that do not hold, of all lines that could have been drawn where one was. */
export function wrongLines(words: Words, moment: ToldMoment): string[] {
  const { species, creature } = moment;
  const index = indexFor(species, creature);
  const subject = lineSubject(species, creature);
  const drawn = new Map<LineList, string>();
  for (const text of Object.values(words))
    for (const piece of piecesOf(text)) {
      const [list, ...others] = index.get(piece) ?? [];
      if (list && others.length === 0) drawn.set(list, piece);
    }
  return [...drawn].flatMap(([list, piece]) => {
    const checks = checksOf.get(list) ?? [];
    const fitting = new Set(checks.length > 0 ? fittingLines(list.lines, subject) : []);
    return checks.flatMap(({ line, check }) =>
      !fitting.has(line) || check(moment) ? [] : [`${list.path}: ${line} (drawn: ${capitalize(piece)})`],
    );
  });
}
