import { expect, test } from 'vitest';

import { defaultKeyFile } from '../../src/client/key-file.ts';
import { ordersIn } from './keeper.ts';

test('without arguments a keeper stays, with the configured service and the default key; one visit gives up sooner', () => {
  const where = { keyFile: defaultKeyFile(), baseUrl: 'https://ark.example', diary: { format: 'words' } };
  const how = { wishes: { afterDeath: 'stop' }, rounds: 'many', time: 'patient', patienceMs: 30_000 };
  expect(ordersIn([], where.baseUrl)).toMatchObject({ ...where, ...how, answersWithinMs: undefined });
  expect(ordersIn(['--once'])).toMatchObject({ patienceMs: 30_000, answersWithinMs: 2000 });
});

test('every argument is an option', () => {
  const words =
    '--base-url http://a --key-file k --username u --timezone Europe/Berlin --name N --species s --once --again --diary d --json --patience 5 --fast-forward';
  const who = { keyFile: 'k', baseUrl: 'http://a', username: 'u', timezone: 'Europe/Berlin' };
  const wishes = { name: 'N', species: 's', family: 'cat', afterDeath: 'adopt_again' };
  const how = { rounds: 'one', time: 'fast_forward', patienceMs: 5000, sandboxToken: expect.any(Function) };
  const orders = ordersIn([...words.split(' '), '--family', 'cat'], 'https://ark.example');
  expect(orders).toEqual({ ...who, ...how, wishes, diary: { file: 'd', format: 'json' } });
});

test.each([
  ['--family fish', /--family is one of cat, dog, exotic, ai-native/],
  ['--base-url nowhere', /--base-url \(or ARKHOUSE_BASE_URL\) is the http or https address/],
  ['--base-url file:///etc', /--base-url \(or ARKHOUSE_BASE_URL\) is the http or https address/],
  ['--patience none', /--patience is a number of seconds/],
  ['--patience 0', /--patience is a number of seconds/],
  ['--speceis owl', /keep has no option --speceis\. Did you mean --species\?/],
])('%s is refused in a sentence', (words, sentence) => {
  expect(() => ordersIn(words.split(' '))).toThrow(sentence);
});
