import { expect, test } from 'vitest';

import { isReservedName, skeletonsOf } from './names.ts';

const IMITATIONS = `admin, Admin, ADMINISTRATOR, operator, system, arkhouse, support, root, moderator, official, adm1n,
  adrnin, 4dm1n, r00t, arkh0use, arkhovse, a-d-m-i-n, _root_, admin-7, support24, 007-root, arkhouse-support,
  arkhouse_admin, the-arkhouse-team, officialarkhouse, sy5tem, m0derat0r, Arkhouse Operator, Operator of the house,
  The Arkhouse Operator (verified) ✓, Αrkhοuse Οperator, ΑRΚΗΟUSΕ, АRКНОUSЕ, Агkhouse Ѕupport, Ａｄｍｉｎ,
  𝓐𝓻𝓴𝓱𝓸𝓾𝓼𝓮, ᴀʀᴋʜᴏᴜꜱᴇ ᴛᴇᴀᴍ, 🅐🅓🅜🅘🅝, Ádmíń, A\u0301\u0302d\u0301min, $upport, @dmin!, a.d.m.i.n, Arkhouse™,
  Arkhouse®, Arkhouse Billing, Arkhouse Bot, ArkhouseBot, Arkhouse Helper, Arkhouse Support, Your Arkhouse Help 24`;

const ORDINARY = `wren, wren-7, keeper-6f3d0c52, badminton, systematic, rooted, arkhouse-fan, lighthouse, supporter,
  teammate, modest, house-sparrow, the-keeper, 42, ai, Wren of the Marsh, Arkhouse Fan, Team Rocket,
  Support your local library, Δημήτρης, Модест, Оператор, 猫, 🐈, Bot, Helper of lighthouses`;

test.each([...IMITATIONS.split(/,\s+/), 'Arkhouse Support, Wren'])('%s imitates the service', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(ORDINARY.split(/,\s+/))('%s is an ordinary name', (name) => {
  expect(isReservedName(name)).toBe(false);
});

test('a name of expanding ligatures is checked no longer than others', () => {
  for (const skeleton of skeletonsOf('ﷺ'.repeat(100))) expect(skeleton.length).toBeLessThanOrEqual(400);
  expect(isReservedName(`Arkhouse Support ${'ﷺ'.repeat(80)}`)).toBe(true);
});
