import { UserRoundX } from 'lucide-react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { NoticePage } from '../layout/NoticePage.tsx';

type Props = { readonly onContinue: () => void };

/** Somebody else signed in in another tab: this tab's work was closed before anything could go out in the wrong name. */
export function OtherPerson({ onContinue }: Props) {
  const { t } = useTranslation();
  return (
    <main>
      <NoticePage icon={UserRoundX} title={t('session.otherDoctor.title')} text={t('session.otherDoctor.text')}>
        <Button onClick={onContinue}>{t('session.otherDoctor.continue')}</Button>
      </NoticePage>
    </main>
  );
}
