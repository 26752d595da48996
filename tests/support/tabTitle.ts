import type { Page } from 'playwright-core';

/** The number of unread messages in a tab's title. */
export const unreadIn = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
