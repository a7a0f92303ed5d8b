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
