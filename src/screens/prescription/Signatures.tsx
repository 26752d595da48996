import type { Rx } from '../../../contract/http/prescription.ts';
import { isolated } from '../../domain/direction.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import './signatures.css';

type Props = { readonly rx: Rx };

/** Whether what is stored is no longer what was signed. */
export const isBroken = ({ signatures }: Rx): boolean => signatures?.some(({ state }) => state === 'broken') ?? false;

/** Refuses a prescription that was changed after it was signed, and says what to do. */
export function BrokenSignature({ rx }: Props) {
  const { t } = useTranslation();
  if (!isBroken(rx)) return null;
  return (
    <Notice tone="danger" urgent title={t('prescription.signatures.brokenTitle')}>
      {t('prescription.signatures.brokenText')}
    </Notice>
  );
}

type Role = 'doctor' | 'auditor';

const isSignedBy = ({ signatures }: Rx, role: Role): boolean =>
  signatures?.some((one) => one.role === role && one.state === 'valid') ?? false;

/** The picture of a handwritten signature: it belongs to a valid signature of this role over what is shown, not to a person. */
export const pictureOf = (rx: Rx, role: Role): string | null =>
  isSignedBy(rx, role) ? ((role === 'doctor' ? rx.doctor : rx.auditor)?.signUrl ?? null) : null;

type Signature = NonNullable<Rx['signatures']>[number];

/** Who signed, as they were called then; signatures of the first format say neither title nor department. */
function useSigner() {
  const { t } = useTranslation();
  return ({ name, title, dept }: Pick<Signature, 'name' | 'title' | 'dept'>): string =>
    title || dept
      ? joined('posts', [name || '—', title, dept])
      : `${isolated(name || '—')} ${t('prescription.signatures.untitled')}`;
}

/** The electronic signatures: who, when, and whether they match what is stored. */
export function Signatures({ rx }: Props) {
  const { t } = useTranslation();
  const where = useLocale();
  const signer = useSigner();
  const signatures = rx.signatures ?? [];
  if (signatures.length === 0) return <p className="rx-signatures">{t('prescription.signatures.none')}</p>;
  return (
    <ul className="rx-signatures" aria-label={t('prescription.signatures.title')}>
      {signatures.map(({ role, time, state, ...who }) => (
        <li key={role} data-state={state}>
          <span>{`${t('prescription.signatures.by', {
            role: t(`prescription.paper.${role}`),
            name: signer(who),
            time: dateTimeText(time, where),
          })} `}</span>
          <b>{t(`prescription.signatures.${state}`)}</b>
        </li>
      ))}
    </ul>
  );
}
