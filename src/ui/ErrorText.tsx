import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { readonly id?: string; readonly urgent?: boolean; readonly children: ReactNode };

/** What is wrong with something that is no single field, and how to put it right. */
export function ErrorText({ id, urgent = false, children }: Props) {
  return (
    <p id={id} className="ui-error-text" role={urgent ? 'alert' : undefined}>
      <CircleAlert aria-hidden="true" size="1em" />
      {children}
    </p>
  );
}
