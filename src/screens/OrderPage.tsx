import { type ComponentType, useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { orderDetail } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { readOrderId } from '../domain/readId.ts';
import { useTranslation } from '../locales/i18n.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useApp } from './app.ts';
import { EventLog, Facts } from './Facts.tsx';
import { Page, PageHeader } from './Page.tsx';
import { usePatientWords } from './patients.ts';
import { useAllergyText } from './useAllergyText.ts';
import { codeText } from './useLocale.ts';
import { useQuery } from './usePages.ts';
import './orderPage.css';

export type WholeOrder = ReplyOf<typeof orderDetail>;
export type OrderQuery = ReturnType<typeof useQuery<WholeOrder>>;

type Props = {
  readonly texts: 'orders.detail' | 'orders.archive';
  readonly content: ComponentType<{ readonly result: OrderQuery }>;
};

/** A link back to the list of orders. */
export function OrdersLink() {
  const { t } = useTranslation();
  return (
    <Link className="page-link" to="/orderRecord">
      {t('orders.detail.back')}
    </Link>
  );
}

/** A screen about the order `id` of the URL; without an id it links back to the list. */
export function OrderPage({ texts, content }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = readOrderId(search.get('id'));
  if (id) return <ReadOrder key={id} id={id} content={content} />;
  return (
    <Page>
      <PageHeader title={t(`${texts}.untitled`)} />
      <EmptyState title={t(`${texts}.unnamed`)} action={<OrdersLink />} />
    </Page>
  );
}

function ReadOrder({ id, content: Content }: Pick<Props, 'content'> & { readonly id: OrderId }) {
  const { api } = useApp();
  const result = useQuery(useCallback((signal) => api.orderDetail({ id }, { signal, quiet: true }), [api, id]));
  return <Content result={result} />;
}

type OrderProps = { readonly order: WholeOrder };

/** The patient of the order with allergies, complaint and pictures. */
export function PatientCard({ order }: OrderProps) {
  const { linkOf } = useApp();
  const { t } = useTranslation();
  const patients = usePatientWords();
  const allergyText = useAllergyText();
  const { patient, images, visitedBefore } = order;
  return (
    <section className="card" aria-labelledby="order-patient">
      <h2 id="order-patient">{t('orders.detail.patient')}</h2>
      <Facts
        label={t('orders.detail.patient')}
        rows={[
          [t('orders.detail.patient'), `${patient.name} · ${patients.full(patient)}`],
          [t('workspace.patient.allergies'), allergyText(patient)],
          [t('orders.detail.complaint'), order.chiefComplaint],
          [t('orders.detail.symptoms'), order.symptoms],
          [t('orders.detail.duration'), order.duration],
          [
            t('orders.detail.visitedBefore'),
            visitedBefore ? t('common.state.yes') : visitedBefore === false ? t('common.state.no') : null,
          ],
        ]}
      />
      {images && images.length > 0 ? (
        <div className="order-pictures">
          {images.map((image, at) => (
            <a key={image} href={linkOf(image)} target="_blank" rel="noopener noreferrer">
              <img src={linkOf(image)} alt={t('orders.detail.picture', { number: at + 1 })} loading="lazy" />
            </a>
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** Events of the order since its creation. */
export function OrderLog({ order }: OrderProps) {
  const { t } = useTranslation();
  const { logs, createTime, patient } = order;
  const created = { time: createTime, operator: patient.name, action: 'create', remark: null };
  const entries = logs?.some(({ action }) => action === 'create') ? logs : [created, ...(logs ?? [])];
  return (
    <section className="card" aria-labelledby="order-log">
      <h2 id="order-log">{t('orders.detail.log')}</h2>
      <EventLog
        label={t('orders.detail.log')}
        entries={entries.map(({ action, remark, ...entry }) => ({
          ...entry,
          action: codeText('orders.action', action),
          remark: remark ? codeText('workspace.decline.reasons', remark) : null,
        }))}
      />
    </section>
  );
}
