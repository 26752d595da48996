import { type ESTree, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type Node, type Source, sourcesIn } from '../support/syntax.ts';

/** Names of other files, or of parameters, that stand for elements or return them, and never a text. */
const elementNames = [
  ...['children', 'question', 'trigger', 'beside', 'icon'],
  ...['ownElement', 'createPortal', 'cloneElement', 'from'],
];

type Parent = ESTree.JSXElement | ESTree.JSXFragment;

/** The text of JSX without the line breaks that only format the source. */
const written = (text: string) => (text.includes('\n') ? text.trim() : text);

/** Names of a file that stand for elements, and of its functions that return elements. */
function elementsOf({ program, textOf }: Source): ReadonlySet<string> {
  const names = new Set(elementNames);
  const hasElement = (node: Node) => /<[A-Za-z>]/.test(textOf(node));
  new Visitor({
    TSPropertySignature(node) {
      if (/ReactNode|ReactElement/.test(textOf(node)) && node.key.type === 'Identifier') names.add(node.key.name);
    },
    FunctionDeclaration({ id, body }) {
      if (id && body && hasElement(body)) names.add(id.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !init) return;
      const isFunction = init.type === 'ArrowFunctionExpression' && hasElement(init);
      if (isFunction || !isText(init, names)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

/** Whether an expression may put a text into the page, or a child of an element does. */
function isText(node: Node, elements: ReadonlySet<string>): boolean {
  const text = (one: Node) => isText(one, elements);
  switch (node.type) {
    case 'JSXElement':
    case 'JSXEmptyExpression':
      return false;
    case 'JSXFragment':
      return node.children.some(text);
    case 'JSXText':
      return written(node.value).trim() !== '';
    case 'JSXExpressionContainer':
      return text(node.expression);
    case 'Literal':
      return typeof node.value === 'string' ? node.value.trim() !== '' : typeof node.value === 'number';
    case 'ArrayExpression':
      return node.elements.some((one) => one !== null && text(one));
    case 'SpreadElement':
      return text(node.argument);
    case 'ConditionalExpression':
      return text(node.consequent) || text(node.alternate);
    case 'LogicalExpression':
      return (node.operator !== '&&' && text(node.left)) || text(node.right);
    case 'Identifier':
      return !elements.has(node.name);
    case 'MemberExpression':
      return node.property.type !== 'Identifier' || !elements.has(node.property.name);
    case 'ChainExpression':
      return text(node.expression);
    case 'CallExpression':
      return isTextOfCall(node, elements);
    default:
      return true;
  }
}

/** Whether a call returns a text; a list is what its function makes of each. */
function isTextOfCall({ callee, arguments: [made] }: ESTree.CallExpression, elements: ReadonlySet<string>): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  if (name.type !== 'Identifier' || elements.has(name.name)) return false;
  if (!['map', 'flatMap'].includes(name.name) || !made) return true;
  if (made.type !== 'ArrowFunctionExpression') return isText(made, elements);
  return made.body.type === 'BlockStatement'
    ? !made.body.body.some((one) => one.type === 'ReturnStatement' && one.argument && !isText(one.argument, elements))
    : isText(made.body, elements);
}

/** The texts of a file that have other children, or may get them, beside them. */
function besideOthers(source: Source): readonly string[] {
  const elements = elementsOf(source);
  const found: string[] = [];
  const look = (parent: Parent) => {
    const children = parent.children.filter(
      (child) => child.type !== 'JSXText' || written(child.value) !== '' || !child.value.includes('\n'),
    );
    if (parent.type === 'JSXElement' && children.length < 2) return;
    for (const child of children)
      if (isText(child, elements)) found.push(`${source.placeOf(child)} ${source.textOf(child)}`);
  };
  new Visitor({ JSXElement: look, JSXFragment: look }).visit(source.program);
  return found;
}

/** What the statements of a component return, without its inner functions. */
function returnsOf(statements: readonly Node[]): readonly Node[] {
  return statements.flatMap((one): readonly Node[] => {
    if (one.type === 'ReturnStatement') return one.argument ? [one.argument] : [];
    if (one.type === 'IfStatement') return returnsOf([one.consequent, ...(one.alternate ? [one.alternate] : [])]);
    if (one.type === 'BlockStatement') return returnsOf(one.body);
    return one.type === 'SwitchStatement' ? one.cases.flatMap((way) => returnsOf(way.consequent)) : [];
  });
}

/** Components of a file that are a bare text, which stands beside whatever their user puts there. */
function bareTexts(source: Source): readonly string[] {
  const elements = elementsOf(source);
  const found: string[] = [];
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (!id || !body || !/^[A-Z]/.test(id.name)) return;
      const bare = returnsOf(body.body).filter((one) => one.type !== 'Identifier' && isText(one, elements));
      found.push(...bare.map((one) => `${source.placeOf(one)} ${source.textOf(one)}`));
    },
  }).visit(source.program);
  return found;
}

test('a text stands alone in its element, so that a translated page neither fails nor keeps old numbers', () => {
  expect(sourcesIn('src', '.tsx').flatMap((source) => [...besideOthers(source), ...bareTexts(source)])).toEqual([]);
});

/** Functions of a file without JSX that return elements, or lists of them. */
function makersOf({ program, textOf }: Source): ReadonlySet<string> {
  const makers = new Set<string>();
  new Visitor({
    FunctionDeclaration({ id, returnType }) {
      if (id && returnType && /HTML\w*Element/.test(textOf(returnType))) makers.add(id.name);
    },
  }).visit(program);
  return makers;
}

const adding = ['append', 'appendChild', 'prepend', 'replaceChildren', 'replaceWith', 'before', 'after'];
const writingMarkup = ['innerHTML', 'insertAdjacentHTML', 'insertAdjacentText', 'createTextNode'];

/** Where code without JSX puts a text beside elements: as an argument, or into an element that was made with a text. */
function builtTexts(source: Source): readonly string[] {
  const elements = new Set([...elementNames, ...makersOf(source)]);
  const withText = new Set<string>();
  const found: string[] = [];
  const report = (node: Node) => void found.push(`${source.placeOf(node)} ${source.textOf(node)}`);
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !init) return;
      if (!isText(init, elements)) elements.add(id.name);
      if (init.type !== 'CallExpression') return;
      const [, text] = init.arguments;
      if (text && isText(text, elements)) withText.add(id.name);
    },
    MemberExpression(node) {
      if (node.property.type === 'Identifier' && writingMarkup.includes(node.property.name)) report(node);
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!adding.includes(callee.property.name)) return;
      if (callee.object.type === 'Identifier' && withText.has(callee.object.name)) report(callee.object);
      for (const one of node.arguments) if (isText(one, elements)) report(one);
    },
  }).visit(source.program);
  return found;
}

test('a text stands alone in its element on the page that checks a prescription too', () => {
  const sources = sourcesIn('src/verify', '.ts');
  expect(sources.map(({ path }) => path)).toContain('src/verify/page.ts');
  expect(sources.flatMap(builtTexts)).toEqual([]);
});
