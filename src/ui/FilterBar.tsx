import { Flex } from '@chakra-ui/react/flex';
import type { ReactNode } from 'react';

type Props = { readonly label: string; readonly onSubmit?: () => void; readonly children: ReactNode };

/** The fields that narrow down a list. */
export function FilterBar({ label, onSubmit, children }: Props) {
  return (
    <search aria-label={label}>
      <Flex asChild wrap="wrap" align="flex-end" gap="2" columnGap="3" css={{ '& > .ui-field': { width: '44' } }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit?.();
          }}
        >
          {children}
        </form>
      </Flex>
    </search>
  );
}
