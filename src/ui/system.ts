import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import {
  animationStyles,
  breakpoints,
  layerStyles,
  nativeSelectSlotRecipe,
  tabsSlotRecipe,
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
  theme: {
    breakpoints,
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

const square = { height: 'auto', minHeight: 'var(--ui-control)', minWidth: 'var(--ui-control)' };

/** What differs from the recipes as they come: edges of controls that can be seen, heights that follow the density. */
const looks = defineConfig({
  theme: {
    recipes: {
      button: {
        base: {
          whiteSpace: 'normal',
          textAlign: 'center',
          transitionDuration: 'fast',
          '&[aria-busy=true]': { cursor: 'progress' },
          '&[data-square]': { px: '1', py: '1' },
        },
        variants: {
          size: {
            md: { ...square, px: '3.5', py: '1', lineHeight: '1.25', _icon: { width: '4.5', height: '4.5' } },
            sm: {
              height: 'auto',
              minHeight: '7',
              minWidth: '7',
              px: '2.5',
              py: '0.5',
              gap: '1.5',
              fontSize: '0.8125rem',
            },
          },
          variant: {
            solid: { _hover: { bg: 'colorPalette.hover' }, _expanded: { bg: 'colorPalette.hover' } },
            subtle: { _pressed: { bg: 'colorPalette.muted' } },
            outline: {
              '--outline-color': 'colors.border.control',
              bg: 'bg.panel',
              _pressed: { bg: 'colorPalette.muted' },
            },
            ghost: { _pressed: { bg: 'colorPalette.muted' } },
          },
        },
      },
      input: {
        base: { ...firmRing.base, _readOnly: { bg: 'bg.muted' } },
        variants: { ...controlEdge.variants, size: { md: { '--input-height': 'var(--ui-control)', px: '2.5' } } },
      },
      textarea: {
        base: {
          ...firmRing.base,
          fieldSizing: 'content',
          minHeight: 'calc(var(--ui-control) * 1.5)',
          maxHeight: '96',
          resize: 'vertical',
        },
        variants: { ...controlEdge.variants, size: { md: { px: '2.5', py: '1.5' } } },
      },
    },
    slotRecipes: {
      nativeSelect: {
        slots: nativeSelectSlotRecipe.slots ?? [],
        base: { field: { '--focus-ring-width': '2px' } },
        variants: {
          variant: { outline: { field: { borderColor: 'border.control', bg: 'bg.panel' } } },
          size: { md: { root: { '--select-field-height': 'var(--ui-control)' }, field: { ps: '2.5' } } },
        },
      },
      tabs: {
        slots: tabsSlotRecipe.slots ?? [],
        variants: {
          size: {
            md: {
              root: { '--tabs-height': 'var(--ui-control)', '--tabs-content-padding': '0' },
              trigger: { px: '3.5', py: '1' },
            },
          },
          variant: {
            line: { trigger: { _selected: { color: 'colorPalette.fg', '--indicator-thickness': '3px' } } },
            enclosed: { trigger: { _selected: { bg: 'bg.panel' } } },
          },
        },
      },
    },
  },
});

/** What the product says about its looks, apart from what is in base.css for good. */
export const configs = [defaultBaseConfig, theme, looks] as const;

/**
 * The look of the product for Chakra's components. Its reset, base styles and tokens are not made at run time:
 * they stand in base.css, so that the page has its colours before any script has run.
 */
export const system = { ...createSystem(...configs), _global: [] };
