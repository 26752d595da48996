import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import {
  animationStyles,
  breakpoints,
  keyframes,
  layerStyles,
  nativeSelectSlotRecipe,
  switchSlotRecipe,
} from '@chakra-ui/react/theme';
import { recipes, slotRecipes } from './recipes.ts';
import { scales } from './scales.ts';
import { semanticColors, semanticRadii, semanticShadows } from './semantic.ts';

const reading = (fontSize: string) => ({ value: { fontSize, lineHeight: 'var(--ui-leading)' } });
const display = (fontSize: string) => ({ value: { fontSize, lineHeight: '1.3' } });

const controlEdge = { variants: { variant: { outline: { borderColor: 'border.control', bg: 'bg.panel' } } } };
const firmRing = { base: { '--focus-ring-width': '2px' } };

const theme = defineConfig({
  cssVarsPrefix: 'chakra',
  cssVarsRoot: ':where(html, .chakra-theme)',
  preflight: true,
  globalCss: {
    '*': {
      '--global-font-mono': 'fonts.mono',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.border',
    },
    html: { color: 'fg', bg: 'bg.subtle', lineHeight: 'var(--ui-leading)', colorPalette: 'teal' },
    body: { fontSize: 'sm' },
    '*::placeholder, *[data-placeholder]': { color: 'fg.subtle', opacity: 1 },
    '*::selection': { bg: 'teal.muted' },
  },
  theme: {
    breakpoints,
    keyframes,
    layerStyles,
    animationStyles,
    tokens: scales,
    semanticTokens: { colors: semanticColors, radii: semanticRadii, shadows: semanticShadows },
    textStyles: {
      '2xs': reading('2xs'),
      xs: reading('xs'),
      sm: reading('sm'),
      md: reading('md'),
      lg: display('lg'),
      xl: display('xl'),
      '2xl': display('2xl'),
      '3xl': display('3xl'),
      label: { value: { fontSize: 'sm', lineHeight: 'var(--ui-leading)', fontWeight: 'medium' } },
    },
    recipes,
    slotRecipes,
  },
});

/** What differs from the recipes as they come: edges of controls that can be seen, heights that follow the density. */
const looks = defineConfig({
  theme: {
    recipes: {
      button: {
        variants: {
          size: { md: { h: 'var(--ui-control)', minW: 'var(--ui-control)' } },
          variant: {
            solid: { _hover: { bg: 'colorPalette.hover' }, _expanded: { bg: 'colorPalette.hover' } },
            outline: { '--outline-color': 'colors.border.control', bg: 'bg.panel' },
          },
        },
      },
      input: {
        ...firmRing,
        variants: { ...controlEdge.variants, size: { md: { '--input-height': 'var(--ui-control)' } } },
      },
      textarea: { ...firmRing, ...controlEdge },
      checkmark: { base: { borderColor: 'border.control' } },
      radiomark: { base: { borderColor: 'border.control' } },
    },
    slotRecipes: {
      nativeSelect: {
        slots: nativeSelectSlotRecipe.slots ?? [],
        variants: {
          variant: {
            outline: { field: { borderColor: 'border.control', bg: 'bg.panel', '--focus-ring-width': '2px' } },
          },
          size: { md: { field: { h: 'var(--ui-control)' } } },
        },
      },
      switch: {
        slots: switchSlotRecipe.slots ?? [],
        base: { control: { boxShadow: 'inset 0 0 0 1px var(--chakra-colors-border-control)' } },
      },
    },
  },
});

const complete = createSystem(defaultBaseConfig, theme, looks);

/**
 * The look of the product for Chakra's components. Its reset, base styles and tokens are not made at run time:
 * they stand in base.css, so that the page has its colours before any script has run.
 */
export const system = { ...complete, _global: [] };

/** The system with its global styles, from which base.css is made (tests/ui/base.test.ts). */
export const wholeSystem = complete;
