import { useSelector } from '@xstate/react';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { ReplyValues } from '../../domain/quickReply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { SessionSnapshot } from '../../machines/session.ts';
import { useApp } from '../app.ts';

const doctorName = (s: SessionSnapshot) => s.context.account?.name ?? '';
const hospitalName = (s: SessionSnapshot) => s.context.account?.hospitalName ?? s.context.tenant?.name ?? '';

/** What the variables of a quick reply stand for in this consultation; an empty value counts as not known. */
export function useReplyValues({ name, gender }: PatientBrief): ReplyValues {
  const { t } = useTranslation();
  const { session } = useApp();
  const sex = gender === 1 ? 'male' : gender === 2 ? 'female' : null;
  return {
    'patient.name': name,
    'patient.title': sex === null ? '' : t(`chat.honorific.${sex}`),
    'doctor.name': useSelector(session, doctorName),
    hospital: useSelector(session, hospitalName),
  };
}
