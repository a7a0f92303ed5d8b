import type { House } from '../../../house/house.ts';
import type { PageSite } from '../../../pages/page-spec.ts';
import { CSP, integrityOf, LINK_HEADER, withScripts, type ReplyHeaders } from '../headers.ts';
import { readAssets, type Assets } from './page-assets.ts';

/** The place pages are served from. Its address may be known only once somebody listens, so it is asked each time. */
export interface PublicSite {
  readonly assets: Assets;
  facts(): PageSite;
}

export async function createSite(house: House, baseUrl: URL): Promise<PublicSite> {
  const assets = await readAssets();
  const paths = {
    style: assets.style.path,
    script: { src: assets.script.path, integrity: integrityOf(assets.script.body) },
    icon: assets.icon.path,
    font: assets.fonts[0]?.path,
  };
  return {
    assets,
    facts: () => ({ origin: baseUrl.origin, assets: paths, sandbox: house.sandbox !== undefined }),
  };
}

export const PAGE_HEADERS: Readonly<ReplyHeaders> = {
  link: LINK_HEADER,
  'content-security-policy': CSP.page,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // The same address answers programs in JSON when there is nothing to show.
  vary: 'Accept',
};

/** Those of a page that anybody may put into a frame of their own: nothing in it runs, asks for anything or sends. */
export const FRAMED_PAGE_HEADERS: Readonly<ReplyHeaders> = {
  'content-security-policy': CSP.framed,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept',
};

/** Those of a page that may keep its stats current. */
export function livePageHeaders(site: PublicSite): Readonly<ReplyHeaders> {
  const { integrity } = site.facts().assets.script;
  return { ...PAGE_HEADERS, 'content-security-policy': withScripts(CSP.page, [integrity]) };
}

export const PICTURE_HEADERS: Readonly<ReplyHeaders> = {
  'content-security-policy': CSP.drawing,
  'cross-origin-resource-policy': 'cross-origin',
};
