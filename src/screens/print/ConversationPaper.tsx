import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ownNameIn, siteNameIn } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { PrintedMessages } from '../chat/PrintedMessages.tsx';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { OpenPaper } from './OpenPaper.tsx';

type Props = {
  /** The element that shows the conversation on the screen. */
  readonly place: RefObject<HTMLElement | null>;
  readonly order: ConsultOrder;
  readonly timeline: Timeline;
};

function PrintedConversation({ order, timeline }: Omit<Props, 'place'>) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const facts = usePaperFacts();
  const account = useSelector(useApp().session, ownNameIn);
  const hospital = useSelector(useApp().session, siteNameIn);
  const { patient, orderNo } = order;
  return (
    <article aria-label={t('chat.log', { patient: patient.name })}>
      <header className="printed-patient">
        <strong>{hospital}</strong>
        <h1>
          <bdi>{patient.name}</bdi>
        </h1>
        <p>{dotted(words.full(patient), orderNo)}</p>
        <p>
          <strong>{`${t('print.allergies')}:`}</strong>
          <span>{` ${facts.allergies(patient)}`}</span>
        </p>
      </header>
      <PrintedMessages
        timeline={timeline}
        speakers={{ patient: patient.name, doctor: order.doctorName ?? (account || null) }}
        inPart={t('chat.printed.inPart')}
      />
    </article>
  );
}

const nothing = async () => {};

/** What the browser prints of an open conversation: the patient, the allergies, and who said what when. */
export function ConversationPaper({ place, order, timeline }: Props) {
  const { t } = useTranslation();
  const hospital = useSelector(useApp().session, siteNameIn);
  const foot = dotted(hospital, t('print.conversation'), order.patient.name);
  const draw = () => <PrintedConversation order={order} timeline={timeline} />;
  return <OpenPaper place={place} paper={{ size: 'A4', foot, draw, load: nothing }} isLast />;
}
