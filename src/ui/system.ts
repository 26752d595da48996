import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { animationStyles, breakpoints, layerStyles } from '@chakra-ui/react/theme';
import { scales } from './scales.ts';
import { semanticColors, semanticRadii, semanticShadows } from './semantic.ts';

const reading = (fontSize: string) => ({ value: { fontSize, lineHeight: 'var(--ui-leading)' } });
const display = (fontSize: string) => ({ value: { fontSize, lineHeight: '1.3' } });

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
  },
});

/** The product's theme, without what scripts/recipes.ts writes into the stylesheet. */
export const configs = [defaultBaseConfig, theme] as const;

/**
 * The Chakra system for components that are loaded on demand (ChakraLayer.tsx) and bring their own recipes. Reset, base
 * styles, tokens and plain controls are in the stylesheet, so that the page is styled before any script runs.
 */
export const system = { ...createSystem(...configs), _global: [] };
