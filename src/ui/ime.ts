/** True while an input method is composing; some browsers send key code 229 even after composition has ended. */
export const isImeKey = (event: { readonly isComposing: boolean; readonly keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
