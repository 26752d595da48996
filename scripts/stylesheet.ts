/** Styles as Chakra computes them: properties, and selectors or conditions with nested styles. */
export type Styles = { readonly [key: string]: string | number | Styles };

const dashed = (name: string) => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`));
const fontLike = /^(--|font-weight|line-height|opacity|z-index|flex|tab-size|order)/;
const worth = (name: string, value: string | number) =>
  typeof value === 'number' && value !== 0 && !fontLike.test(name) ? `${value}px` : value;

/** The declarations of styles, one per line. */
export const declarations = (styles: Styles, indent: string) =>
  Object.entries(styles)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${indent}${dashed(name)}: ${worth(dashed(name), value as string | number)};\n`)
    .join('');

/** Writes nested styles; their selectors must not use `&`. */
export function nested(styles: Styles, indent = ''): string {
  return Object.entries(styles)
    .map(([name, value]) => {
      if (typeof value !== 'object') return declarations({ [name]: value }, indent);
      const inner = nested(value, `${indent}  `);
      return inner ? `${indent}${name.replaceAll(/ ?&/g, '')} {\n${inner}${indent}}\n` : '';
    })
    .join('');
}

/** Splits a selector list; commas inside brackets do not separate. */
const alternatives = (list: string) => list.split(/,\s*(?![^(]*\))/);

/** Joins a nested selector to each of its parents: `&` is the parent, without it the selector is a descendant. */
const under = (parents: string, nested: string) =>
  alternatives(parents)
    .flatMap((parent) =>
      alternatives(nested).map((one) => (one.includes('&') ? one.replaceAll('&', parent) : `${parent} ${one}`)),
    )
    .join(', ');

/** Writes the styles of `selector` flat: nested selectors are expanded, conditions wrap them. */
export function flat(selector: string, styles: Styles, indent = ''): string {
  const own = declarations(styles, `${indent}  `);
  const rule = own ? `${indent}${selector} {\n${own}${indent}}\n` : '';
  return Object.entries(styles).reduce((sheet, [name, value]) => {
    if (typeof value !== 'object') return sheet;
    if (!name.startsWith('@')) return sheet + flat(under(selector, name), value, indent);
    const inner = flat(selector, value, `${indent}  `);
    return inner ? `${sheet}${indent}${name} {\n${inner}${indent}}\n` : sheet;
  }, rule);
}
