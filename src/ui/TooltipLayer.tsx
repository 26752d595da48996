import { Portal } from '@chakra-ui/react/portal';
import { tooltipSlotRecipe } from '@chakra-ui/react/theme';
import { Tooltip } from '@chakra-ui/react/tooltip';
import { ChakraLayer } from './ChakraLayer.tsx';
import { overlayHost } from './overlayHost.ts';
import type { TooltipTarget } from './Tooltips.tsx';

/**
 * Hidden from screen readers, because it repeats the accessible name of its anchor. A press goes through it to what it
 * covers: it stays open while its button has the focus.
 */
export function TooltipLayer({ anchor, text }: TooltipTarget) {
  const positioning = {
    placement: 'bottom',
    gutter: 4,
    getAnchorElement: () => (anchor instanceof HTMLElement ? anchor : null),
  } as const;
  return (
    <ChakraLayer>
      <Tooltip.Root recipe={tooltipSlotRecipe} open positioning={positioning}>
        <Portal container={overlayHost}>
          <Tooltip.Positioner pointerEvents="none">
            <Tooltip.Content aria-hidden="true" whiteSpace="pre-line">
              {text}
            </Tooltip.Content>
          </Tooltip.Positioner>
        </Portal>
      </Tooltip.Root>
    </ChakraLayer>
  );
}
