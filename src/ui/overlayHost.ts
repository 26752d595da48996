let found: HTMLElement | null = null;

/** The element that contains the page and its overlays, so that removing it removes both; in tests it is the body. */
export const overlayHost = {
  get current(): HTMLElement {
    found ??= document.getElementById('page');
    return found ?? document.body;
  },
};
