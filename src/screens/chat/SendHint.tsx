import { useTranslation } from '../../locales/i18n.ts';
import { modEnter, type SendKey } from '../keyboard/sendKey.ts';

type Props = { readonly id: string; readonly sendKey: SendKey };

/** Which keys send and which start a new line: the short form where the pane is narrow, none where there is no keyboard. */
export function SendHint({ id, sendKey }: Props) {
  const { t } = useTranslation();
  const keys = modEnter();
  return (
    <p id={id} className="reply-hint">
      <span>{t(`chat.sendKeys.${sendKey}`, { keys })}</span>
      <span aria-hidden="true">{t(`chat.sendKeys.${sendKey}Short`, { keys })}</span>
    </p>
  );
}
