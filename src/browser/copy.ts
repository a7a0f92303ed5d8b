// Gives everything marked with `data-copy` a button that copies its text: without this script the text can be selected
// as any other. What is marked says what it is, `data-copy="the link to this page"`, or nothing.

const LABEL = 'Copy';
const DONE = 'Copied';
/** Where neither way of copying is allowed, the text is selected, and the keyboard does the rest. */
const SELECTED = 'Selected: copy it with your keyboard';
const SHOWN_MS = 2500;

/** Adds the buttons, once, to a page that has been read. */
export function offerCopies(): void {
  const marked = document.querySelectorAll<HTMLElement>('[data-copy]');
  if (marked.length === 0) return;
  const announce = liveRegion();
  for (const element of marked) offerCopy(element, announce);
}

function offerCopy(element: HTMLElement, announce: (words: string) => void): void {
  const what = element.dataset['copy'];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = LABEL;
  if (what !== undefined && what !== '') button.setAttribute('aria-label', `${LABEL} ${what}`);
  let resting: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    announce('');
    button.classList.remove('done');
    button.textContent = LABEL;
  };
  const copy = async () => {
    const copied = await copyText(element);
    announce(copied ? DONE : SELECTED);
    button.classList.toggle('done', copied);
    button.textContent = copied ? DONE : LABEL;
    clearTimeout(resting);
    resting = setTimeout(rest, SHOWN_MS);
  };
  button.addEventListener('click', () => void copy());
  const frame = document.createElement('div');
  frame.className = 'copyable';
  element.replaceWith(frame);
  frame.append(element, button);
}

/** Whether the text is in the clipboard; if it cannot be put there, it is at least selected. */
async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    // Only there where the page came over TLS, or from this machine.
    await navigator.clipboard.writeText((element.textContent ?? '').trim());
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    // Deprecated, and the only way that is left.
    return document.execCommand('copy');
  }
}

/** A place whose words are read aloud when they change. */
function liveRegion(): (words: string) => void {
  const region = document.createElement('p');
  region.className = 'unseen';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return (words) => {
    region.textContent = words;
  };
}
