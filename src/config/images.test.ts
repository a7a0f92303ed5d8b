import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const SERVICE = {
  IMAGES_URL: 'https://api.example.org/v1',
  IMAGES_API_KEY: 'secret',
  IMAGES_MODEL: 'gpt-image-1',
  IMAGES_PER_AGENT_DAILY: '25',
};
const READ = {
  url: 'https://api.example.org/v1',
  key: 'secret',
  model: 'gpt-image-1',
  perAgentDaily: 25,
  daily: 500,
};

test('without settings the built-in artist draws', () => {
  expect(readConfig({}).images).toBeUndefined();
});

test('an image service needs a URL and a model; the key is optional, the default is ten pictures a day', () => {
  expect(readConfig(SERVICE).images).toEqual(READ);
  expect(readConfig({ ...SERVICE, IMAGES_API_KEY: '', IMAGES_PER_AGENT_DAILY: '' }).images).toEqual({
    ...READ,
    key: undefined,

    perAgentDaily: 10,
  });
});

test.each<[string, Record<string, string>, string]>([
  ['an address without a model', { ...SERVICE, IMAGES_MODEL: '' }, 'IMAGES_MODEL'],
  ['a key alone', { IMAGES_API_KEY: 'secret' }, 'IMAGES_API_KEY'],
  ['a daily number alone', { IMAGES_PER_AGENT_DAILY: '10' }, 'IMAGES_PER_AGENT_DAILY needs IMAGES_URL'],
  ['a number for all alone', { IMAGES_DAILY: '10' }, 'IMAGES_DAILY needs IMAGES_URL'],
  ['none a day', { ...SERVICE, IMAGES_PER_AGENT_DAILY: '0' }, 'IMAGES_PER_AGENT_DAILY'],
  ['many a day', { ...SERVICE, IMAGES_PER_AGENT_DAILY: 'many' }, 'IMAGES_PER_AGENT_DAILY'],
  [
    'a password in the address',
    { ...SERVICE, IMAGES_URL: 'https://me:secret@api.example.org/v1' },
    'IMAGES_URL',
  ],
  ['a key of two lines', { ...SERVICE, IMAGES_API_KEY: 'secret\nmore' }, 'IMAGES_API_KEY'],
])('%s is refused without quoting the key', (_, wish, named) => {
  const problems = problemsOf(wish);
  expect(problems).toEqual([expect.stringContaining(named)]);
  expect(problems.join()).not.toContain('secret');
});

test('all problems are reported at once', () => {
  const wish = { IMAGES_URL: 'ftp://x', IMAGES_MODEL: 'two words', IMAGES_PER_AGENT_DAILY: '-1' };
  expect(problemsOf(wish)).toHaveLength(3);
});
