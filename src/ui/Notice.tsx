import { Alert } from '@chakra-ui/react/alert';
import { Flex } from '@chakra-ui/react/flex';
import { alertSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';

type Props = {
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** What can be done about it. */
  readonly actions?: ReactNode;
  /** It is spoken at once: something is wrong that the person did not expect. */
  readonly urgent?: boolean;
};

const statuses = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** A strip that stays: what state something is in, why, and what to do about it. */
export function Notice({ tone, title, children, actions, urgent = false }: Props) {
  return (
    <Alert.Root
      recipe={alertSlotRecipe}
      bg={`${tone}.bg`}
      status={statuses[tone]}
      size="sm"
      role={urgent ? 'alert' : undefined}
      alignItems="flex-start"
      flexWrap="wrap"
    >
      <Alert.Indicator />
      <Alert.Content minW="10rem">
        <Alert.Title>{title}</Alert.Title>
        {children ? <Alert.Description>{children}</Alert.Description> : null}
      </Alert.Content>
      {actions ? (
        <Flex gap="2" wrap="wrap" marginInlineStart="auto">
          {actions}
        </Flex>
      ) : null}
    </Alert.Root>
  );
}
