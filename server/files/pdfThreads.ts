const thread = /\/Thread(?![A-Za-z0-9])/g;
const type = /\/Type[\0\t\n\f\r ]*$/;
/** The longest gap between a key and its value that is looked at. */
const longestGap = 64;

/** Whether a comment is open at the end of this text, given whether one was at its beginning. */
function isCommented(text: string, before: boolean): boolean {
  const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return (lineEnd < 0 && before) || text.includes('%', lineEnd + 1);
}

/**
 * Whether a text of a PDF has an action that goes to an article, which may be in another file. The type of an article has
 * the same name. Behind a comment the two look alike, so that both count.
 */
export function goesToArticle(text: string): boolean {
  let [from, inComment] = [0, false];
  for (const { index } of text.matchAll(thread)) {
    const near = Math.max(from, index - longestGap);
    const key = type.exec(text.slice(near, index));
    if (key === null) return true;
    inComment = isCommented(text.slice(from, near + key.index), inComment);
    if (inComment) return true;
    from = index;
  }
  return false;
}
