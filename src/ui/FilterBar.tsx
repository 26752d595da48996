import type { ReactNode } from 'react';

type Props = { readonly label: string; readonly onSubmit?: () => void; readonly children: ReactNode };

/** The fields that narrow down a list. */
export function FilterBar({ label, onSubmit, children }: Props) {
  return (
    <search aria-label={label}>
      <form
        className="ui-filters"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        {children}
      </form>
    </search>
  );
}
