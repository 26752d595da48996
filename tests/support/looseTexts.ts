/**
 * The texts that React changes or removes as text nodes, because other children may stand beside them. A browser that
 * translates the page moves text nodes, so that such a text stays old, or React fails when it removes it.
 */
export function looseTexts(page: Document): readonly string[] {
  const texts = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const loose: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const isReacts = Object.keys(node).some((key) => key.startsWith('__reactFiber$'));
    if (isReacts && node.textContent?.trim()) loose.push(node.textContent);
  }
  return loose;
}
