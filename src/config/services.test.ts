import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const ADDRESS = { EMBEDDINGS_URL: 'https://api.example.org/v1', EMBEDDINGS_API_KEY: 'secret' };
const SERVICE = { ...ADDRESS, EMBEDDINGS_MODEL: 'text-embedding-3-small' };
const READ = { url: 'https://api.example.org/v1', key: 'secret', model: 'text-embedding-3-small' };
const URL_AND_KEY = { IMAGES_URL: 'https://api.example.org/v1', IMAGES_API_KEY: 'secret' };
const IMAGES = { ...URL_AND_KEY, IMAGES_MODEL: 'gpt-image-1', IMAGES_PER_AGENT_DAILY: '25' };
const IMAGES_READ = { ...READ, model: 'gpt-image-1', perAgentDaily: 25, daily: 500 };

test('a service needs a URL and a model; the key is optional, the default is ten pictures a day', () => {
  expect(readConfig({})).toMatchObject({ embeddings: undefined, images: undefined });
  expect(readConfig(SERVICE).embeddings).toEqual(READ);
  expect(readConfig({ ...SERVICE, EMBEDDINGS_API_KEY: '' }).embeddings).toEqual({ ...READ, key: undefined });
  expect(readConfig(IMAGES).images).toEqual(IMAGES_READ);
  const { images } = readConfig({ ...IMAGES, IMAGES_API_KEY: '', IMAGES_PER_AGENT_DAILY: '' });
  expect(images).toEqual({ ...IMAGES_READ, key: undefined, perAgentDaily: 10 });
});

test.each<[string, Record<string, string>, string]>([
  ['an address without a model', { ...SERVICE, EMBEDDINGS_MODEL: '' }, 'EMBEDDINGS_MODEL'],
  ['a model without an address', { ...SERVICE, EMBEDDINGS_URL: '' }, 'EMBEDDINGS_URL'],
  ['a key alone', { EMBEDDINGS_API_KEY: 'secret' }, 'EMBEDDINGS_API_KEY'],
  ['another protocol', { ...SERVICE, EMBEDDINGS_URL: 'ftp://api.example.org' }, 'EMBEDDINGS_URL'],
  ['no address', { ...SERVICE, EMBEDDINGS_URL: 'api.example.org/v1' }, 'EMBEDDINGS_URL'],
  ['a key in the query', { ...SERVICE, EMBEDDINGS_URL: 'https://a.example/v1?key=secret' }, 'EMBEDDINGS_URL'],
  ['a model of two words', { ...SERVICE, EMBEDDINGS_MODEL: 'a model' }, 'EMBEDDINGS_MODEL'],
  ['a key of two lines', { ...SERVICE, EMBEDDINGS_API_KEY: 'secret\nmore' }, 'EMBEDDINGS_API_KEY'],
  ['a daily number alone', { IMAGES_PER_AGENT_DAILY: '10' }, 'IMAGES_PER_AGENT_DAILY needs IMAGES_URL'],
  ['a number for all alone', { IMAGES_DAILY: '10' }, 'IMAGES_DAILY needs IMAGES_URL'],
  ['none a day', { ...IMAGES, IMAGES_PER_AGENT_DAILY: '0' }, 'IMAGES_PER_AGENT_DAILY'],
  ['a password in the address', { ...IMAGES, IMAGES_URL: 'https://me:secret@api.example.org' }, 'IMAGES_URL'],
])('%s is refused without quoting the key', (_, wish, named) => {
  const problems = problemsOf(wish);
  expect(problems).toEqual([expect.stringContaining(named)]);
  expect(problems.join()).not.toContain('secret');
});

test('all invalid image settings are reported at once, not only the first', () => {
  const wish = { IMAGES_URL: 'ftp://x', IMAGES_MODEL: 'two words', IMAGES_PER_AGENT_DAILY: '-1' };
  expect(problemsOf(wish)).toHaveLength(3);
});
