import { useTranslation } from '../../../locales/i18n.ts';
import { namedIn } from '../namedIn.ts';

/** The name of a member of staff in the user's language. */
export function useStaffName() {
  const { language } = useTranslation();
  return (person: Parameters<typeof namedIn>[1]) => namedIn(language, person);
}
