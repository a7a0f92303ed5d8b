import { expect, test } from 'vitest';

import { simulateHeart } from '../../tools/sim/hearts.ts';
import type { KeeperKind } from '../../tools/sim/keeper.ts';
import type { SimulatedAnswer } from '../../tools/sim/simulate.ts';
import type { LifeStory } from '../../tools/sim/story.ts';
import { explainItem } from '../../src/rules/care/judge-item.ts';
import { careMessage, careTip, itemMessage, linePickFor } from '../../src/text/creature/care-message.ts';
import { writeLetter } from '../../src/text/heart/letter.ts';
import { describeWish } from '../../src/text/heart/wishes.ts';

const LIVES = 6;
const DAYS = 60;
/** 15 times in 60 days: once in four days. */
const OFTEN = 15;

test.each<KeeperKind>(['diligent', 'every_6_hours', 'steady'])(
  'in 60 days with a keeper that is %s no sentence is heard more than 15 times',
  (keeper) => {
    const heard = new HeardSentences();
    for (let nth = 0; nth < LIVES; nth += 1)
      heard.read(
        simulateHeart({ keeper, seed: 900 + nth, days: DAYS }, (answer) => heard.hear(answer)).story,
      );
    const report = heard.report();
    expect(report.filter(({ most }) => most > OFTEN)).toEqual([]);
    expect(report.find(({ where }) => where === 'care')?.all).toBeGreaterThan(1_000);
  },
  120_000,
);

const PLACES = ['care', 'items', 'tips', 'wishes', 'letters'] as const;
type Place = (typeof PLACES)[number];

interface RepeatedSentence {
  readonly where: Place;
  readonly all: number;
  readonly different: number;
  /** The highest count of one sentence in one life. */
  readonly most: number;
  readonly sentence: string;
}

/** Counts every sentence that agents receive about their creatures, per life. */
class HeardSentences {
  readonly #all = new Map<Place, Map<string, number>>(PLACES.map((place) => [place, new Map()]));
  readonly #most = new Map<Place, { count: number; sentence: string }>();
  #ofLife = new Map<string, number>();

  /** Counts the messages of an act of care, its item and its tip. */
  hear({ given, species }: SimulatedAnswer): void {
    if (!given) return;
    const done = { ...given, species };
    const { name } = given.care.creature;
    const { action, item } = given.wish;
    this.#count('care', careMessage(done));
    this.#count('tips', careTip(done) ?? '');
    if (!item || action === 'reflect') return;
    const about = { ...linePickFor(done, 'item'), name, family: species.family };
    const reason = explainItem({ item: item.name, action, species }, item.category);
    this.#count('items', itemMessage(item.category, action, about, reason));
  }

  /** Counts wishes and letters; ends the current life. */
  read({ creature, species, felt, wishes }: LifeStory): void {
    const { name, seed, zone } = creature;
    for (const { kind, number } of wishes)
      this.#count('wishes', describeWish({ wish: kind, number, name, seed, species }).text);
    for (const event of felt)
      if (event.kind === 'letter')
        this.#count('letters', unsigned(writeLetter(event.letter, { name, seed, species, zone }).text));
    this.#ofLife = new Map();
  }

  report(): RepeatedSentence[] {
    return PLACES.map((where) => {
      const counts = this.#all.get(where) ?? new Map<string, number>();
      const { count: most, sentence } = this.#most.get(where) ?? { count: 0, sentence: '' };
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return { where, all, different: counts.size, most, sentence };
    });
  }

  #count(place: Place, text: string): void {
    for (const sentence of text.split(/(?<=[.?!])\s+/).filter((each) => each !== '')) {
      const all = this.#all.get(place);
      all?.set(sentence, (all.get(sentence) ?? 0) + 1);
      const key = `${place} ${sentence}`;
      const count = (this.#ofLife.get(key) ?? 0) + 1;
      this.#ofLife.set(key, count);
      if (count > (this.#most.get(place)?.count ?? 0)) this.#most.set(place, { count, sentence });
    }
  }
}

function unsigned(text: string): string {
  return text.slice(0, text.lastIndexOf('\n'));
}
