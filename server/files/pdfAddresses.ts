/** Schemes of addresses that run a script or open a file of the reader's machine or network. */
const acting = /^(?:javascript|vbscript|file|data|smb|ms-[a-z-]+|search-ms):|^\\\\/i;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const literalPart = /\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g;
/** Blanks and control characters, which viewers skip before and inside a scheme, and the marks of UTF-16. */
const skipped = /[\0-\x20\x7f\xfe\xff]/g;

/** A text of a PDF from its first character, `(` or `<`; what follows its end does not matter here. */
function textAt(value: string): string {
  if (value.startsWith('<'))
    return value
      .slice(1)
      .replace(/[^0-9a-f]/gi, '')
      .replace(/[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code, 16)));
  return value
    .slice(1)
    .replace(literalPart, (_, octal?: string, letter?: string) =>
      octal === undefined
        ? (escapes[letter ?? ''] ?? (letter?.trim() || ''))
        : String.fromCharCode(Number.parseInt(octal, 8) & 255),
    );
}

/** Whether the value of a link's address runs something or opens a file when it is pressed. */
export const isActingAddress = (value: string): boolean =>
  /^(?:\(|<(?!<))/.test(value) && acting.test(textAt(value).replace(skipped, ''));
