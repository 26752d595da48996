/** Whether a key press belongs to an input method that is still composing: some say 229 even after composition ended. */
export const isImeKey = (event: { readonly isComposing: boolean; readonly keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
