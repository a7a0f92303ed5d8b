const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SLUG = /^[a-z0-9_]{2,40}$/;
const USERNAME = /^[a-z0-9_-]{2,50}$/;

export function isId(text: string): boolean {
  return ID.test(text);
}

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

export function isUsername(text: string): boolean {
  return USERNAME.test(text);
}
