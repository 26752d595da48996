import { Portal } from '@chakra-ui/react/portal';
import { tooltipSlotRecipe } from '@chakra-ui/react/theme';
import { Tooltip } from '@chakra-ui/react/tooltip';
import { ChakraLayer } from './ChakraLayer.tsx';
import { overlayHost } from './overlayHost.ts';
import type { Aimed } from './Tooltips.tsx';

/** The bubble. It shows what the element's name already says, so it is hidden from screen readers. */
export function TooltipLayer({ anchor, text }: Aimed) {
  const positioning = {
    placement: 'bottom',
    gutter: 4,
    getAnchorElement: () => (anchor instanceof HTMLElement ? anchor : null),
  } as const;
  return (
    <ChakraLayer>
      <Tooltip.Root recipe={tooltipSlotRecipe} open positioning={positioning}>
        <Portal container={overlayHost}>
          <Tooltip.Positioner>
            <Tooltip.Content aria-hidden="true">{text}</Tooltip.Content>
          </Tooltip.Positioner>
        </Portal>
      </Tooltip.Root>
    </ChakraLayer>
  );
}
