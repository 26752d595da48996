import { pathsTo } from '../workbench/stage/worlds.ts';
import type { Place } from './picturePlaces.ts';

function isPanelShown(): boolean {
  const panel = document.querySelector('.pane-side-panel');
  return panel === null || (panel.textContent !== '' && panel.querySelector('.ui-skeleton') === null);
}

/** Every state that can be jumped to on the stage of the workbench. */
export const statePlaces = (): readonly Place[] =>
  Object.entries(pathsTo).flatMap(([machine, paths]) =>
    [...paths().keys()].map((state) => ({
      name: `${machine}.${state}`,
      visitor: null,
      open: (page) => page.goto(`/stage?machine=${machine}&state=${state}`),
      async shown(page) {
        await page.locator('html[data-stage=set]').waitFor();
        // Some states show nothing.
        const anything = page.locator('#root *:not(.ui-skeleton)').first();
        await anything.waitFor({ timeout: 3_000 }).catch(() => {});
        // The code of a side panel comes after the page; in some states the panel itself is loading.
        await page.waitForFunction(isPanelShown, undefined, { timeout: 3_000 }).catch(() => {});
      },
    })),
  );
