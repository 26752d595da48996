const blankMs = 60_000;

/**
 * A window that the click itself opens, since one opened after a wait is taken for an advertisement; its address follows.
 * Neither page can reach the other, and the address learns nothing of this one. Null where windows are forbidden.
 */
export function openAtOnce(title: string) {
  const opened = window.open('about:blank', '_blank');
  if (opened === null) return null;
  const { document } = opened;
  opened.opener = null;
  document.title = title;
  /** What the address sent was a download: nothing will ever be shown here. */
  function closeIfBlank() {
    try {
      if (opened?.location.href === 'about:blank') opened.close();
    } catch {
      // Another site's page: the document is shown.
    }
  }
  return {
    goTo(address: string) {
      const link = document.createElement('a');
      link.href = address;
      link.rel = 'noreferrer';
      document.body.append(link);
      link.click();
      setTimeout(closeIfBlank, blankMs);
    },
    close: () => opened.close(),
  };
}
