import { Button, type ButtonProps } from './Button.tsx';

type Props = Omit<ButtonProps, 'aria-label'> & {
  /** What it does: its name, and the tooltip shown on hover and focus. */
  readonly label: string;
  /** The keys that do the same, shown behind the name in the tooltip. */
  readonly keys?: string;
};

/** A button that shows only a picture. The one shared tooltip tells what it does. */
export function IconButton({ label, keys, look = 'ghost', tone = 'neutral', ...rest }: Props) {
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
