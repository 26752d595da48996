import {
  badgeRecipe,
  buttonRecipe,
  emptyStateSlotRecipe,
  fieldSlotRecipe,
  inputRecipe,
  kbdRecipe,
  nativeSelectSlotRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  spinnerRecipe,
  statusSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
} from '@chakra-ui/react/theme';

/**
 * Looks of the Chakra components that the first screens need. A component without its recipe is drawn with no style at all;
 * those that are fetched later (Dialog, Drawer, Menu, Combobox, Toast, Tooltip) bring theirs as their `recipe` property.
 */
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

/** The same for components of several parts. */
export const slotRecipes = {
  emptyState: emptyStateSlotRecipe,
  field: fieldSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  status: statusSlotRecipe,
  tabs: tabsSlotRecipe,
};
