import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import {
  alertSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  emptyStateSlotRecipe,
  fieldSlotRecipe,
  inputRecipe,
  kbdRecipe,
  keyframes,
  nativeSelectSlotRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  spinnerRecipe,
  statusSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
} from '@chakra-ui/react/theme';
import { configs } from './system.ts';

/** Chakra recipes of the plain elements of the first screens; scripts/recipes.ts makes their stylesheet. */
export const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  input: inputRecipe,
  kbd: kbdRecipe,
  skeleton: skeletonRecipe,
  skipNavLink: skipNavLinkRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};

/** Recipes of parts that consist of several elements. */
export const slotRecipes = {
  alert: alertSlotRecipe,
  emptyState: emptyStateSlotRecipe,
  field: fieldSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  status: statusSlotRecipe,
  tabs: tabsSlotRecipe,
};

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
  theme: { keyframes, recipes, slotRecipes },
});

const square = { height: 'auto', minHeight: 'var(--ui-control)', minWidth: 'var(--ui-control)' };
const edge = { borderColor: 'border.control', bg: 'bg.panel' };
const firmRing = { '--focus-ring-width': '2px' };

/** Differences from the standard recipes: visible borders of controls, heights that follow the density. */
const own = defineConfig({
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
        base: { ...firmRing, _readOnly: { bg: 'bg.muted' } },
        variants: { variant: { outline: edge }, size: { md: { '--input-height': 'var(--ui-control)', px: '2.5' } } },
      },
      textarea: {
        base: {
          ...firmRing,
          fieldSizing: 'content',
          minHeight: 'calc(var(--ui-control) * 1.5)',
          maxHeight: '96',
          resize: 'vertical',
        },
        variants: { variant: { outline: edge }, size: { md: { px: '2.5', py: '1.5' } } },
      },
    },
    slotRecipes: {
      nativeSelect: {
        slots: slotRecipes.nativeSelect.slots ?? [],
        base: { field: firmRing },
        variants: {
          variant: { outline: { field: edge } },
          size: { md: { root: { '--select-field-height': 'var(--ui-control)' }, field: { ps: '2.5' } } },
        },
      },
      tabs: {
        slots: slotRecipes.tabs.slots ?? [],
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

/** The system with base styles, animations and all recipes; scripts/recipes.ts makes the stylesheet from it. */
export const wholeSystem = createSystem(...configs, page, own);
