import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'size' | 'color' | 'height' | 'width'> & {
  readonly label: ReactNode;
};

/** A tick with its label; both can be clicked. It is the browser's own. */
export function Checkbox({ label, className, ...input }: Props) {
  return (
    <label className={className ? `ui-checkbox ${className}` : 'ui-checkbox'}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}
