let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

const publish = (next: readonly HTMLElement[]) => {
  open = next;
  for (const listener of listeners) listener();
};

/** The dialogs that are open, the top one last. What has to stay in reach of the person, the toasts, goes into the top one. */
export const modals = {
  enter: (dialog: HTMLElement) => publish([...open, dialog]),
  leave: (dialog: HTMLElement) => publish(open.filter((other) => other !== dialog)),
  top: (): HTMLElement | null => open.at(-1) ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
