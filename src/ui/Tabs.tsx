import { type KeyboardEvent, type ReactNode, useId } from 'react';

export type TabListProps<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly {
    readonly name: Name;
    readonly label: string;
    /** An icon before the name. */
    readonly lead?: ReactNode;
    readonly mark?: ReactNode;
  }[];
  /** Null if no panel is shown. */
  readonly current: Name | null;
  readonly onChange: (name: Name) => void;
  /** Element ids of a tab and of its panel. */
  readonly tabId: (name: string) => string;
  readonly panelId: (name: string) => string;
};

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A tab list with one tab stop; arrow keys move and activate (WAI-ARIA tabs pattern). */
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
      {tabs.map(({ name, label: text, lead, mark }) => (
        <button
          key={name}
          type="button"
          role="tab"
          className="ui-tab"
          id={tabId(name)}
          aria-selected={name === current}
          aria-controls={name === current ? panelId(name) : undefined}
          data-orientation="horizontal"
          // If no tab is active, the first one is the tab stop.
          tabIndex={name === stop ? 0 : -1}
          onClick={(event) => {
            // Not every browser focuses a clicked button.
            event.currentTarget.focus();
            if (name !== current) onChange(name);
          }}
        >
          {lead}
          <span>{text}</span>
          {mark}
        </button>
      ))}
    </div>
  );
}

/** A tab: its name, what is shown beside the name (a count or a draft mark) and its panel. */
export type Tab<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly mark?: ReactNode;
  readonly panel: ReactNode;
};

type Props<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  readonly look?: 'line' | 'boxed';
  /** Keeps hidden panels mounted, so that text typed in them survives. */
  readonly keepPanels?: boolean;
};

/** Tabs with their panels; arrow keys move between the tabs and Tab moves into the panel. */
export function Tabs<Name extends string>(props: Props<Name>) {
  const { label, tabs, current, onChange, look = 'line', keepPanels = false } = props;
  const id = useId();
  const tabId = (name: string) => `${id}-tab-${name}`;
  const panelId = (name: string) => `${id}-panel-${name}`;
  const kept = keepPanels ? tabs : tabs.filter(({ name }) => name === current);
  return (
    <div className="ui-tabs" data-look={look}>
      <TabList label={label} tabs={tabs} current={current} onChange={onChange} tabId={tabId} panelId={panelId} />
      {kept.map(({ name, panel }) => (
        <div
          key={name}
          role="tabpanel"
          className="ui-tab-panel"
          id={panelId(name)}
          aria-labelledby={tabId(name)}
          data-orientation="horizontal"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable panel must be reachable by keyboard.
          tabIndex={0}
          hidden={name !== current}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
