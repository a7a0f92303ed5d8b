import { FAMILIES, type Family } from '../rules/vocabulary.ts';
import { FAMILY_NAMES } from '../text/pages/page-words.ts';

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

interface SearchFormProps {
  readonly action: string;
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  /** What was looked for. */
  readonly words: string | undefined;
  /** What else the list is asked for, and stays so. */
  readonly keep?: Readonly<Record<string, string | undefined>>;
  /** The address of the list without the words. */
  readonly without: string;
}

/** Looks through a list by name. */
export function SearchForm(props: SearchFormProps) {
  const { action, label, hint, button, words, keep = {}, without } = props;
  return (
    <form class="seek" action={action} method="get" role="search">
      <label for="seek-words">{label}</label>
      <input
        id="seek-words"
        type="search"
        name="q"
        value={words}
        maxLength={50}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder={hint}
      />
      {Object.entries(keep).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button class="button" type="submit">
        {button}
      </button>
      {words !== undefined && <a href={without}>Everybody</a>}
    </form>
  );
}
