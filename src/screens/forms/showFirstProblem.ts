import { blankIn } from '../../../clinical/words/blanks.ts';

/** Focuses the first field that keeps a text from being signed, unfolded if necessary, and selects its first blank. False without one. */
export function showFirstProblem(fields: HTMLElement | null): boolean {
  const found = fields?.querySelector<HTMLElement>('[aria-invalid="true"]');
  found?.closest('details')?.setAttribute('open', '');
  found?.focus();
  selectBlank(found);
  return Boolean(found);
}

/** Selects the first blank of a text field, so that typing fills it in. */
export function selectBlank(field: Element | null | undefined) {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  const blank = blankIn(field.value);
  if (blank) field.setSelectionRange(blank.start, blank.end);
}
