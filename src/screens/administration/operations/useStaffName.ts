import { useTranslation } from '../../../locales/i18n.ts';

/** The name of a member of staff in the user's language. */
export function useStaffName() {
  const { language } = useTranslation();
  return ({ name, nameEn }: { readonly name: string; readonly nameEn: string }) =>
    (language === 'en' && nameEn) || name;
}
