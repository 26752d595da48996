const sameWithinMs = 3_000;

/** Shows a text once, however many calls fail with it within three seconds. */
export function toasts(show: (text: string) => void, now: () => number) {
  const shown = new Map<string, number>();
  return (text: string): void => {
    for (const [old, at] of shown) if (Math.abs(now() - at) >= sameWithinMs) shown.delete(old);
    if (shown.has(text)) return;
    shown.set(text, now());
    show(text);
  };
}
