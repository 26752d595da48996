import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly text?: string; readonly children?: ReactNode };

/** The screen's one heading, what it is about, and what can be done with all of it. A change of screen puts the focus here. */
export function PageHeader({ title, text, children }: Props) {
  return (
    <Flex wrap="wrap" align="center" gap="2" columnGap="4" minHeight="12">
      <chakra.h1 tabIndex={-1} textStyle="xl" fontWeight="semibold">
        {title}
      </chakra.h1>
      {text ? <chakra.p color="fg.muted">{text}</chakra.p> : null}
      {children ? (
        <Flex wrap="wrap" gap="2" marginStart="auto">
          {children}
        </Flex>
      ) : null}
    </Flex>
  );
}
