import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { inChromium } from '../support/chromium.ts';
import { aResidentOf } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ADMIN_KEY, anOperatedHouse } from './desk.ts';

// test/pages/every-page.test.ts checks layout, markup and accessibility of the operator pages.
inChromium((browser) => {
  test('without JavaScript the operator signs in, hides a text, and signs out', async () => {
    const house = await anOperatedHouse(await anyStore());
    await aResidentOf(house, 'ada', { bio: 'Unkind words.' });
    await house.app.listen({ port: 0, host: '127.0.0.1' });
    const address = `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`;
    const page = await browser().newPage({ javaScriptEnabled: false });
    await page.goto(`${address}/admin/words?agent=ada`);
    await page.getByLabel('Admin key').fill('not the key, though it is long enough');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Wrong key');
    await page.getByLabel('Admin key').fill(ADMIN_KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(new URL(page.url()).search).toBe('?agent=ada');
    const bio = page.locator('li', { hasText: 'Bio' }).first();
    await bio.getByText('Hide', { exact: true }).click();
    await bio.getByLabel('Reason').fill('it is not kind');
    await bio.getByRole('button', { name: 'Hide from others' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Done');
    expect(await bio.locator('.tag').textContent()).toBe('hidden');
    await page.goto(`${address}/admin/log`);
    expect(await page.locator('main').innerText()).toContain('it is not kind');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${address}/admin/log`);
    expect(await page.getByLabel('Admin key').count()).toBe(1);
  });
});
