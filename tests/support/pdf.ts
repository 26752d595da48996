import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';

/**
 * Some Chinese fonts draw a character and the radical of the same shape with one glyph, and Chromium writes the radical
 * into the text of the PDF. This names the characters again.
 */
const withoutRadicals = (text: string) =>
  text.replace(/[\u2f00-\u2fdf]/g, (radical) => radical.normalize('NFKC')).replace(/\u2eda/g, '\u9875');

const pointsPerMm = 72 / 25.4;

/** What the browser's print command prints now: text and size in mm of every page. */
export async function printed(page: Page) {
  const file = await page.pdf({ preferCSSPageSize: true });
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text } = await extractText(pdf, { mergePages: false });
  const sizes = await Promise.all(
    text.map(async (_, index) => {
      const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
      return [width, height].map((points) => Math.round(points / pointsPerMm)).join(' × ');
    }),
  );
  // Lines break where the page is full, which says nothing about the content.
  const flat = text.map((one) => withoutRadicals(one).replace(/\s+/g, ' '));
  return { file, pages: flat, text: flat.join(' '), sizes: [...new Set(sizes)] };
}
