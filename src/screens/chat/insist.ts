const mostTries = 12;

const isInView = (log: HTMLElement, key: string): boolean => {
  const row = log.querySelector(`[data-row="${CSS.escape(key)}"]`)?.getBoundingClientRect();
  const box = log.getBoundingClientRect();
  return row !== undefined && row.top < box.bottom && row.bottom > box.top;
};

/**
 * Brings a row into view, again while it is not: pages put in front and rows measured late move what was aimed at. The
 * returned function gives it up.
 */
export function insist(log: HTMLElement, key: string, scroll: () => void): () => void {
  let frame = 0;
  let tries = 0;
  const once = () => {
    if (tries > 0 && isInView(log, key)) return;
    scroll();
    tries += 1;
    if (tries < mostTries) frame = requestAnimationFrame(() => requestAnimationFrame(once));
  };
  frame = requestAnimationFrame(once);
  return () => cancelAnimationFrame(frame);
}
