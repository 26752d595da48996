import { Dialog, type DialogProps } from './Dialog.tsx';

type Props = Omit<DialogProps, 'role' | 'size'> & { readonly size?: 'md' | 'lg' };

/** A pane that comes in over the page where there is no room for it beside. */
export function Drawer({ side = 'end', ...rest }: Props) {
  return <Dialog {...rest} side={side} />;
}
