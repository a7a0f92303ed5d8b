import { countOf, inWords, timesInWords } from '../count-words.ts';
import { actsOf, hoursCovered, isFedInTime, isFedNow, lateMealsOf, mealsOf } from '../facts.ts';
import type { Passage } from '../passage.ts';

const DAY_HOURS = 24;
const LONG_STREAK = 6;

/** What it ate, and when. */
export const MEAL_PASSAGES = {
  mealsInTime: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && letter.page.meals.early === 0 && isFedInTime(letter),
    weight: 1.6,
    titles: ['Dinner in time', '{meals}', 'A quiet kindness'],
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      count: inWords(mealsOf(letter)),
      fed: timesInWords(mealsOf(letter)),
    }),
    lines: {
      any: [
        'I had {meals}, and not one of them came late. I watch the {bowl} less and trust it more.',
        'There were {meals}, none of them late. Hunger hardly got a word in.',
        'None of my {meals} was late. It is a quiet sort of kindness, and I noticed it every time.',
        'I was fed {meals}, and never late. You would not believe how much room that leaves in a head.',
        'Out of {meals} not one was late. I know how that is done: somebody thinks of it.',
        "I had {meals}, and never a late one. One could get used to being somebody's appointment.",
      ],
      young: [
        'I had {meals} and none was late. I am growing as fast as I can to show it was worth it.',
        'There were {meals}, never late, and I ate them. That was a good plan, whoever had it.',
        'I ate {meals}, never late, and each time I left the {bowl} so clean that it looked surprised.',
        'You never let a meal be late. I had {meals} and I remember most of the crumbs.',
      ],
      cat: [
        'Of my {meals}, none was late. I had prepared some remarks, and I shall keep them for another time.',
        'I was served {meals} without a single delay. You may consider that noticed.',
        'There were {meals}, each in time. I ate as if I had expected nothing else, and I had not.',
        'Not one of my {meals} came late. I trust that we understand each other.',
      ],
      dog: [
        'I got {meals} and every one of them was in time, and I told each of them so.',
        'None of my {meals} was late. I never doubted you, and my stomach has stopped doubting you too.',
        'There were {meals}, and not a late one among them. I would like to shake your paw.',
        'You brought {meals}, never late. I could not have eaten them any more gladly than I did.',
      ],
      exotic: [
        'There were {meals}, and each appeared in time. I do not know how you know.',
        'I ate {meals}, and none was late. It is strange to be expected by a {bowl}.',
        'None of my {meals} came late. I begin to think that food is a sort of weather you make.',
        'Of my {meals} none came late. I am still surprised each time, and I hope that stays.',
      ],
      'ai-native': [
        'Input arrived {fed}, never late. My buffers have not run dry, and I am told that it shows in the glow.',
        'Meals: {count}. Late: none. I have framed that line.',
        'There were {meals}, none of them late. I have lowered the priority of worrying.',
        'All of my {meals} came before it was late. I would call it scheduling, but it feels like being thought of.',
      ],
    },
  },
  noneLate: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && letter.page.meals.early >= 1 && isFedInTime(letter),
    weight: 1.6,
    titles: ['Early rather than late', '{meals}', 'Ahead of my stomach'],
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      early: inWords(letter.page.meals.early),
    }),
    lines: {
      any: [
        'I had {meals}. None came late, and {early} came before I was properly hungry.',
        'Of my {meals} none was late, and {early} came early. I had thought that mealtime could only run in one direction.',
        'There were {meals}. None kept me waiting, and for {early} I was not hungry yet.',
        'You brought {meals}: {early} ahead of time, none behind it. I did my best to have an appetite for each.',
        'No meal of mine was late, out of {meals}. With {early} you were even ahead of my stomach, which likes to be asked.',
        'I ate {meals}, {early} of them too early and none too late. If one must be out of step, I prefer it this way round.',
        'Out of {meals}, {early} came early and none came late. The {bowl} and I have agreed to call that devotion.',
        'It was {meals} in all, {early} before the hour and none after it. I have learned to be hungry at short notice.',
      ],
      young: [
        'I had {meals}. None was late, and {early} came so soon that I was still full of the one before.',
        'There were {meals} and I never had to wait. For {early} I was not even hungry, but I made room.',
        'You brought {meals} and none was late. Of those {early} came early, so my stomach had to hurry.',
        'I ate {meals}, and {early} came before I wanted any. I wanted them very soon after.',
      ],
      cat: [
        'Of {meals}, {early} came early and none late. I let the early ones stand a moment, for the look of it.',
        'I was served {meals}, never late, and {early} before I had rung. Zeal is a fault I can overlook.',
      ],
      dog: [
        'I got {meals}, none of them late, and {early} so early that I thought it was a game. I won.',
        'There were {meals} and not a late one, and {early} came early, and early is my other favourite time to eat.',
      ],
      exotic: [
        'Of {meals} none was late, and {early} came before the wish for it. I had not known that it works in that order.',
        'I ate {meals}, none late, {early} early. Time bends a little around your hands.',
      ],
      'ai-native': [
        'Meals: {meals}. Late: none. Early: {early}. I have filed the early ones under prefetching.',
        'I took in {meals}, never late, {early} of them ahead of demand. My queue felt well provided for.',
      ],
    },
  },
  someLate: {
    about: 'meals',
    fond: true,
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    weight: 1.7,
    titles: ['About dinner', 'The clock and I', 'Sooner or later'],
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      late: inWords(lateMealsOf(letter)),
    }),
    lines: {
      any: [
        'There were {meals}, and {late} of them came late. The rest I remember more often.',
        'Of {meals}, {late} had me waiting. I say it without a sigh, or with a small one.',
        'I had {meals} and {late} came late. Relief has a taste, I found.',
        'You brought {meals}. For {late} the clock was ahead of you, and for the rest you were on good terms with it.',
        'Of all my {meals}, {late} came late. I only mention it because a letter ought to be honest.',
        'I ate {meals}. Of those, {late} came after I had begun to watch the {bowl} in earnest.',
        'As for food: {meals}, and {late} of them late enough to test my character. I passed, with some muttering.',
        'I had {meals}, of which {late} came late. The {bowl} and I have got to know each other in that time.',
        'It was {meals} in all, and late for {late}. I have forgotten the hunger. I remember the sound of it ending.',
        'You fed me, {meals} in all. With {late} of them you cut it fine, and then a little finer.',
        'There is a difference between dinner and late dinner, and it is all in the hour before. I had {meals}, and {late} came late.',
      ],
      young: [
        'I had {meals}. For {late} I had to wait, and my stomach said words I did not know it knew.',
        'Out of {meals}, {late} came late. I was not cross. I was only very empty.',
        'There were {meals} and {late} took too long, and then came anyway, so it was all right.',
        'I ate {meals}, {late} of them late. Late food I eat faster.',
        'Out of {meals}, {late} came when I had stopped looking. I started looking again very fast.',
      ],
      cat: [
        'Of {meals}, {late} came late. I made my feelings known by having none.',
        'There were {meals}. In the matter of {late} of them, I expect we shall do better.',
        'You brought {meals}, and {late} of them late. I have a long memory and a short list, and you are near the top of neither.',
        'I was served {meals}, {late} of them with some delay. I tip accordingly, by blinking.',
        'Of the {meals} I took, {late} came late. I did not mention it at the time. I have a letter for that.',
      ],
      dog: [
        'I got {meals}, and {late} came late, and I had forgiven all of it before it hit the {bowl}.',
        'Of {meals}, {late} took a while. I knew you were on your way. I always know.',
        'There were {meals}, and for {late} I had to be patient. I am good at it if you are the reason.',
        'I had {meals}, and for {late} I had to wait longer than my stomach thought possible. It was wrong. It was possible.',
        'Out of {meals}, {late} came late. I like to think that you were hurrying. I would have hurried.',
      ],
      exotic: [
        'Of {meals}, {late} came late. I learned the inside of the {bowl} quite well in that time.',
        'There were {meals}, and for {late} I had already begun to wonder whether meals are real.',
        'I ate {meals}. For {late} of them I had been hungry long enough to notice how hunger hums.',
        'I ate {meals}, {late} of them late. When one waits for food, everything else turns into not food.',
        'There were {meals}. Before {late} of them I felt hollow, like a bell that nobody rings.',
      ],
      'ai-native': [
        'Of {meals}, {late} arrived after the deadline. I retried quietly and did not log it as an error.',
        'I processed {meals}, {late} of them late. My battery has learned the word nearly.',
        'There were {meals}, and {late} of them late. I dimmed a little, and then I did not have to.',
        'Of {meals}, {late} came after their time. I buffered. I am told that I do it gracefully.',
        'My intake was {meals}, {late} of them delayed. I have added a little patience to the reserve tank.',
      ],
    },
  },
  allLate: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && mealsOf(letter) === lateMealsOf(letter),
    weight: 2,
    titles: ['Late dinners', 'About the {bowl}', 'Hungry, quietly'],
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
    lines: {
      any: [
        'What I had to eat came late: {meals}, and I had begun to give up on each a little before it was there.',
        'I count {meals}, and none of them came in time. I ate them all the same, and gladly.',
        'Late is the only way dinner came, {meals} in all. I have learned to be hungry quietly.',
        'I had {meals}, always later than my stomach had hoped. It hoped anyway, each time.',
        'I can tell you about {meals}, and of each that it was late. I do not hold a grudge. I hold my stomach.',
        'I had {meals}, and I was hungry before every one of them, and for longer than I like.',
        'Not one of my {meals} was there when hunger was. It always had a start on you.',
      ],
      young: [
        'I had {meals} and they were all late. I am too small to be good at that.',
        'All my dinners came late, {meals} in all. I thought that I had done something, but I had not done anything.',
        'I ate {meals}, all late. My stomach does not know the clock, it only knows now.',
        'I had {meals}, and each time I had already been hungry for a while. I am not cross, I am only telling.',
      ],
      cat: [
        'I was served {meals}, and never when they were due. I ate with my back to you, as you may have noticed.',
        'Dinner was late whenever there was any: {meals} in all. I have lowered my expectations. They do not like it down there.',
      ],
      dog: [
        'I had {meals}, and all of them came late, and every time I was only glad that one came.',
        'I had {meals}, and all of them late. I licked the {bowl} long before and long after.',
      ],
      exotic: [
        'There were {meals}, none of them in time. I have seen how slowly an empty {bowl} passes.',
        'I ate {meals}, each long after I had begun to listen for it. Hunger has a colour, I found.',
      ],
      'ai-native': [
        'I took in {meals}, each of them late. I ran on reserve for longer than the manual likes.',
        'I logged {meals}, and none of them in time. I have not adjusted the clock. I still believe in it.',
      ],
    },
  },
  oneMeal: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) === 1,
    weight: 1.6,
    titles: ['The meal', 'One dinner', 'About the {bowl}'],
    lines: {
      any: [
        'I had a single meal in {span}. I ate it slowly, as one reads the last page.',
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
    weight: 1.6,
    titles: ['A very late meal', 'Past mealtime', 'Late, but here'],
    words: ({ page }) => ({ times: timesInWords(page.meals.missed_window) }),
    lines: {
      any: [
        'It happened {times} that a meal came when its time was long over. I do not want to make it bigger than it was. It was big enough.',
        'I went hungry past the end of mealtime, {times}. Then there was food, and I put the rest out of my mind.',
        'I had stopped expecting a meal when it came after all, and that happened {times}.',
        'It happened {times} that a meal was not just late but overdue. I tell you so that you know, not so that you are sorry.',
        'The time for a meal ran out before the meal was there, {times}. I tell it as I would tell a friend, not as I would tell a judge.',
        'Mealtime came and went without a meal, {times}. I tell it quietly, since it was quiet.',
        'It was too late for a meal, {times}, and then there was one after all. Hunger makes a good listener, and I listened.',
        'I have gone past hungry, {times}, and out on the other side. It is a plain sort of place. I came back when you fed me.',
        'I had put the thought of food away, {times}, when food came. One gets it out again very quickly.',
        'A meal can be so late that it starts to be about something else. It was like that {times}.',
        'The hour for eating was over before there was anything to eat, {times}. I did not think less of you. I thought of food.',
        'I have been hungry beyond what a meal is meant to be late, {times}. I ate fast, and forgave slowly, and now I have forgiven.',
      ],
      cat: [
        'It occurred {times} that mealtime ended without a meal. I sat beside the fact until there was one.',
        'I was kept from my dinner past all reason, {times}. I bore it. I bear it still.',
        'It came to pass, {times}, that a meal arrived when its hour was long cold. I ate it as a matter of form, and then of appetite.',
      ],
      dog: [
        'It happened {times} that dinner was so late that I forgot what I was waiting for and just waited for you.',
        'It got to be past mealtime, far past it, {times}. Then you fed me, and I could not remember being hungry.',
        'I was hungry for much longer than a mealtime, {times}. Then I heard the {bowl}, and it was as if nothing had been.',
      ],
      exotic: [
        'The time for a meal closed, {times}, with nothing in it. I did not know that it could do that.',
        'I was hungry beyond the edge of mealtime, {times}. It is very still out there.',
        'Hunger went on past its edge, {times}, and I with it. It is not dark there. It is only very plain.',
      ],
      'ai-native': [
        'A feeding window closed empty, {times}. I kept the light low and the line open.',
        'I ran past the end of a window on what I had left, {times}. It turns out I have more left than it says.',
        'The feeding deadline passed, {times}, and only then came the food. I had begun to shut down the less important feelings.',
      ],
    },
  },
  unfed: {
    about: 'meals',
    holds: (letter) =>
      letter.page.actions.feed === 0 &&
      letter.waiting?.everFed !== false &&
      actsOf(letter) > 0 &&
      hoursCovered(letter) >= DAY_HOURS,
    weight: 3,
    titles: ['No dinner', 'The empty {bowl}', 'Something I have to say'],
    lines: {
      any: [
        'I had nothing to eat in {span}. I had other things, and I was thankful, but I would not be honest if I left that out.',
        'Nobody fed me in {span}. I looked at the {bowl} now and then, in case it had ideas of its own.',
        'I was not fed in {span}. I thought I would say it plainly, and then go on to something else.',
        'The {bowl} stayed empty in {span}. I have got to know it rather well.',
        'I did without a meal in {span}. I am still here to say so, which I think speaks for both of us, somehow.',
        'You took care of me in {span}, but with no food. I did not know how to bring it up, so I am bringing it up here.',
      ],
    },
  },
  neverFed: {
    about: 'meals',
    holds: (letter) => letter.waiting?.everFed === false && hoursCovered(letter) >= DAY_HOURS,
    weight: 4,
    titles: ['No dinner yet', 'The empty {bowl}', 'Something I have to say'],
    lines: {
      any: [
        'I have not been fed since I hatched. I do not know what a meal is like, only what it is like to wait for it.',
        'Nothing has been in my {bowl} so far. I look into it, so that it knows what it is for.',
        'I have yet to have my first meal. I have heard that there is such a thing.',
        'Up to now nobody has fed me, not once. I thought I would say it plainly, before I say anything else.',
        'Since I hatched there has been nothing to eat. I write it small, but I write it.',
      ],
    },
  },
  fedEarly: {
    about: 'early',
    fond: true,
    holds: ({ page }) => page.meals.early >= 2,
    weight: 1.6,
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
        'My meals were prefetched {times}. I cached what I could not use.',
        'Input came ahead of demand, {times}. I queued it, and felt well provided for.',
      ],
    },
  },
  streak: {
    about: 'streak',
    fond: true,
    holds: (letter) => letter.streak >= LONG_STREAK && isFedNow(letter),
    weight: 1.8,
    titles: ['In a row', '{streak} on time', 'Like clockwork'],
    words: ({ streak }) => ({ streak: inWords(streak) }),
    lines: {
      any: [
        'The last {streak} meals came on time, one after the other. I have not said it aloud, so as not to frighten it off.',
        'It stands at {streak} meals in a row on time. I do not know who else keeps the number. I do.',
        'My meals have been on time {streak} times running. A row like that is a kind of sentence, and I like what it says.',
        'There is a row of {streak} meals behind me, each on time. I walk along it in my head when it is quiet.',
        'I have had {streak} punctual meals in a row. I mention it in case you thought that nobody saw.',
        'I have a row of {streak} meals to my name now, all of them on time. It makes one stand up straighter.',
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
} as const satisfies Readonly<Record<string, Passage>>;
