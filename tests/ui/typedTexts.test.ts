import { readFileSync } from 'node:fs';
import { type ESTree, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../support/syntax.ts';

/** What a person has typed in a language of their own, where a screen or a paper shows it. */
const typed =
  /\b(chiefComplaint|comment|(audit)?[rR]emark|cancelReason|advice|body\.summary)\b|\bduty\.message\b|\bfields\[name\]|\b(question|answer|confirmed)\.text\b|\bmessageText\(|\btextOf\((fields|signed)/;

const attributesOf = ({ openingElement }: ESTree.JSXElement, { textOf }: Source) =>
  new Map(
    openingElement.attributes.flatMap((one) =>
      one.type === 'JSXAttribute' ? [[textOf(one.name), one.value ? textOf(one.value) : ''] as const] : [],
    ),
  );

const isOfPage = (name: string) => /^[a-z]/.test(name);

/** Elements of a file with typed text alone in them, and fields for text, with whether they follow its direction. */
function typedElements(source: Source): readonly { readonly place: string; readonly follows: boolean }[] {
  const found: { place: string; follows: boolean }[] = [];
  new Visitor({
    JSXElement(element) {
      const name = source.textOf(element.openingElement.name);
      const attributes = attributesOf(element, source);
      const shown = element.children.flatMap((child) => (child.type === 'JSXExpressionContainer' ? [child] : []));
      const [text] = shown.map(({ expression }) => source.textOf(expression));
      const isTyped = text !== undefined && shown.length === 1 && typed.test(text) && !/^t\(|=>|</.test(text);
      const isField =
        name === 'textarea' || (name === 'input' && /^("(text|search)"|)$/.test(attributes.get('type') ?? ''));
      if (!isOfPage(name) || attributes.has('hidden') || !(isTyped || isField)) return;
      found.push({ place: `${source.placeOf(element)} ${text ?? name}`, follows: attributes.get('dir') === '"auto"' });
    },
  }).visit(source.program);
  return found;
}

test('typed text and the fields for it run in the direction of its letters', () => {
  const elements = sourcesIn('src', '.tsx').flatMap(typedElements);
  expect(elements.length).toBeGreaterThan(25);
  expect(elements.flatMap(({ place, follows }) => (follows ? [] : place))).toEqual([]);
});

test('each text takes its direction paragraph by paragraph and is isolated from what is beside it', () => {
  expect(readFileSync('src/ui/global.css', 'utf8')).toMatch(/:where\(body \*\) \{\s*unicode-bidi: plaintext;/);
});
