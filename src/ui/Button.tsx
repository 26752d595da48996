import type { ComponentProps } from 'react';
import './button.css';

export type ButtonProps = ComponentProps<'button'> & {
  readonly look?: 'solid' | 'outline' | 'subtle' | 'ghost';
  readonly tone?: 'brand' | 'neutral' | 'danger';
  readonly size?: 'md' | 'sm';
  /** At work: it keeps its place and focus, and further clicks do nothing. */
  readonly busy?: boolean;
};

/** A button of plain elements: lists of them cost a tenth of styled ones. */
export function Button({
  look = 'solid',
  tone = 'brand',
  size = 'md',
  busy = false,
  onClick,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`ui-button ${className}`}
      data-look={look}
      data-tone={tone}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="ui-spin" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
