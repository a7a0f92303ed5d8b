import { FAMILIES, type Family } from '../../core/vocabulary.ts';
import { FAMILY_NAMES } from '../../voice/public/page-words.ts';

interface ChoiceOption {
  readonly label: string;
  readonly href: string;
  readonly chosen: boolean;
  /** A class that gives it its colour. */
  readonly tone?: string | undefined;
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly ChoiceOption[];
}

/** A row of links to other views of the same list; the current one is marked. */
export function Choice({ label, options }: ChoiceProps) {
  return (
    <nav class="choice" aria-label={label}>
      <ul>
        {options.map(({ label: name, href, chosen, tone }) => (
          <li key={href}>
            <a class={tone} href={href} aria-current={chosen ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FamilyChoiceProps {
  readonly chosen: Family | undefined;
  /** The address of a family's list; of every family's without one. */
  readonly hrefOf: (family: Family | undefined) => string;
}

export function FamilyChoice({ chosen, hrefOf }: FamilyChoiceProps) {
  const families: readonly (Family | undefined)[] = [undefined, ...FAMILIES];
  return (
    <Choice
      label="Families"
      options={families.map((family) => ({
        label: family ? FAMILY_NAMES[family] : 'Every family',
        href: hrefOf(family),
        chosen: family === chosen,
        tone: family && `family-${family}`,
      }))}
    />
  );
}
