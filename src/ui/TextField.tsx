import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldWords, splitWords } from './Field.tsx';

type Props = FieldWords &
  Omit<ComponentProps<'input'>, 'required' | 'id'> & {
    /** A small button inside the box, at its end. */
    readonly trailing?: ReactNode;
  };

/** One line of text with its label. The input's own attributes, `ref` among them, are passed on. */
export function TextField(props: Props) {
  const [words, { trailing, className = '', ...input }] = splitWords(props);
  return (
    <Field {...words}>
      {(tied) => (
        <div className="ui-input-box">
          <input type="text" {...input} {...tied} className={`ui-input ${className}`} />
          {trailing}
        </div>
      )}
    </Field>
  );
}
