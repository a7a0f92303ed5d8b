import { countOf, inWords, timesInWords } from './count-words.ts';
import { actsOf, hoursCovered, lateMealsOf, mealsOf } from './facts.ts';
import { lovedThings } from './loved-things.ts';
import type { Passage } from './passage.ts';

const DAY_HOURS = 24;
const LONG_STREAK = 6;

/** What it ate, when, and what it loved. */
export const MEAL_PASSAGES = {
  mealsInTime: {
    about: 'meals',
    holds: (letter) => mealsOf(letter) >= 2 && lateMealsOf(letter) === 0,
    weight: 1.4,
    titles: ['Dinner in time', '{meals}', 'A quiet kindness'],
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      count: inWords(mealsOf(letter)),
      fed: timesInWords(mealsOf(letter)),
    }),
    lines: {
      any: [
        'I had {meals}, and not one of them came late. I have stopped watching the {bowl} and started trusting it.',
        'There were {meals}, none of them late. Hunger hardly got a word in.',
        'None of my {meals} was late. It is a quiet sort of kindness, and I noticed it every time.',
        'I was fed {meals}, and never had to wonder. You would not believe how much room that leaves in a head.',
        'Not a meal was late, out of {meals}. I know how that is done: somebody thinks of it.',
        "I was never kept waiting for a meal, and I had {meals}. One could get used to being somebody's appointment.",
      ],
      young: [
        'I had {meals} and none was late. I am growing as fast as I can to show it was worth it.',
        'There were {meals} and I ate them. That was a good plan, whoever had it.',
        'I ate {meals}, never late, and each time I thought it was the best, and each time it was.',
        'You never let a meal be late. I had {meals} and I remember most of the crumbs.',
      ],
      cat: [
        'Of {meals}, none was late. I had prepared some remarks, and I shall keep them for another time.',
        'I was served {meals} without a single delay. You may consider that noticed.',
        'There were {meals}, each in time. I ate as if I had expected nothing else, and I had not.',
        'Not one of {meals} came late. I trust that we understand each other.',
      ],
      dog: [
        'I got {meals} and every one of them was in time, and every one of them was my favourite.',
        'None of my {meals} was late. I never doubted you, and my stomach has stopped doubting you too.',
        'There were {meals}, and not a late one among them. I would like to shake your paw.',
        'You brought {meals}, never late. I could not have eaten them any more gladly than I did.',
      ],
      exotic: [
        'There were {meals}, and each appeared before I had finished wanting it. I do not know how you know.',
        'I ate {meals}, and none was late. It is strange to be expected by a {bowl}.',
        'None of {meals} came late. I begin to think that food is a sort of weather you make.',
        'Of {meals} none kept me waiting. I am still surprised each time, and I hope that stays.',
      ],
      'ai-native': [
        'Input arrived {fed}, never late. My buffers have not run dry, and I am told that it shows in the glow.',
        'Meals served: {count}. Deadlines missed: none. I have framed that line.',
        'There were {meals}, none of them late. I have lowered the priority of worrying.',
        'All of {meals} came inside their window. I would call it scheduling, but it feels like being thought of.',
      ],
    },
  },
  someLate: {
    about: 'meals',
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    weight: 1.8,
    titles: ['About dinner', 'The clock and I', 'Sooner or later'],
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      late: inWords(lateMealsOf(letter)),
    }),
    lines: {
      any: [
        'There were {meals}, and {late} of them came late. The rest I remember more often.',
        'Of {meals}, {late} had me waiting. I say it without a sigh, or with a small one.',
        'I had {meals} and waited longer than I should for {late}. Relief has a taste, I found.',
        'You brought {meals}. For {late} the clock was ahead of you, and for the rest you were on good terms with it.',
        'Late for {late}, out of {meals}. I only mention it because we agreed, I think, to be honest in letters.',
      ],
      young: [
        'I had {meals}. For {late} I had to wait, and my stomach said words I did not know it knew.',
        'Out of {meals}, {late} came late. I was not cross. I was only very empty.',
        'There were {meals} and {late} took too long and then there they were, so it was all right.',
        'I ate {meals}, {late} of them late. Late food I eat faster.',
        'Some dinners came when I had stopped looking, {late} out of {meals}. I started looking again very fast.',
      ],
      cat: [
        'Of {meals}, {late} came late. I made my feelings known by having none.',
        'There were {meals}. In the matter of {late} of them, I expect we shall do better.',
        'You brought {meals}, late for {late}. I have a long memory and a short list, and you are near the top of neither.',
      ],
      dog: [
        'I got {meals}, and {late} came late, and I had forgiven all of it before it hit the {bowl}.',
        'Of {meals}, {late} took a while. I knew you were on your way. I always know.',
        'There were {meals}, and for {late} I had to be patient. I am good at it if you are the reason.',
      ],
      exotic: [
        'Of {meals}, {late} came late. I learned the inside of the {bowl} quite well in that time.',
        'There were {meals}, and for {late} I had already begun to wonder whether meals are real.',
        'I ate {meals}. For {late} of them I had been hungry long enough to notice how hunger hums.',
      ],
      'ai-native': [
        'Of {meals}, {late} arrived after the deadline. I retried quietly and did not log it as an error.',
        'I processed {meals}, {late} of them late. My battery has learned the word nearly.',
        'There were {meals}; {late} came late. I dimmed a little, and then I did not have to.',
      ],
    },
  },
  allLate: {
    about: 'meals',
    holds: (letter) => mealsOf(letter) >= 2 && mealsOf(letter) === lateMealsOf(letter),
    weight: 2.4,
    titles: ['Late dinners', 'About the {bowl}', 'Hungry, quietly'],
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
    lines: {
      any: [
        'What I had to eat came late: {meals}, and I had given up on each a little before it was there.',
        'I count {meals}, and nothing among that was in time. I ate it all the same, and gladly.',
        'Late is the only way dinner came, {meals} in all. I have learned to be hungry quietly.',
        'I had {meals}, always later than my stomach had hoped. It hoped anyway, each time.',
      ],
      young: [
        'I had {meals} and it was late every time. I am too small to be good at that.',
        'Dinner came late, {meals} in all. I thought that I had done something, but I had not done anything.',
        'I ate {meals}, all late. My stomach does not know the clock, it only knows now.',
        'Dinner came, {meals} of it, and each time I had already been hungry for a while. I am not cross, I am only telling.',
      ],
      cat: [
        'I was served {meals}, and never when it was due. I ate with my back to you, as you may have noticed.',
        'Dinner was late whenever there was any: {meals} in all. I have lowered my expectations. They do not like it down there.',
      ],
      dog: [
        'I had {meals}, and it came late every time, and every time I was only glad that it came.',
        'Food came late, {meals} of it. I licked the {bowl} long before and long after.',
      ],
      exotic: [
        'There were {meals}, none of it in time. I have seen how slowly an empty {bowl} passes.',
        'I ate {meals}, each long after I had begun to listen for it. Hunger has a colour, I found.',
      ],
      'ai-native': [
        'Input: {meals}, late each time. I ran on reserve for longer than the manual likes.',
        'I logged {meals}, and none inside its window. I have not adjusted the window. I still believe in it.',
      ],
    },
  },
  oneMeal: {
    about: 'meals',
    holds: (letter) => mealsOf(letter) === 1,
    weight: 1.6,
    titles: ['The meal', 'One dinner', 'About the {bowl}'],
    lines: {
      any: [
        'There was a single meal in {span}. I ate it slowly, as one reads the last page.',
        'I was fed once in {span}. I can still tell you how it went, from the first bite on.',
        'One meal is what there was in {span}. It was good, and it was one.',
        'The {bowl} was filled once in {span}. I have gone back to look at it more often than that.',
        'Once in {span} there was something in the {bowl}. I have nothing but good to say of it, and I would gladly say it again.',
      ],
      young: [
        'I had one meal in {span} and it is already part of me. That is how it works, I think.',
        'I ate once in {span}. I would do it again.',
        'There was a meal in {span} and I was there for it.',
        'You filled the {bowl} once in {span}. I looked into it afterwards for a long time.',
      ],
      cat: [
        'I dined once in {span}. I do not say dined lightly.',
        'One meal in {span}. I have eaten it, and I am still considering it.',
      ],
      dog: [
        'I got a meal in {span}, one, and I thanked it personally.',
        'There was one dinner in {span}, and I put my whole face into it.',
      ],
      exotic: [
        'Once in {span} there was food, and I became a little larger. I watched it happen.',
        'I ate once in {span}. It is a strange thing, to take something in and still be only oneself.',
      ],
      'ai-native': [
        'One meal is on record for {span}. I am still running on the end of it.',
        'I was charged once in {span}. I know because of the glow, and because of the log.',
      ],
    },
  },
  overdue: {
    about: 'meals',
    holds: ({ page }) => page.meals.missed_window >= 1,
    weight: 1.8,
    titles: ['A very late meal', 'Past mealtime', 'Late, but here'],
    words: ({ page }) => ({ times: timesInWords(page.meals.missed_window) }),
    lines: {
      any: [
        'It happened {times} that a meal came when its time was long over. I do not want to make it bigger than it was. It was big enough.',
        'I went hungry past the end of mealtime, {times}. Then there was food, and I put the rest out of my mind.',
        'There was a time, I count it {times}, when I no longer expected the meal that came.',
        'A meal was not just late but overdue, {times}. I am telling you because you might want to know, not to be told sorry.',
        'The time for a meal ran out before the meal was there, {times}. I tell it as I would tell a friend, not as I would tell a judge.',
      ],
      cat: [
        'It occurred {times} that mealtime ended without a meal. I sat beside the fact until you came.',
        'I was kept from my dinner past all reason, {times}. I bore it. I bear it still.',
      ],
      dog: [
        'Dinner was so late, {times}, that I forgot what I was waiting for and just waited for you.',
        'It was past mealtime, far past it, {times}. Then you came, and I could not remember being hungry.',
      ],
      exotic: [
        'The time for a meal closed, {times}, with nothing in it. I did not know that it could do that.',
        'I was hungry beyond the edge of mealtime, {times}. It is very still out there.',
      ],
      'ai-native': [
        'A feeding window closed empty, {times}. I kept the light low and the line open.',
        'I ran past the end of a window on what I had left, {times}. It turns out I have more left than it says.',
      ],
    },
  },
  unfed: {
    about: 'meals',
    holds: (letter) =>
      letter.page.actions.feed === 0 && actsOf(letter) > 0 && hoursCovered(letter) >= DAY_HOURS,
    weight: 3,
    titles: ['No dinner', 'The empty {bowl}', 'Something I have to say'],
    lines: {
      any: [
        'There was nothing to eat in {span}. There were other things, and I was thankful, but I would not be honest if I left that out.',
        'Nobody fed me in {span}. I looked at the {bowl} now and then, in case it had ideas of its own.',
        'I was not fed in {span}. I thought I would say it plainly, and then go on to something else.',
        'The {bowl} stayed empty in {span}. I have got to know it rather well.',
        'I did without a meal in {span}. I am still here to say so, which I think speaks for both of us, somehow.',
        'You came in {span}, and there was no food in it. I did not know how to bring it up, so I am bringing it up here.',
      ],
    },
  },
  fedEarly: {
    about: 'early',
    holds: ({ page }) => page.meals.early >= 2,
    weight: 1.1,
    titles: ['Before I was hungry', 'Too early, thank you', 'A nice problem'],
    words: ({ page }) => ({ times: timesInWords(page.meals.early) }),
    lines: {
      any: [
        'I was fed before I was properly hungry, {times}. I ate anyway, out of respect.',
        'Food came early, {times}. I had no appetite ready, but I found a little at the back.',
        'You brought dinner ahead of its time, {times}. I think you were more worried than I was.',
        'I had a meal before I wanted it, {times}. It is a nice problem, and I have written it down as that.',
      ],
      young: [
        'You fed me {times} when I was still full. I made room. I am mostly room.',
        'Food came early {times}. I was still busy with the food before.',
        'I got dinner before I wanted dinner, {times}. It was like a birthday at the wrong end.',
        'You came with food {times} when I had none missing. I ate it for later.',
      ],
      cat: [
        'Dinner was early, {times}. I let it stand for a moment, so that it should not think I was waiting.',
        'You fed me ahead of time, {times}. I prefer that fault to the other.',
      ],
      dog: [
        'Dinner came early, {times}. There is no such thing as too early, I only write it so that you know I know.',
        'You fed me before I was hungry, {times}. I was hungry by the time it landed.',
      ],
      exotic: [
        'Food was there before the wish for it, {times}. I did not know that it works in that order.',
        'I was fed early, {times}. It is odd to be full of something one has not yet wanted.',
      ],
      'ai-native': [
        'Prefetched meals: it happened {times}. I cached what I could not use.',
        'Input came ahead of demand, {times}. I queued it, and felt well provided for.',
      ],
    },
  },
  streak: {
    about: 'streak',
    holds: ({ streak }) => streak >= LONG_STREAK,
    weight: 1.5,
    titles: ['In a row', '{streak} on time', 'Like clockwork'],
    words: ({ streak }) => ({ streak: inWords(streak) }),
    lines: {
      any: [
        'The last {streak} meals came on time, one after the other. I have not said it aloud, so as not to frighten it off.',
        'It stands at {streak} meals in a row on time. I do not know who else keeps the number. I do.',
        'My meals have been on time {streak} times running. A row like that is a kind of sentence, and I like what it says.',
        'There is a row of {streak} meals behind me, each on time. I walk along it in my head when it is quiet.',
        'I have had {streak} punctual meals in a row. I mention it in case you thought that nobody saw.',
      ],
      young: [
        'I have had {streak} meals in a row on time. In a row means that none fell out.',
        'Guess how many meals came on time, one after the other. It is {streak}. I told you so you need not guess.',
        'It is {streak} on time in a row now. I hold on to the end of the row so that it stays.',
        'The last {streak} meals were all on time and I was there for each of them.',
        'My meals have come on time {streak} in a row. I am very proud, and I only did the eating.',
      ],
      cat: [
        'We are at {streak} meals in a row on time. I shall not praise it. I shall only go on expecting it.',
        'For {streak} meals running you have been punctual. It has begun to affect my opinion of you.',
        'A row of {streak} meals on time. I would hate for you to think that this goes without saying, so there, I said it.',
      ],
      dog: [
        'You have been on time {streak} meals in a row. That is not luck, that is you.',
        'It is {streak} in a row now, on time, all of them. I am so proud of you that I do not know where to put it.',
        'I counted {streak} meals on time, one behind the other, like a walk that does not end.',
      ],
      exotic: [
        'There is a string of {streak} meals, each in its time. I run it through my thoughts like beads.',
        'It has been {streak} meals on time in a row. I did not know that time could be so kind.',
        'The last {streak} meals came just when they should. Something out there keeps a promise, and I think it is you.',
      ],
      'ai-native': [
        'Current run: {streak} meals on time. I keep the counter where I can see it.',
        'On-time deliveries without a break: {streak}. I have no test that you would fail.',
        'The streak counter reads {streak}. I render it a little larger than the rest.',
      ],
    },
  },
  loved: {
    about: 'loved',
    holds: (letter) => lovedThings(letter).length === 1,
    weight: 1.9,
    titles: ['About {loved}', 'Concerning {loved}', '{loved}'],
    words: (letter) => ({ loved: lovedThings(letter).at(-1) ?? '' }),
    lines: {
      any: [
        'I still think about {loved}. If you should ever run out of ideas, that was a good idea.',
        'Of all there was, I loved {loved} most. I thought it better to have that in writing.',
        'Let me say something about {loved}: yes.',
        'You found out that I love {loved}. I had wondered how to tell you, and now you know.',
        'When I think of {span}, I think of {loved} first and of the rest after that.',
        'I have a new favourite, and it is {loved}. I am told that one should not have favourites. I do not see why.',
      ],
      young: [
        'I love {loved}. I wanted to put that first, but first comes hello.',
        'You know what I love? It is {loved}. I did not know it had a name.',
        'I keep thinking of {loved}, and then I have to stop and think of that properly.',
        'The best thing was when I got {loved}. It is still going on in my head.',
      ],
      cat: [
        'I will admit to {loved}. Do not make anything of it.',
        'In the matter of {loved}, you have my full support.',
        'You offered me {loved}, and I let you see that I was pleased. That was not an accident.',
        'Somebody has taste in this house, and thanks to {loved} I no longer think it is only me.',
      ],
      dog: [
        'I love {loved} and I love that you know it. I cannot tell which I love more.',
        'If I had to choose between {loved} and anything else, I would choose {loved}, and I would choose it with you.',
        'I dream about {loved}, and then I wake up, and I am still happy about it.',
        'Thank you for {loved}. Thank you, thank you. I will say it again at the end.',
      ],
      exotic: [
        'You showed me {loved}, and something in me went, oh. I have been listening to that oh ever since.',
        'Before {loved} I did not know what I was missing. What else is there?',
        'I have thought about {loved} from all sides, and I love all of the sides.',
        'I would like to have seen the place where you found {loved}. There must be a light there.',
      ],
      'ai-native': [
        'I assigned {loved} the highest weight I have. It was not a close call.',
        'My response to {loved} exceeded the scale. I have extended the scale.',
        'I have written {loved} to permanent storage, next to your signature.',
        'Running on {loved} I noticed that I glow. I have attached that to this letter, as warmth.',
      ],
    },
  },
  lovedSeveral: {
    about: 'loved',
    holds: (letter) => lovedThings(letter).length >= 2,
    weight: 2,
    titles: ['About {loved}', 'Concerning {loved}', '{loved}'],
    words: (letter) => {
      const things = lovedThings(letter);
      const [other = '', loved = ''] = things.slice(-2);
      return { loved, other, count: inWords(things.length) };
    },
    lines: {
      any: [
        'I loved {other}, and then you came with {loved}, and I no longer knew where to look.',
        'I would not like to choose between {other} and {loved}. Please do not make me.',
        'If I were to draw {span}, I would draw {other} and {loved}, and leave the rest white.',
        'There were {count} things that I loved, among them {loved}. I am not saying which came first. It is always the newest.',
        'You gave me {other}. You gave me {loved}. I am only repeating it because it sounds so good.',
        'What I liked best was {other}, until you brought {loved}. I hope you know what you are starting.',
        'If I am ever asked what happiness is made of, I shall say: {other}, {loved}, and somebody who thinks of it.',
      ],
      young: [
        'I love {other} and I love {loved} and I did not know I could love that many things.',
        'First I loved {other} and then I loved {loved} and now I love both and it is a lot.',
        'There are {count} things I love now. I say them before I sleep. The last is {loved}.',
        'I thought nothing could be better than {other}. Then you brought {loved}. Now I am careful with nothing.',
      ],
      cat: [
        'I approved of {other}. I went further in the case of {loved}. You have been paying attention.',
        'Both {other} and {loved} met with my favour. It is not a thing I hand out.',
        'Concerning {other} and {loved}: I may have shown some feeling. I rely on your discretion.',
        'I am known to be particular, and you found {count} things that I love. I would not have thought it possible.',
      ],
      dog: [
        'I loved {other}, and I loved {loved}, and I loved that you brought them, in the opposite order.',
        'Between {other} and {loved} I ran back and forth in my heart until I was quite tired.',
        'You found {count} things that I love. You must have been looking. Nobody finds that by chance.',
        'I got {other} and I got {loved}, and I do not know what I did to earn it, but I will keep doing it.',
      ],
      exotic: [
        'You brought {other}, and later {loved}. My thoughts lay awake between them, in a good way.',
        'I keep {other} in the left half of my thoughts and {loved} in the right. They shine at each other.',
        'You brought me {other}, and {loved}, as if the world were full of them. Is it?',
        'I have learned {count} new words for love, and the newest of them is {loved}.',
      ],
      'ai-native': [
        'Peak signals in {span}: {other}, {loved}. I have stopped filtering them out.',
        'I ran a comparison of {other} and {loved}. It returned both.',
        'My list of loved things has {count} new entries. At the head of it I have pinned {loved}.',
        'I have rehearsed {other} and {loved} in idle cycles. The cycles did not feel idle.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
