/** What a person does before a form is read: it is moved over, focused, typed in, clicked or submitted. */
const occasions = ['pointerover', 'focusin', 'focusout', 'keydown', 'click', 'submit'] as const;

/** Fields whose value no event needs to tell. */
const withoutText = new Set(['checkbox', 'radio', 'file', 'hidden', 'submit', 'button', 'range', 'color']);

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isText = (field: unknown): field is TextField =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !withoutText.has(field.type));

/** The form that an event concerns; the button of a dialog is outside its form and names it. */
function formOf(target: EventTarget | null): HTMLFormElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest('button')?.form ?? target.closest('form');
}

/** The last value of each field that the page has set or an event has told. */
const known = new WeakMap<TextField, string>();
const knownOf = (field: TextField) => known.get(field) ?? field.defaultValue;

/**
 * Lets the page set values as before, except that it never puts a known value over one that no event has told: that is a
 * form which is drawn again before it is read. `onKept` is called for such a field, after the drawing.
 */
function keepSilentValues(prototype: TextField, onKept: (field: TextField) => void) {
  const native = Object.getOwnPropertyDescriptor(prototype, 'value');
  if (!native?.get || !native.set) throw new Error('a field without a value');
  const { get, set } = native;
  Object.defineProperty(prototype, 'value', {
    ...native,
    set(this: TextField, value: string) {
      const shown: string = get.call(this);
      const isSilent = isText(this) && shown !== knownOf(this) && shown !== this.defaultValue;
      if (isSilent && String(value) === knownOf(this)) return queueMicrotask(() => onKept(this));
      set.call(this, value);
      if (isText(this)) known.set(this, get.call(this));
    },
  });
  return { setUnnoticed: (field: TextField, value: string): void => set.call(field, value) };
}

/**
 * Password managers and automatic filling may set fields without an event, so that the page does not know what it shows.
 * This dispatches the missing input events before a form is read or drawn again. React ignores an event whose value it
 * already has.
 */
export function announceSilentValues(window: Window & typeof globalThis): void {
  const setters = [window.HTMLInputElement, window.HTMLTextAreaElement].map(({ prototype }) =>
    keepSilentValues(prototype, (field) => announce(field.form ? textsIn(field.form) : [field])),
  );
  const setUnnoticed = (field: TextField, value: string) =>
    setters[field instanceof window.HTMLTextAreaElement ? 1 : 0]?.setUnnoticed(field, value);
  const textsIn = (form: HTMLFormElement | null) => [...(form?.elements ?? [])].filter(isText);
  function announce(fields: readonly TextField[]) {
    const silent = fields.filter((field) => field.value !== knownOf(field));
    // The answer to one field's event renders the others with what the page knows of them, so all values are read first.
    for (const [field, value] of silent.map((field) => [field, field.value] as const)) {
      if (field.value !== value) setUnnoticed(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  const note = ({ target }: Event) => {
    if (isText(target)) known.set(target, target.value);
  };
  window.addEventListener('input', note, { capture: true });
  for (const type of occasions)
    window.addEventListener(type, ({ target }) => announce(textsIn(formOf(target))), { capture: true });
}
