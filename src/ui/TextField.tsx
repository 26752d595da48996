import { Input } from '@chakra-ui/react/input';
import { InputGroup } from '@chakra-ui/react/input-group';
import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldWords, splitWords } from './Field.tsx';

type Props = FieldWords &
  Omit<ComponentProps<'input'>, 'required' | 'id' | 'size' | 'color' | 'height' | 'width'> & {
    /** A small button inside the box, at its end. */
    readonly trailing?: ReactNode;
  };

/** One line of text with its label. The input's own attributes, `ref` among them, are passed on. */
export function TextField(props: Props) {
  const [words, { trailing, ...input }] = splitWords(props);
  return (
    <Field {...words}>
      {(tied) => (
        <InputGroup endElement={trailing} endElementProps={{ px: '0.5' }}>
          <Input type="text" {...input} {...tied} />
        </InputGroup>
      )}
    </Field>
  );
}
