import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';

/** Loads a picture, so that printing, which does not wait, finds it in the page's memory. */
export async function loadPicture(address: string): Promise<void> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
}

type Props = { readonly name: string; readonly url: string | null | undefined };

/** The picture of a handwritten signature; without one nothing. */
export function SignaturePicture({ name, url }: Props) {
  const { linkOf } = useApp();
  const { t } = useTranslation();
  return url ? <img className="print-signature" src={linkOf(url)} alt={t('print.signature', { name })} /> : null;
}
