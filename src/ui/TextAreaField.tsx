import type { ComponentProps } from 'react';
import { Field, type FieldWords, splitWords } from './Field.tsx';

type Props = FieldWords & Omit<ComponentProps<'textarea'>, 'required' | 'id' | 'color'>;

/** Several lines of text with their label; the box grows with what is written. */
export function TextAreaField(props: Props) {
  const [words, textarea] = splitWords(props);
  return <Field {...words}>{(tied) => <textarea rows={2} className="ui-textarea" {...textarea} {...tied} />}</Field>;
}
