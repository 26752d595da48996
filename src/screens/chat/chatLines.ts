import { type ChatMessage, isFromPatient } from '../../domain/message.ts';
import type { Translate } from '../../locales/texts.ts';
import { dateTimeText, type Locale } from '../../ui/format.ts';
import { messageText } from './bodyText.ts';

/** The people of a conversation; `doctor` is null where the name is not known. */
export type Speakers = { readonly patient: string; readonly doctor: string | null };

/** A message on paper or in the clipboard; `speaker` is null for notices. */
export type ChatLine = {
  readonly key: string;
  readonly time: string;
  readonly speaker: string | null;
  readonly text: string;
};

/** The platform writes down what the patient asked, in the patient's name. */
const isSaidByPatient = (message: ChatMessage) => isFromPatient(message) || message.body.kind === 'patient';

/** The messages of one conversation with the names of those who said them, and when. */
export const chatLines = (
  messages: readonly ChatMessage[],
  { patient, doctor }: Speakers,
  { locale, t }: { readonly locale: Locale; readonly t: Translate },
): ChatLine[] =>
  messages.map((message) => {
    const isNotice = message.body.kind === 'notice' && !message.recalled;
    const name = isSaidByPatient(message) ? patient : (doctor ?? t('chat.doctor'));
    return {
      key: message.key,
      time: dateTimeText(message.sendTime, locale),
      speaker: isNotice ? null : name,
      text: messageText(message),
    };
  });
