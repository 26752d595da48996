import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { readonly id?: string; readonly urgent?: boolean; readonly children: ReactNode };

/** What is wrong with something that is no single field, and how to put it right. */
export function ErrorText({ id, urgent = false, children }: Props) {
  return (
    <chakra.p
      id={id}
      role={urgent ? 'alert' : undefined}
      display="flex"
      alignItems="center"
      gap="1"
      color="fg.error"
      fontSize="sm"
      fontWeight="medium"
    >
      <CircleAlert aria-hidden="true" size="1em" />
      {children}
    </chakra.p>
  );
}
