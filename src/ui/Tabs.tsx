import { Tabs as ChakraTabs } from '@chakra-ui/react/tabs';
import type { ReactNode } from 'react';

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
  return (
    <ChakraTabs.Root
      value={current}
      onValueChange={({ value }) => onChange(value as Name)}
      variant={look === 'line' ? 'line' : 'enclosed'}
      fitted={look === 'boxed'}
      lazyMount={!keepPanels}
      unmountOnExit={!keepPanels}
      display="flex"
      flexDirection="column"
      minHeight="0"
    >
      <ChakraTabs.List aria-label={label} flex="none" overflowX="auto" scrollbarWidth="none">
        {tabs.map(({ name, label: text, mark }) => (
          <ChakraTabs.Trigger key={name} value={name} whiteSpace="nowrap" flexShrink="0">
            {text}
            {mark}
          </ChakraTabs.Trigger>
        ))}
      </ChakraTabs.List>
      {tabs.map(({ name, panel }) => (
        <ChakraTabs.Content key={name} value={name} flex="1" minHeight="0" overflow="auto">
          {panel}
        </ChakraTabs.Content>
      ))}
    </ChakraTabs.Root>
  );
}
