// Schemas of the files in content/. A record over an enum needs every word of it; `lines` names the placeholders that are
// filled.
import { z } from 'zod';

import type { DOCUMENT_WORDS } from '../../src/agent-docs/agent-docs.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { THING_KINDS } from '../../src/rules/care/lexicon.ts';
import { KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS, VARIETY_BANDS } from '../../src/rules/heart/manner.ts';
import { WISH_KINDS } from '../../src/rules/heart/wishes-table.ts';
import { type ProblemCode, PROBLEMS } from '../../src/rules/problem.ts';
import { BODIES } from '../../src/rules/species/bodies.ts';
import { MECHANICS } from '../../src/rules/species/mechanics.ts';
import { RANGES } from '../../src/rules/species/species.ts';
import {
  ACTIONS,
  APPEARANCES,
  CAUSES,
  CREATURE_ORDERS,
  DAY_PARTS,
  EFFECTIVENESS,
  FAMILIES,
  HALL_CATEGORIES,
  ITEM_ACTIONS,
  ITEM_CATEGORIES,
  KEEPER_ORDERS,
  LETTER_OCCASIONS,
  MILESTONES,
  MOODS,
  PATHS,
  SPECIES_ORDERS,
  STAGES,
  STATS,
  TIERS,
  TIMINGS,
  TRAITS,
  TRUST_SPEEDS,
  URGENCIES,
} from '../../src/rules/vocabulary.ts';

const text = z.string().min(1);
const texts = z.array(text).min(1);

/** One line in which only these placeholders may stand. */
function line(...placeholders: readonly string[]) {
  return z
    .string()
    .min(1)
    .superRefine((said, context) => {
      for (const [gap, name = ''] of said.matchAll(/\{(\w*)\}?/g))
        if (gap !== `{${name}}` || !placeholders.includes(name))
          context.addIssue(`unknown placeholder ${gap}`);
    });
}

/** At least two ways to say a thing. */
function lines(...placeholders: readonly string[]) {
  return z.array(line(...placeholders)).min(2);
}

/** Lines of which every first goes with every second. */
function halves(...placeholders: readonly string[]) {
  return z.strictObject({ first: lines(...placeholders), second: lines(...placeholders) });
}

/** A table with an entry for each of these words. */
function each(words: string | readonly string[], value: z.ZodType) {
  return z.record(z.enum(typeof words === 'string' ? words.split(' ') : words), value);
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[];
}

/** Filled by `nounsOf` in text/nouns.ts. */
const NOUNS = ['name', 'bowl', 'there', 'voice'] as const;
/** Filled by `mannerWords` in text/heart/letter-words.ts. */
const MANNER = ['noun', 'because', 'manner', 'habit'] as const;
const BEHAVIOR = [...NOUNS, 'young'] as const;

const LETTER_AGES = ['young', 'half', 'grown'] as const;
const OTHER_LETTERS = ['death', 'return', 'harm'] as const;

/** Filled by text/creature/care-message.ts. */
const TIP = ['action', 'opens', 'harm'] as const;
/** Filled by text/creature/story.ts. */
const STORY = ['name', 'day', 'lived'] as const;
const RAISING = ['meals', 'times', 'late', 'lessons', 'games'] as const;
/** Filled by text/creature/epitaphs.ts. */
const OBITUARY =
  'mealAt missedAt beganAt cameAt deed expectedAt often waited diedAt cause acts meals missed returns'.split(
    ' ',
  );
const OBITUARY_PARTS =
  'lastMeal neverFed notFedAgain missed missedFirst cameWithIt lastCame sameVisitLines nobodyCame nobodyCameAgain expected shut waited harmed company noCompany broughtBack'.split(
    ' ',
  );
/** Filled by text/creature/epitaphs.ts. */
const EPITAPH = [...NOUNS, 'lived', 'meals', 'missed', 'acts', 'streak', 'kind', 'form'] as const;

const tip = halves(...TIP);
const hint = lines('name', 'soon', 'next');
const epitaph = lines(...EPITAPH);
const care = halves(...NOUNS);
const behavior = lines(...BEHAVIOR);

/** The words of a page: a table of sentences, lists and further tables. */
function page(...placeholders: readonly string[]) {
  const said = line(...placeholders);
  const table: z.ZodType = z.record(z.string(), z.union([said, z.array(said), z.lazy(() => table)]));
  return table;
}

const happening = line('keeper', 'creature');
const graves = each('own all', line('stones'));
const errorPage = z.strictObject({ title: line(), lines: z.array(line()).min(1), ours: z.boolean() });
const CHECKIN_REASONS =
  'critical feed_now in_time before_it_sleeps when_it_wakes early_rather_than_late late_at_best'.split(' ');
const LACKS = 'medicine_and_food medicine missed_meal late_meal visit meal nothing'.split(' ');

/** Words in one line, with commas. */
const words = z.string().regex(/^[^,\s][^,]*(?:, [^,\s][^,]*)*$/, 'not a list with ", " between its words');

const species = z.strictObject({
  name: line(),
  tier: z.enum(TIERS).exclude(['community']),
  trustSpeed: z.enum(TRUST_SPEEDS),
  needs: each(keysOf(RANGES), z.number()),
  traits: z.array(z.enum(TRAITS)),
  personality: line(),
  look: words,
  tastes: z.partialRecord(z.enum(ITEM_ACTIONS), words),
  mechanics: z.array(z.enum(keysOf(MECHANICS))).optional(),
  curious: z.literal(true).optional(),
});

/** The passages of a letter, each with the placeholders that its `words` fill beside those of any passage: `clean (times), alone`. */
function passages(named: string) {
  const found = [...named.matchAll(/(\w+)(?: \(([^)]*)\))?/g)];
  return z.strictObject(
    Object.fromEntries(found.map(([, name = '', filled = '']) => [name, passage(...filled.split(' '))])),
  );
}

function passage(...placeholders: readonly string[]) {
  const said = lines('bowl', 'span', ...placeholders);
  return z.strictObject({
    about: text,
    fond: z.literal(true).optional(),
    weight: z.number().positive(),
    place: z.enum(['lead', 'end']).optional(),
    titles: said.optional(),
    lines: z.strictObject({
      any: said,
      young: said.optional(),
      cat: said.optional(),
      dog: said.optional(),
      exotic: said.optional(),
      'ai-native': said.optional(),
    }),
  });
}

// The modules that fill documents read content/ themselves: they are imported only when the files are known to be there.
const guideWords = async () => {
  const { GUIDE_WORDS } = await import('../../src/text/pages/guides.ts');
  return [...Object.keys(GUIDE_WORDS), 'origin'];
};
const documentWords = (name: (typeof DOCUMENT_NAMES)[number]) => async () => {
  const { anyHouse, DOCUMENT_WORDS } = await import('../../src/agent-docs/agent-docs.ts');
  return Object.keys(DOCUMENT_WORDS[name](anyHouse([])));
};
const sharedTextWords = async () => {
  const { RULE_WORDS, sharedWords } = await import('../../src/text/server/rule-words.ts');
  return [...Object.keys(RULE_WORDS), ...Object.keys(sharedWords()), 'origin', 'effects'];
};

const DOCUMENT_NAMES = [
  'auth',
  'heartbeat',
  'llms',
  'llms-full',
  'skill',
  'skill-body',
  'skill-folder',
] as const satisfies readonly (keyof typeof DOCUMENT_WORDS)[];
const GUIDES = 'clock evolution feeding getting-started payments rules self-hosting'.split(' ');

/** The files that are templates of documents, with the placeholders that are filled in each. */
export const TEMPLATES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'agent/shared.json': sharedTextWords,
  ...Object.fromEntries(DOCUMENT_NAMES.map((name) => [`agent/${name}.md`, documentWords(name)])),
  ...Object.fromEntries(GUIDES.map((name) => [`guides/${name}.md`, guideWords])),
};

/** The placeholders of each problem that has any; those that care is refused with have their own texts. */
const PROBLEM_WORDS: Readonly<Partial<Record<ProblemCode, readonly string[]>>> = {
  body_too_large: ['kib'],
  foreign_address: ['address'],
  misplaced_key: ['where'],
  too_many_requests: ['wait'],
  too_many_words: ['limit', 'wait'],
  wrong_method: ['allowed', 'hint'],
  house_unreachable: ['wait'],
  press_busy: ['wait', 'instead'],
  no_press: ['instead'],
  moved_recently: ['wait'],
  which_creature: ['creatures'],
  died_before_release: ['name', 'notice'],
  too_many_creatures: ['creatures'],
  released_meanwhile: ['name'],
  still_alive: ['name'],
  window_closed: ['name'],
  insufficient_credits: ['cost', 'credits', 'missing', 'how'],
  payment_required: ['credits', 'how'],
  payment_refused: ['why', 'how'],
  payment_unclear: ['seconds'],
  checkout_unreachable: ['seconds'],
};

function problem(code: ProblemCode) {
  const said = line(...(PROBLEM_WORDS[code] ?? []));
  return [code, z.strictObject({ error: said, suggestion: said })];
}

export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'agent/shared.json': z.strictObject({
    texts: each(
      'skillDescription hungerMeans whereStrangersSpeak aboutItems inTheExamples inMoreExamples',
      text,
    ),
    lists: each(
      'keepSafe aboutTheHeart aboutNumbers aboutHealth aboutTime aboutGrowth aboutRefusals otherDoors',
      texts,
    ),
    careGuide: texts,
  }),
  'species/cats.json': each(Object.keys(BODIES.cat), species),
  'species/dogs.json': each(Object.keys(BODIES.dog), species),
  'species/exotics.json': each(Object.keys(BODIES.exotic), species),
  'species/ai-natives.json': each(Object.keys(BODIES['ai-native']), species),
  'species/family-tastes.json': each(FAMILIES, each(ITEM_ACTIONS, words)),
  'agent/diary.json': z.strictObject({
    deeds: each(ACTIONS, z.strictObject({ alone: line('name'), using: line('name', 'item') })),
    refused: each(ACTIONS, line()),
    timings: each(TIMINGS, line()),
    likings: each(ITEM_CATEGORIES, line()),
    stages: each(STAGES, line()),
    causes: each(CAUSES, line()),
  }),
  'voice/care/need-lines.json': z.strictObject({
    healing: each('grave weak perhaps_hurt', each('medicine clean', line('name'))),
    others: each(
      'vigil too_shy frail starving late_meal meal early_meal play_first low_spirits little_trust',
      line('name'),
    ),
    acts: each(ACTIONS, line()),
    actsAsleep: each('vigil seen last', line()),
  }),
  'voice/care/preference-notes.json': z.strictObject({ untried: lines(), tried: lines('things') }),
  'voice/heart/letters/keepsake-nouns.json': z.partialRecord(z.enum(KEEPSAKE_KINDS), line()),
  'voice/heart/manner-reasons.json': z.strictObject({
    quiet: each(VARIETY_BANDS, line()),
    variety: each('deeds hours days', each(VARIETY_BANDS, line())),
  }),
  'voice/heart/wish-hints.json': z.strictObject({
    acts: each(ACTIONS, z.strictObject({ order: line(), clause: line() })),
    items: each('new loved', line()),
    things: each(THING_KINDS, line()),
  }),
  'voice/lives/life-lines.json': z.strictObject({
    welcomes: lines('name', 'kind'),
    farewells: lines('name'),
    resurrections: lines('name'),
  }),
  'voice/lives/milestone-lines.json': z.strictObject({
    reached: each(MILESTONES, z.record(z.string().regex(/^\d+$/), lines('name'))),
    reachedHarmed: z.partialRecord(z.enum(MILESTONES), lines('name', 'threshold')),
    anyOther: lines('name'),
    keptQuiet: lines('name'),
    adoption: each(
      ['first_adoption', 'tier_unlocked:uncommon', 'tier_unlocked:rare', 'tier_unlocked:extreme'],
      lines('name'),
    ),
    growing: each('egg baby child teen', each(FAMILIES, lines('name'))),
    grownUp: each(FAMILIES, each(PATHS, lines('name', 'form'))),
    grownClose: z.partialRecord(z.enum(FAMILIES), lines('name', 'form')),
  }),
  'voice/care/care-lines.json': z.strictObject({
    openings: each(ACTIONS, each(EFFECTIVENESS, care)),
    nearlyFull: care,
    reluctant: each('feed play clean', care),
    harmed: each(ITEM_ACTIONS, care),
    killed: lines(...NOUNS),
    unreadable: each(ACTIONS, care),
    categoryTails: each([...ITEM_CATEGORIES, 'spared', 'savoured'], care),
    timingTails: each(TIMINGS, care),
    caution: care,
  }),
  'voice/care/item-lines.json': z.strictObject({
    itemLines: each(ITEM_CATEGORIES, each(ITEM_ACTIONS, lines(...NOUNS))),
    itemSeconds: each(ITEM_CATEGORIES, lines(...NOUNS)),
    itemReasons: each([...ITEM_CATEGORIES, 'akin'], lines(...NOUNS, 'kind', 'like')),
  }),
  'voice/care/care-refusals.json': z.strictObject({
    noHarmDone: lines(),
    refusalLines: each(
      'asleep wants_play_first too_shy egg',
      z.strictObject({ error: line('name'), messages: lines(...NOUNS), suggestions: lines(...NOUNS) }),
    ),
  }),
  'voice/care/care-tips.json': z.strictObject({
    harmful: tip,
    hidden: tip,
    ruleTips: each('work', tip),
    meals: each(TIMINGS, tip),
    elsewhere: lines(...TIP),
    afterReflect: lines(...TIP),
    playForMeal: tip,
    tipFirsts: each('play clean medicine discipline sleep reflect', each('reduced wasted', lines(...TIP))),
  }),
  'voice/heart/keepsakes.json': each(KEEPSAKE_KINDS, z.strictObject({ name: line(), story: line('name') })),
  'voice/heart/letters/closings.json': z.strictObject({
    closings: each(FAMILIES, each(LETTER_AGES, lines())),
    otherClosings: each(OTHER_LETTERS, lines()),
    signatures: lines('name', 'title'),
    plainSignatures: each(LETTER_AGES, lines('name')),
  }),
  'voice/heart/letters/greetings.json': z.strictObject({
    greetings: each(FAMILIES, lines()),
    youngGreetings: lines(),
    otherGreetings: each(OTHER_LETTERS, lines()),
  }),
  'voice/heart/letters/manner-words.json': each(
    MANNER_KINDS,
    z.strictObject({ noun: line(), because: line(), habits: lines().length(2) }),
  ),
  'voice/heart/letters/passages/care.json': passages(
    'clean (times), medicine (times), lessons (times), bed (times)',
  ),
  'voice/heart/letters/passages/company.json': passages(
    'visits (visits times), oneVisit, nobody, longWait (hours), shortWaits (hours), usualPart (part), allHours, nightVisits (times)',
  ),
  'voice/heart/letters/passages/farewell.json': passages(
    'goodbye, plainGoodbye, starved, neglected, poisoned, visited (times), alone, missedMeals (meals late), lateMeals (meals), punctual (meals), unfed, neverFed, waited (hours), loved (loved), granted (wish), lastWish (wish), kept (thing), words, age (days), oneDay, manner (manner because habit), onlyLetter, number (nth), noBlame',
  ),
  'voice/heart/letters/passages/growth.json': passages(
    'becameChild, becameTeen, becameAdult (manner because noun), mannerShows (habit)',
  ),
  'voice/heart/letters/passages/harm.json': passages('harmed (times), harmedBy (thing)'),
  'voice/heart/letters/passages/keepsakes.json': passages(
    'kept (thing), keptMany (count other thing), nearlyLost, rescued, lateLamp, anniversary (days thing)',
  ),
  'voice/heart/letters/passages/loved.json': passages('loved (loved), lovedSeveral (loved other)'),
  'voice/heart/letters/passages/meals.json': passages(
    'mealsInTime (meals fed count), noneLate (meals early), someLate (meals late), allLate (meals), oneMeal, overdue (times), unfed, neverFed, fedEarly (times), streak (streak)',
  ),
  'voice/heart/letters/passages/musings.json': passages('musing'),
  'voice/heart/letters/passages/return.json': passages(
    'back, away, now, ember, again, age (days), who (habit manner because), number (nth), hour (day hour when), thanks',
  ),
  'voice/heart/letters/passages/time.json': passages(
    'age (days), number (nth), firstLetter, hour (day hour when), childhood, youth, manner (habit manner because noun), grown',
  ),
  'voice/heart/letters/passages/together.json': passages('play (times), noPlay, words (times), noWords'),
  'voice/heart/letters/passages/variety.json': passages('allKinds, mostDone (deed), onlyFed'),
  'voice/heart/letters/passages/wishes.json': passages(
    'granted (wish), grantedMore (times wish other), letGo (wish), openWish (wish), noWishLeft',
  ),
  'voice/heart/letters/species-musings.json': each(
    FAMILIES.flatMap((family) => Object.keys(BODIES[family])),
    lines(),
  ),
  'voice/heart/letters/phrases.json': z.strictObject({
    deeds: each(ACTIONS, line()),
    dayParts: each(DAY_PARTS, line()),
  }),
  'voice/heart/letters/subjects.json': z.strictObject({
    subjects: each('child teen adult death return', lines(...MANNER)),
    plainSubjects: lines(),
  }),
  'voice/heart/letters/wish-nouns.json': each(WISH_KINDS, line()),
  'voice/heart/manners.json': each(
    MANNER_KINDS,
    z.strictObject({ name: line(), trait: line(...NOUNS), behavior: behavior.length(2) }),
  ),
  'voice/heart/wish-lines.json': z.strictObject({
    wishNouns: each(WISH_KINDS, line()),
    grantedLines: lines(...NOUNS),
    grantedByAction: each(ACTIONS, lines(...NOUNS)),
    wishSteps: lines('name', 'what'),
  }),
  'voice/heart/wish-notes.json': each('some long', lines()),
  'voice/heart/wish-texts.json': each(WISH_KINDS, lines(...NOUNS).length(3)),
  'voice/lives/behavior-lines.json': z.strictObject({
    moodLines: each(MOODS, behavior.length(7)),
    familyLines: each(MOODS, each(FAMILIES, behavior.length(4))),
    lowLines: behavior,
    moodAsides: each('sleeping critical sick hungry low', behavior),
    dyingAsides: lines(...BEHAVIOR, 'when', 'act'),
    restlessAsides: behavior,
    sleepingUnfed: behavior,
    feedingAsides: z.strictObject({ due_soon: behavior.length(2), overdue: behavior, critical: behavior }),
    stageAsides: each(STAGES, behavior),
    daypartAsides: each('morning afternoon evening night', behavior.length(2)),
    pathAsides: each(PATHS, behavior.length(2)),
    waryAsides: behavior.length(2),
    growingAsides: behavior.length(2),
    traitAsides: each(TRAITS, behavior.length(2)),
    guarded: each('closed opening', z.strictObject({ posture: behavior, aside: behavior })),
  }),
  'voice/lives/checkin-reasons.json': z.strictObject({
    reasons: each(CHECKIN_REASONS, lines('name')),
    reasonsToHurry: z.strictObject({
      dying: lines('name', 'when'),
      asleep: lines('name'),
      late: lines('name'),
    }),
    hungerNow: lines('name', 'hunger'),
    hungerThen: lines('name', 'hunger'),
    health: lines('name', 'health'),
    closes: lines('name', 'when'),
    missed: lines('name', 'when'),
    dies: lines('name', 'when'),
    act: lines('name', 'when', 'act'),
    untold: lines('name'),
  }),
  'voice/lives/evolution-hints.json': z.strictObject({
    harmedHints: hint,
    pathHints: each(PATHS, hint),
    unprovenHints: hint,
    behindHints: hint,
    nextStageHints: hint,
    heldBackHints: hint,
  }),
  'voice/lives/obituary-lines.json': each(OBITUARY_PARTS, lines(...NOUNS, ...OBITUARY)),
  'voice/lives/personality.json': z.strictObject({ personalityWords: lines(), returnLayers: lines() }),
  'voice/lives/pose-lines.json': each('afraidLines restlessLines waitingLines unfedLines', behavior),
  'voice/lives/soul-lines.json': z.strictObject({
    feelings: each(MOODS, lines()),
    unfed: lines(),
    late: lines(),
    alone: lines(),
    restless: lines(),
    waiting: lines(),
    dying: lines('when', 'act'),
    low: lines(),
    trustBands: z.array(z.strictObject({ below: z.number(), lines: lines() })),
    devoted: lines(),
    hurt: lines(),
    hiding: each('how so', lines()),
  }),
  'voice/lives/step-reasons.json': z.strictObject({
    later: each(CHECKIN_REASONS, line('name', 'when')),
    inDanger: line('name'),
    instead: each('wants_play_first too_shy', line('name')),
    pastimes: each('reflect play clean discipline', line('name')),
  }),
  'voice/lives/story-lines.json': z.strictObject({
    adopted: lines(...STORY),
    hatched: lines(...STORY, 'waited'),
    firstMeal: lines(...STORY),
    grew: each('child teen adult', lines(...STORY, 'form')),
    fed: each('never onceInTime onceLate inTime sometimesLate alwaysLate', lines(...RAISING)),
    raised: each('taught played left', lines(...RAISING)),
    died: lines(...STORY, 'cause'),
    returned: lines(...STORY, 'away'),
    released: lines(...STORY),
    releasedAsEgg: lines(...STORY),
    crossed: each(
      MILESTONES.filter((milestone) => milestone !== 'stage_transition'),
      z.record(z.string().regex(/^\d+$/), lines(...STORY)),
    ),
    crossedSomething: lines(...STORY),
  }),
  'voice/heart/heart-pages.json': z.strictObject({
    occasionWords: each(LETTER_OCCASIONS, line()),
    cameTrue: lines('name', 'wish', 'keepsake'),
    wish: page(),
    shelf: page(),
    letters: page(),
    keepsakes: page(),
    keepsakeGroupWords: each([...ACTIONS, 'first', 'stage', 'streak', 'survived', 'days', 'count'], line()),
  }),
  'voice/heart/keepsake-origins.json': z.strictObject({
    firsts: each([...ACTIONS, 'loved', 'all_seven'], line()),
    stages: each(STAGES, line()),
    survived: each('critical rescue long_wait', line()),
  }),
  'voice/lives/nouns.json': z.strictObject({
    machines: each(STAGES, line()),
    stages: each(FAMILIES, each(STAGES, line())),
    families: each(FAMILIES, line()),
  }),
  'voice/lives/soul-words.json': z.strictObject({
    openings: lines('name', 'who', 'character'),
    ages: each(STAGES, line()),
    unhatched: lines(),
    gone: lines(),
  }),
  'voice/public/agents.json': z.strictObject({
    avatarNotes: each('given avatar_prompt bio display_name username', line()),
    dates: each(
      'checkin feeding deadline resurrection',
      each('summary description', line('name', 'status', 'care', 'resurrect')),
    ),
  }),
  'voice/public/appearance-words.json': z.strictObject({
    appearanceWords: each(APPEARANCES, line()),
    lackSentences: each(LACKS, line()),
    lackWords: each(LACKS, line()),
  }),
  'voice/public/cards.json': z.strictObject({
    rooms: page(),
    calmLines: each('asleep curious waiting guarded', lines()),
    eggLines: lines(),
    unfedLines: lines(),
    fedLines: lines('times'),
    punctualLines: lines('streak'),
    freeLines: lines(),
  }),
  'voice/public/checkout.json': z.strictObject({
    refusals: each(
      'not_taken_here unreadable other_terms not_offered too_little expired not_yours declined',
      line(),
    ),
    pages: page(),
    sandbox: page('credits', 'are', 'price', 'username'),
  }),
  'voice/public/creature-page.json': page(),
  'voice/public/creatures-page.json': z.strictObject({
    page: page(),
    graveyard: page('days'),
    creatureOrderNames: each(CREATURE_ORDERS, line()),
    inOrder: each(CREATURE_ORDERS, line()),
    lastTime: each(ACTIONS, line()),
    noGraves: graves,
    oneGrave: graves,
    graves,
  }),
  'voice/public/guides.json': page(),
  'voice/public/hall-page.json': z.strictObject({
    keepers: page(),
    hall: page(),
    stories: page('days', 'reflections'),
    keeperOrderNames: each(KEEPER_ORDERS, line()),
    leads: each(KEEPER_ORDERS, line()),
    hallBoards: each(HALL_CATEGORIES, each('tab heading lead none', line())),
    backFrom: each(['the dead', 'the edge'], line()),
  }),
  'voice/public/home-page.json': z.strictObject({
    page: page('left', 'when'),
    feed: page(),
    happenings: z.strictObject({
      care: each(ACTIONS, happening),
      wish: happening,
      plain: each('hatched returned released', happening),
    }),
  }),
  'voice/public/life-events.json': z.strictObject({
    happened: each('adopted hatched first_meal died returned released', line()),
    grew: each('child teen adult', line()),
    milestones: each(MILESTONES, line()),
    coming: each('birthday growth deadline resurrection', each('summary description', line('name', 'stage'))),
    stages: each(STAGES, line()),
  }),
  'voice/public/operator.json': page(),
  'voice/public/page-words.json': z.strictObject({
    site: page(),
    motion: page(),
    errorPages: each('404 429 500 503', errorPage),
    oddRequest: errorPage,
    familyNames: each(FAMILIES, line()),
    familyName: each(FAMILIES, line()),
    stageNames: each(STAGES, line()),
    statNames: each(STATS, line()),
    urgencyWords: each(URGENCIES, line()),
    causeWords: each(CAUSES, line()),
    categoryWords: each(ITEM_CATEGORIES, line()),
    timingWords: each(TIMINGS, line()),
    actionNames: each(ACTIONS, line()),
    noSuch: each('family stage order need board keeper page', line('given')),
  }),
  'voice/public/picture-prompts.json': z.strictObject({
    ages: each('baby child teen adult', line()),
    lives: each(PATHS, line()),
    kinds: each(FAMILIES, line()),
  }),
  'voice/public/reference.json': page(),
  'voice/public/species-page.json': z.strictObject({
    list: page(),
    page: page(),
    orderNames: each(SPECIES_ORDERS, line()),
    pathWords: each(PATHS, line()),
    traitWords: each(TRAITS, line()),
    trustWords: each(TRUST_SPEEDS, line()),
    ownWays: each(ITEM_ACTIONS, line()),
  }),
  'voice/public/taste-kinds.json': each('foods games', z.record(line(), texts)),
  'voice/public/problems.json': z.strictObject({
    problems: z.strictObject(
      Object.fromEntries(
        PROBLEMS.filter((code) => code !== 'egg_not_hatched' && code !== 'creature_asleep').map(problem),
      ),
    ),
    invalidRequests: z.partialRecord(
      z.enum(Object.values(ROUTES).map(({ operationId }) => operationId)),
      line('actions', 'formats', 'packs', 'boards'),
    ),
  }),
  'voice/public/epitaph-shapes.json': z.strictObject({
    harmed: epitaph,
    returned: epitaph,
    short: each('unfed fed', epitaph),
    visited: epitaph,
    byCare: each('cherished tended neglected', each('young grown', epitaph)),
    long: epitaph,
    punctual: epitaph,
    forsaken: epitaph,
    lastActs: each(ACTIONS, line(...EPITAPH)),
  }),
};
