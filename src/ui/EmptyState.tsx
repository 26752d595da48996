import { EmptyState as ChakraEmptyState } from '@chakra-ui/react/empty-state';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  /** Why there is nothing. */
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
  readonly tone?: 'danger' | undefined;
  /** Something failed: it is told at once. */
  readonly urgent?: boolean;
  /** It stands in the place of a whole screen, so its title is the screen's heading. */
  readonly isScreen?: boolean;
};

/** What stands where a list, a pane or a screen would: never a blank. */
export function EmptyState({ title, text, icon, action, tone, urgent = false, isScreen = false }: Props) {
  return (
    <ChakraEmptyState.Root
      size="sm"
      paddingBlock="4"
      height="full"
      minHeight="32"
      display="grid"
      role={urgent ? 'alert' : undefined}
    >
      <ChakraEmptyState.Content gap="2" textAlign="center">
        <ChakraEmptyState.Indicator color={tone ?? 'fg.subtle'} textStyle="3xl">
          {icon ?? <Inbox aria-hidden="true" />}
        </ChakraEmptyState.Indicator>
        {isScreen ? (
          <ChakraEmptyState.Title as="h1" tabIndex={-1}>
            {title}
          </ChakraEmptyState.Title>
        ) : (
          <ChakraEmptyState.Title as="strong">{title}</ChakraEmptyState.Title>
        )}
        {text ? (
          <ChakraEmptyState.Description as="p" maxWidth="28rem">
            {text}
          </ChakraEmptyState.Description>
        ) : null}
        {action}
      </ChakraEmptyState.Content>
    </ChakraEmptyState.Root>
  );
}
