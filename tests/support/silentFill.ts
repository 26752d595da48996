/** The setter of a field's value in another script world, such as a password manager's: the page does not see its writes. */
function foreignSetter() {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { prototype } = (frame.contentWindow as unknown as typeof globalThis).HTMLInputElement;
  frame.remove();
  return Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
}
const set = foreignSetter();

/** Sets a field as a password manager does that sends no event. */
export const setSilently = (field: Element, value: string): void => set?.call(field, value);
