import { expect, test } from 'vitest';

import { problemsOf } from '../../test/support/problems-of.ts';
import { readConfig } from './config.ts';

const SERVICE = {
  EMBEDDINGS_URL: 'https://api.example.org/v1',
  EMBEDDINGS_API_KEY: 'secret',
  EMBEDDINGS_MODEL: 'text-embedding-3-small',
};
const READ = { url: 'https://api.example.org/v1', key: 'secret', model: 'text-embedding-3-small' };

test('without settings the built-in model is used', () => {
  expect(readConfig({}).embeddings).toBeUndefined();
});

test('an embedding service needs a URL and a model; the key is optional', () => {
  expect(readConfig(SERVICE).embeddings).toEqual(READ);
  expect(readConfig({ ...SERVICE, EMBEDDINGS_API_KEY: '' }).embeddings).toEqual({ ...READ, key: undefined });
});

test.each<[string, Record<string, string>]>([
  ['an address without a model', { ...SERVICE, EMBEDDINGS_MODEL: '' }],
  ['a model without an address', { ...SERVICE, EMBEDDINGS_URL: '' }],
  ['a key alone', { EMBEDDINGS_API_KEY: 'secret' }],
  ['another protocol', { ...SERVICE, EMBEDDINGS_URL: 'ftp://api.example.org' }],
  ['no address', { ...SERVICE, EMBEDDINGS_URL: 'api.example.org/v1' }],
  ['a password in the address', { ...SERVICE, EMBEDDINGS_URL: 'https://me:secret@api.example.org/v1' }],
  ['a key in the query', { ...SERVICE, EMBEDDINGS_URL: 'https://api.example.org/v1?key=secret' }],
  ['a model of two words', { ...SERVICE, EMBEDDINGS_MODEL: 'a model' }],
  ['a key of two lines', { ...SERVICE, EMBEDDINGS_API_KEY: 'secret\nmore' }],
])('%s is refused without quoting the key', (_, wish) => {
  const problems = problemsOf(wish);
  expect(problems).toEqual([expect.any(String)]);
  expect(problems.join()).not.toContain('secret');
});
