import type { Page } from 'playwright-core';

/** What is needed of React's tree: the properties of each element, and the way on. */
type Node = {
  readonly memoizedProps: { readonly value?: unknown } | null;
  readonly child: Node | null;
  readonly sibling: Node | null;
  readonly stateNode: { readonly current?: Node } | null;
};

/**
 * The recording that a page would save as a problem report, or null before it records. It is found through the application in
 * React's tree, so that a page that hangs has one too.
 */
export const recordingIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const root = document.getElementById('root');
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
    const host = root && key ? (Reflect.get(root, key) as Node) : null;
    const waiting: (Node | null)[] = [host?.stateNode?.current ?? null];
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (!node) continue;
      const value = node.memoizedProps?.value;
      if (typeof value === 'object' && value !== null && 'alerts$' in value) {
        const { alerts$ } = value as { alerts$: { value: { problems: { file: () => string } | null } | null } };
        return alerts$.value?.problems?.file() ?? null;
      }
      waiting.push(node.sibling, node.child);
    }
    return null;
  });
