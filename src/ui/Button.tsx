import { type ComponentProps, cloneElement, isValidElement } from 'react';

export type ButtonProps = Omit<ComponentProps<'button'>, 'color'> & {
  readonly look?: 'solid' | 'outline' | 'subtle' | 'ghost';
  readonly tone?: 'brand' | 'neutral' | 'danger';
  readonly size?: 'md' | 'sm';
  /** At work: it keeps its place and focus, and further clicks do nothing. */
  readonly busy?: boolean;
  /** The one child, a link say, takes the look and the behaviour. */
  readonly asChild?: boolean;
};

/** Something to press. */
export function Button(props: ButtonProps) {
  const { look = 'solid', tone = 'brand', size = 'md', busy = false, asChild = false, children, ...own } = props;
  const carried = {
    ...own,
    className: own.className ? `ui-button ${own.className}` : 'ui-button',
    'data-look': look,
    'data-tone': tone,
    'data-size': size,
  };
  if (asChild) return isValidElement(children) ? cloneElement(children, carried) : children;
  return (
    <button
      {...carried}
      type={own.type ?? 'button'}
      aria-busy={busy || undefined}
      aria-disabled={busy || own['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : own.onClick}
    >
      {busy ? <span className="ui-spinner" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'aria-label'> & {
  /** What it does: its name, and the tooltip shown on hover and focus. */
  readonly label: string;
  /** The keys that do the same, shown behind the name in the tooltip. */
  readonly keys?: string;
};

/** A button that shows only a picture. The one shared tooltip tells what it does. */
export function IconButton({ label, keys, look = 'ghost', tone = 'neutral', ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      tone={tone}
      data-square=""
      aria-label={label}
      data-tooltip={keys ? `${label} (${keys})` : label}
      aria-keyshortcuts={keys}
      {...rest}
    />
  );
}
