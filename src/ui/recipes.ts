import {
  alertSlotRecipe,
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

/** Chakra's looks of the parts that the first screens need: looks.css is made from them, the parts are plain elements. */
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

/** The same for parts made of several elements. */
export const slotRecipes = {
  alert: alertSlotRecipe,
  emptyState: emptyStateSlotRecipe,
  field: fieldSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  status: statusSlotRecipe,
  tabs: tabsSlotRecipe,
};
