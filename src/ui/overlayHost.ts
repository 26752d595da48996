let found: HTMLElement | null = null;

/**
 * The element around the whole page, in which everything that lies over the page stands as well: taken out of the
 * document it takes all of it along. Without it, in tests, layers stand in the body.
 */
export const overlayHost = {
  get current(): HTMLElement {
    found ??= document.getElementById('page');
    return found ?? document.body;
  },
};
