import type { Page } from 'playwright-core';

/** How many unread messages the title of a tab tells of. */
export const unreadIn = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
