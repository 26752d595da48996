import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldWords, splitWords } from './Field.tsx';
import { Input } from './Input.tsx';

type Props = FieldWords &
  Omit<ComponentProps<'input'>, 'required' | 'id' | 'size' | 'color' | 'height' | 'width'> & {
    /** A small button inside the box, at its end. */
    readonly trailing?: ReactNode;
  };

/** One line of text with its label. The input's own attributes, `ref` among them, are passed on. */
export function TextField(props: Props) {
  const [words, { trailing, className, ...input }] = splitWords(props);
  return (
    <Field {...words}>
      {(tied) => (
        <div className="ui-input-group">
          <Input {...input} {...tied} className={className} data-trailing={trailing ? '' : undefined} />
          {trailing ? <div className="ui-input-end">{trailing}</div> : null}
        </div>
      )}
    </Field>
  );
}
