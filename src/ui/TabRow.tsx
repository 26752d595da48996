import { TabList, type TabListProps } from './TabList.tsx';

/** Tabs whose panel is not right below them. */
export function TabRow<Name extends string>(props: TabListProps<Name>) {
  return (
    <div className="ui-tabs" data-look="row">
      <TabList {...props} />
    </div>
  );
}
