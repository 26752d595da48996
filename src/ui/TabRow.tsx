import { Tabs as ChakraTabs } from '@chakra-ui/react/tabs';
import type { ReactNode } from 'react';

type Props<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly mark?: ReactNode }[];
  /** Null while none of the panels shows. */
  readonly current: Name | null;
  readonly onChange: (name: Name) => void;
  /** The element ids of a tab and of what it shows, which stands elsewhere. */
  readonly tabId: (name: string) => string;
  readonly panelId: (name: string) => string;
};

/** Tabs whose panel is not right below them. Arrow keys move along them. */
export function TabRow<Name extends string>({ label, tabs, current, onChange, tabId, panelId }: Props<Name>) {
  return (
    <ChakraTabs.Root
      value={current}
      ids={{ trigger: tabId, content: panelId }}
      onValueChange={({ value }) => onChange(value as Name)}
    >
      <ChakraTabs.List aria-label={label} borderBottomWidth="0" minHeight="8">
        {tabs.map(({ name, label: text, mark }, index) => (
          <ChakraTabs.Trigger
            key={name}
            value={name}
            // While none is chosen, the Tab key still finds the first.
            tabIndex={current === null && index === 0 ? 0 : undefined}
            minHeight="8"
            height="full"
            paddingInline="2.5"
            fontSize="0.8125rem"
            whiteSpace="nowrap"
          >
            {text}
            {mark}
          </ChakraTabs.Trigger>
        ))}
      </ChakraTabs.List>
    </ChakraTabs.Root>
  );
}
