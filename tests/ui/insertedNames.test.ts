import { type ESTree, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../support/syntax.ts';

/** Names of values that a person has written, or the name of a person or thing in any language. */
const written =
  /(^|\.|\?\.)(name|nameEn|drugName|tradeName|title|dept|deptName|reason|remark|comment|complaint|chiefComplaint|speaker)\b( (\?\?|\|\|) '[^']*')?$/;

const isSpace = (text: string) => /^\s*$/.test(text);

/** Texts of a template that show something beside a value: its words, and its other values. */
const besides = ({ quasis, expressions }: ESTree.TemplateLiteral) =>
  quasis.filter(({ value }) => !isSpace(value.raw)).length + expressions.length - 1;

/** A template with spaces or punctuation is read by people; one without is a key, an id or an address. */
const isRead = ({ quasis }: ESTree.TemplateLiteral) =>
  quasis.some(({ value }) => /[ ·(),:：（）]/.test(value.raw) && !/^\s*[\w.-]+ of $|px|var\(/.test(value.raw));

/** Calls whose texts name a stored value or an element of the page. */
const keyed = /\b(useKept|useTextDraft|useDecisionForm|querySelector(All)?)(<.*>)?$/;

/** The template strings of a file that insert a written text without isolating it. */
function bareTexts(source: Source): readonly string[] {
  const found: string[] = [];
  const keys = new Set<ESTree.Node>();
  new Visitor({
    CallExpression(call) {
      if (keyed.test(source.textOf(call.callee))) for (const one of call.arguments) keys.add(one);
    },
    JSXAttribute({ name, value }) {
      if (name.name === 'key' && value?.type === 'JSXExpressionContainer') keys.add(value.expression);
    },
    TemplateLiteral(template) {
      if (keys.has(template) || !isRead(template) || besides(template) === 0) return;
      const texts = template.expressions.map((one) => source.textOf(one).replace(/^keepUnits\((.*)\)$/, '$1'));
      found.push(...texts.filter((text) => written.test(text)).map((text) => `${source.placeOf(template)} ${text}`));
    },
  }).visit(source.program);
  return found;
}

/** Files whose `name` is the title of a page, which is a text of the product. */
const titles = ['src/screens/lists/ExportButton.tsx', 'src/screens/layout/useTitle.ts'];

test('a written text inside another text is isolated, so that its direction moves nothing beside it', () => {
  const sources = [...sourcesIn('src/screens', '.ts', '.tsx'), ...sourcesIn('src/verify', '.ts')];
  expect(sources.filter(({ path }) => !titles.includes(path)).flatMap(bareTexts)).toEqual([]);
});
