import type { KeyboardEvent, ReactNode } from 'react';

export type TabListProps<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly mark?: ReactNode }[];
  /** Null while none of the panels shows. */
  readonly current: Name | null;
  readonly onChange: (name: Name) => void;
  /** The element ids of a tab and of what it shows. */
  readonly tabId: (name: string) => string;
  readonly panelId: (name: string) => string;
};

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A row of tabs: one stop of the Tab key; arrow keys go along it, and what they reach shows at once (WAI-ARIA, tabs pattern). */
export function TabList<Name extends string>({ label, tabs, current, onChange, tabId, panelId }: TabListProps<Name>) {
  const stop = current ?? tabs[0]?.name;
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => tabId(name) === (event.target as HTMLElement).id);
    const next = at < 0 ? undefined : tabs[steps[event.key]?.(at, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    document.getElementById(tabId(next.name))?.focus();
    if (next.name !== current) onChange(next.name);
  };
  return (
    <div
      role="tablist"
      className="ui-tab-list"
      aria-label={label}
      aria-orientation="horizontal"
      data-orientation="horizontal"
      onKeyDown={move}
    >
      {tabs.map(({ name, label: text, mark }) => (
        <button
          key={name}
          type="button"
          role="tab"
          className="ui-tab"
          id={tabId(name)}
          aria-selected={name === current}
          aria-controls={name === current ? panelId(name) : undefined}
          data-orientation="horizontal"
          // While none is chosen, the Tab key still finds the first.
          tabIndex={name === stop ? 0 : -1}
          onClick={(event) => {
            // Not every browser gives the focus to a button that is clicked.
            event.currentTarget.focus();
            if (name !== current) onChange(name);
          }}
        >
          {text}
          {mark}
        </button>
      ))}
    </div>
  );
}
