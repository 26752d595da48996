import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { keyframes } from '@chakra-ui/react/theme';
import { configs } from './system.ts';

const page = defineConfig({
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
  theme: { keyframes },
});

/** The system with the page's base styles and movements, from which base.css is made (tests/ui/base.test.ts). */
export const wholeSystem = createSystem(...configs, page);
