import type { ComponentProps } from 'react';

/** A box for one line of text, where the label stands elsewhere. */
export function Input({ className, ...input }: ComponentProps<'input'>) {
  return <input type="text" {...input} className={className ? `ui-input ${className}` : 'ui-input'} />;
}
