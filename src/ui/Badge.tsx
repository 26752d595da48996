import { Badge as ChakraBadge } from '@chakra-ui/react/badge';
import type { ReactNode } from 'react';

type Props = {
  readonly tone?: 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';
  readonly children: ReactNode;
};

const palettes = { neutral: 'gray', brand: 'teal', info: 'blue', success: 'green', warning: 'orange', danger: 'red' };

/** A word on a coloured ground: a state, a kind. The word carries the meaning, not the colour. */
export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <ChakraBadge
      className="ui-badge"
      variant={tone === 'neutral' ? 'subtle' : 'surface'}
      colorPalette={palettes[tone]}
      _icon={{ boxSize: '3.5' }}
    >
      {children}
    </ChakraBadge>
  );
}
