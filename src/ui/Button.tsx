import { Button as ChakraButton } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import type { ComponentProps } from 'react';

export type ButtonProps = Omit<ComponentProps<'button'>, 'color'> & {
  readonly look?: 'solid' | 'outline' | 'subtle' | 'ghost';
  readonly tone?: 'brand' | 'neutral' | 'danger';
  readonly size?: 'md' | 'sm';
  /** At work: it keeps its place and focus, and further clicks do nothing. */
  readonly busy?: boolean;
  /** The one child, a link say, takes the look and the behaviour. */
  readonly asChild?: boolean;
};

const palettes = { brand: 'teal', neutral: 'gray', danger: 'red' };

/** Something to press. */
export function Button({ look = 'solid', tone = 'brand', busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <ChakraButton
      size="md"
      {...rest}
      type={rest.asChild ? undefined : (rest.type ?? 'button')}
      variant={look}
      colorPalette={palettes[tone]}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner size="inherit" aria-hidden="true" /> : null}
      {children}
    </ChakraButton>
  );
}
