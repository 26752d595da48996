import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { overlayHost } from '../../ui/overlayHost.ts';
import type { Paper } from './papers.ts';
import './print.css';

/** A text as a CSS string. */
const cssString = (text: string) =>
  `"${text.replace(/["\\\p{Cc}]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

/** Page size, running foot and page numbers; only page rules can count the pages. */
function pageRules({ size, foot }: Paper, pageText: string): string {
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

/** A paper alone on its pages, instead of the screen. */
export function Sheet({ paper }: { readonly paper: Paper }) {
  const { t } = useTranslation();
  usePageRules(pageRules(paper, t('print.page', { page: '\0page\0', pages: '\0pages\0' })));
  return createPortal(
    <div className="print-sheet" data-size={paper.size}>
      {paper.draw()}
    </div>,
    overlayHost.current,
  );
}
