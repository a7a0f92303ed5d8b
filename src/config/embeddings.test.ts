import { expect, test } from 'vitest';

import { chooseEmbeddings } from './model-service.ts';

const SERVICE = { url: 'https://api.example.org/v1', key: 'secret', model: 'text-embedding-3-small' };

test('without any of the settings the house uses its own model', () => {
  expect(chooseEmbeddings({ url: undefined, key: undefined, model: undefined })).toBeUndefined();
});

test('a service is an address and a model, with a key or without', () => {
  expect(chooseEmbeddings(SERVICE)).toEqual(SERVICE);
  expect(chooseEmbeddings({ ...SERVICE, key: undefined })).toEqual({ ...SERVICE, key: undefined });
});

test.each([
  ['an address without a model', { ...SERVICE, model: undefined }],
  ['a model without an address', { ...SERVICE, url: undefined }],
  ['a key alone', { url: undefined, key: 'secret', model: undefined }],
  ['another protocol', { ...SERVICE, url: 'ftp://api.example.org' }],
  ['no address', { ...SERVICE, url: 'api.example.org/v1' }],
  ['a password in the address', { ...SERVICE, url: 'https://me:secret@api.example.org/v1' }],
  ['a key in the query', { ...SERVICE, url: 'https://api.example.org/v1?key=secret' }],
  ['a model of two words', { ...SERVICE, model: 'a model' }],
  ['a key of two lines', { ...SERVICE, key: 'secret\nmore' }],
])('%s is refused, without repeating the key', (_, wish) => {
  const choice = chooseEmbeddings(wish);
  expect(choice).toEqual({ problems: [expect.any(String)] });
  expect(JSON.stringify(choice)).not.toContain('secret');
});
