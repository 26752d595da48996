import type { Page } from 'playwright-core';

/** The recording that a page would save as a problem report, or null before it records. */
export const recordingIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const answer: { file: string | null } = { file: null };
    const keep = (file: string) => {
      answer.file = file;
    };
    window.dispatchEvent(new CustomEvent('cloudroom:reportWanted', { detail: keep }));
    return answer.file;
  });
