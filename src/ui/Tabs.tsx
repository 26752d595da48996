import { type ReactNode, useId } from 'react';
import { TabList } from './TabList.tsx';

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

/** Panels of which one shows. Arrow keys move along the tabs, Tab goes on into the panel. */
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by the keyboard.
          tabIndex={0}
          hidden={name !== current}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
