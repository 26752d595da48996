import type { ComponentProps, ReactNode } from 'react';
import './field.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & { readonly label: ReactNode };

/** A tick with its label; both can be clicked. */
export function Checkbox({ label, className = '', ...input }: Props) {
  return (
    <label className={`ui-check ${className}`}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}
