const ESCAPES: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
};

interface DataBlockProps {
  readonly id?: string;
  readonly type?: 'application/json' | 'application/ld+json';
  readonly data: unknown;
}

/**
 * JSON in a script element that no browser runs, so that the CSP need not name it. No text in it can end the element or
 * begin an entity: `<`, `>` and `&` are always escaped.
 */
export function DataBlock({ id, type = 'application/json', data }: DataBlockProps) {
  const json = JSON.stringify(data).replace(/[<>&]/g, (sign) => ESCAPES[sign] ?? '');
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
