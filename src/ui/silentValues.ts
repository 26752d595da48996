/** What a person does before a form is read: it is moved over, focused, typed in, clicked or submitted. */
const occasions = ['pointerover', 'focusin', 'focusout', 'keydown', 'click', 'submit'] as const;

/** Kinds of fields that need no input event. */
const withoutText = new Set(['checkbox', 'radio', 'file', 'hidden', 'submit', 'button', 'range', 'color']);

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isText = (field: Element): field is TextField =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !withoutText.has(field.type));

/** The form that an event concerns; the button of a dialog is outside its form and names it. */
function formOf(target: EventTarget | null): HTMLFormElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest('button')?.form ?? target.closest('form');
}

/** Sets a value as the browser does, past React's own setter, which would take it as known. */
function setUnnoticed(field: TextField, value: string): void {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Reflect.set(prototype, 'value', value, field);
}

/**
 * Password managers and automatic filling may set fields without an event, so that the page does not know what it shows.
 * This dispatches the missing input events before a form is read, and for all forms before a changed field, such as the
 * language, renders them again. React ignores an event whose value it already has.
 */
export function announceSilentValues(window: Window): void {
  const known = new WeakMap<EventTarget, string>();
  function announce(forms: Iterable<HTMLFormElement>) {
    const fields = [...forms].flatMap(({ elements }) => [...elements].filter(isText));
    const silent = fields.filter((field) => field.value !== (known.get(field) ?? field.defaultValue));
    // Handling the event of one field renders the others with their known values, so all values are read first.
    for (const [field, value] of silent.map((field) => [field, field.value] as const)) {
      if (field.value !== value) setUnnoticed(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  const note = ({ target }: Event) => {
    if (target instanceof Element && isText(target)) known.set(target, target.value);
  };
  window.addEventListener('input', note, { capture: true });
  for (const type of occasions)
    window.addEventListener(type, ({ target }) => announce([formOf(target) ?? []].flat()), { capture: true });
  window.addEventListener('change', () => announce(window.document.forms), { capture: true });
}
