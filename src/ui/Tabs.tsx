import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';

/** One tab: its name, what stands beside the name (a count, a draft mark), and its panel. */
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
  /** Panels stay alive while hidden, so that what is typed in one survives a look at another. */
  readonly keepPanels?: boolean;
};

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Panels of which one shows. Arrow keys move along the tabs, Tab goes on into the panel. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, look = 'line', keepPanels }: Props<Name>) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    const next =
      step &&
      tabs[
        step(
          tabs.findIndex((tab) => tab.name === current),
          tabs.length - 1,
        )
      ];
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    document.getElementById(`${id}-tab-${next.name}`)?.focus();
  };
  return (
    <div className="ui-tabs" data-look={look}>
      <div className="ui-tablist" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}-tab-${tab.name}`}
            type="button"
            role="tab"
            className="ui-tab"
            aria-selected={tab.name === current}
            aria-controls={`${id}-panel-${tab.name}`}
            tabIndex={tab.name === current ? 0 : -1}
            onClick={() => onChange(tab.name)}
          >
            {tab.label}
            {tab.mark}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.name}
          id={`${id}-panel-${tab.name}`}
          role="tabpanel"
          className="ui-tabpanel"
          aria-labelledby={`${id}-tab-${tab.name}`}
          hidden={tab.name !== current}
        >
          {tab.name === current || keepPanels ? tab.panel : null}
        </div>
      ))}
    </div>
  );
}
