import { type ComponentProps, cloneElement, isValidElement } from 'react';
import { ownElement } from './ownElement.tsx';

export type ButtonProps = Omit<ComponentProps<'button'>, 'color'> & {
  readonly look?: 'solid' | 'outline' | 'subtle' | 'ghost';
  readonly tone?: 'brand' | 'neutral' | 'danger';
  readonly size?: 'md' | 'sm';
  /** In progress: the button keeps its focus and ignores further clicks. */
  readonly busy?: boolean;
  /** Renders the only child, for example a link, with the look and behaviour of the button. */
  readonly asChild?: boolean;
};

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
      {ownElement(children)}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'aria-label'> & {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Keyboard shortcut, shown after the name in the tooltip. */
  readonly keys?: string;
};

/** A button with only an icon; its name is shown by the shared tooltip. */
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
