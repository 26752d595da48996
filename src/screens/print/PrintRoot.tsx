import { useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { overlayHost } from '../../ui/overlayHost.ts';
import { type Paper, papers } from './papers.ts';
import { usePrinting } from './usePrinting.ts';
import './print.css';

/** A text as a CSS string. */
const cssString = (text: string) =>
  `"${text.replace(/["\\\p{Cc}]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

/** Page size, running foot and page numbers; only page rules can count the pages. */
function pageRules({ size, foot }: Pick<Paper, 'size' | 'foot'>, pageText: string): string {
  const margin = size === 'A5' ? '10mm 10mm 14mm' : '15mm 18mm 18mm';
  const number = pageText
    .split(/(\0page\0|\0pages\0)/)
    .map((part) => (part.startsWith('\0') ? `counter(${part.slice(1, -1)})` : cssString(part)))
    .join(' ');
  const small = 'font-size: 7.5pt; font-family: sans-serif; color: #000;';
  return `@page {
    size: ${size}; margin: ${margin};
    @bottom-left { content: ${cssString(foot)}; width: 75%; ${small} }
    @bottom-right { content: ${number}; width: 25%; text-align: right; ${small} }
  }`;
}

function usePageRules(rules: string) {
  useLayoutEffect(() => {
    // Browsers without constructed style sheets print without page numbers.
    if (document.adoptedStyleSheets === undefined) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rules]);
}

const nothingSize = 'A4';

/** The open paper alone on its pages; without one, a page that says what to open. */
function Sheet({ paper }: { readonly paper: Paper | null }) {
  const { t } = useTranslation();
  const pages = { size: paper?.size ?? nothingSize, foot: paper?.foot ?? '' } as const;
  usePageRules(pageRules(pages, t('print.page', { page: '\0page\0', pages: '\0pages\0' })));
  return createPortal(
    <div className="print-sheet" data-size={pages.size}>
      {paper ? (
        paper.draw()
      ) : (
        <section>
          <h1>{t('print.nothing')}</h1>
          <p>{t('print.nothingText')}</p>
        </section>
      )}
    </div>,
    overlayHost.current,
  );
}

/** A screen marked so grows with its content and is printed as it is. */
const printsItself = () => document.querySelector('[data-printable]') !== null;

/** Draws what is printed instead of the screen, by buttons and by the browser's own print command. */
export function PrintRoot() {
  const printing = usePrinting();
  useEffect(() => papers.drawn(), []);
  if (!printing) return null;
  const paper = papers.current();
  return paper === null && printsItself() ? null : <Sheet paper={paper} />;
}
