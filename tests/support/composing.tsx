import { screen } from '@testing-library/react';
import type { QuickReply } from '../../contract/http/consult.ts';
import type { Reply } from '../../src/domain/outgoing.ts';
import { Composer } from '../../src/screens/chat/Composer.tsx';
import { useAttachments } from '../../src/screens/chat/useAttachments.ts';
import { fakeApp, order } from './fakeApp.tsx';
import { show } from './render.tsx';

// jsdom has no object URLs for files.
Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => {} });

export const wang = order('1', '王敏');
export const replies = [
  { id: '1', title: '问候', content: '您好{{patient.name}}{{patient.title}}，我是{{doctor.name}}。', type: 1, sort: 1 },
  { id: '2', title: 'Fever', content: 'Have you measured your temperature?', type: 2, sort: 2 },
  { id: '3', title: 'Nickname', content: 'Dear {{patient.nickname}}, welcome.', type: 2, sort: 3 },
] as unknown as QuickReply[];

type BoxProps = { readonly unsent: string | null; readonly onSend: (reply: Reply) => boolean };

function Box({ unsent, onSend }: BoxProps) {
  return (
    <Composer
      onWriting={() => {}}
      orderId={wang.id}
      patient={wang.patient}
      attachments={useAttachments(wang.conversationId)}
      onSend={onSend}
      recallUnsent={() => unsent}
    />
  );
}

export type Options = { readonly unsent?: string | null; readonly answers?: object; readonly closed?: boolean };

/** A reply box with its quick replies, and the messages sent from it. */
export function writing({ unsent = null, answers = {}, closed = false }: Options = {}) {
  const fake = fakeApp({ answers: { getQuickReplies: () => replies, ...answers } });
  const sent: Reply[] = [];
  const shown = show(fake.within(<Box unsent={unsent} onSend={(reply) => !closed && sent.push(reply) > 0} />));
  const box = screen.getByRole('textbox', { name: 'Message 王敏' });
  const texts = () => sent.map(({ content }) => JSON.parse(content).content ?? JSON.parse(content).url);
  return { ...shown, ...fake, sent, texts, box, send: screen.getByRole('button', { name: 'Send' }) };
}
