import { onTestFinished, vi } from 'vitest';

/** Gives every element a box until the test ends: jsdom has no layout, so a dialog takes its fields for hidden and focuses none. */
export function giveBoxes(): void {
  const boxes = vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return [this.getBoundingClientRect()] as unknown as DOMRectList;
  });
  onTestFinished(() => boxes.mockRestore());
}
