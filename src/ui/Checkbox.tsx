import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'size' | 'color' | 'height' | 'width'> & {
  readonly label: ReactNode;
};

/**
 * A tick with its label; both can be clicked. It is the browser's own: Chakra's would add 4.1 KiB to /login, which is over its 175.
 */
export function Checkbox({ label, className, ...input }: Props) {
  return (
    <chakra.label
      className={className}
      display="inline-flex"
      alignItems="flex-start"
      gap="2"
      minHeight="6"
      cursor="checkbox"
      css={{ '&:has(:disabled)': { layerStyle: 'disabled' } }}
    >
      <chakra.input type="checkbox" flex="none" boxSize="4.5" marginTop="0.5" accentColor="teal.solid" {...input} />
      <span>{label}</span>
    </chakra.label>
  );
}
