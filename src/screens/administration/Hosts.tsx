import './hosts.css';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { HospitalProfile } from '../../../contract/extension/hospital.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { NewHost } from './NewHost.tsx';
import { RemoveHost } from './RemoveHost.tsx';

type RowProps = {
  readonly host: string;
  /** Why it cannot be removed now, and what to do; null if it can. */
  readonly kept: string | null;
  readonly note: string | null;
  readonly current: boolean;
  readonly onRemove: () => void;
};

function Row({ host, kept, note, current, onRemove }: RowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <div>
        <strong>{host}</strong>
        {kept === null ? null : <small>{kept}</small>}
        {note === null ? null : <small>{note}</small>}
      </div>
      {current ? <Badge tone="success">{t('hospital.addresses.current')}</Badge> : null}
      {kept === null ? (
        <Button
          look="outline"
          tone="danger"
          size="sm"
          aria-label={t('hospital.addresses.removeNamed', { host })}
          onClick={onRemove}
        >
          {t('hospital.addresses.remove')}
        </Button>
      ) : null}
    </li>
  );
}

type Props = {
  readonly hospital: Pick<HospitalProfile, 'hosts' | 'currentHost'>;
  /** Where a typed address is kept until it is added. */
  readonly name: string;
  readonly hint: string;
  /** What else somebody should know about an address, beneath it. */
  readonly noteOf?: (host: string) => string | null;
  /** Whether the last address can be removed too; the question then says what that means. */
  readonly allowsRemovingLast?: boolean;
  readonly add: ComponentProps<typeof NewHost>['add'];
  readonly remove: ComponentProps<typeof RemoveHost>['remove'];
  readonly onChanged: () => void;
};

/** The addresses under which browsers find a hospital: the list, one to add, and each to remove after a question. */
export function Hosts(props: Props) {
  const { hospital, name, hint, noteOf = () => null, allowsRemovingLast = false, add, remove, onChanged } = props;
  const { hosts, currentHost } = hospital;
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isRemoved = useRef(false);
  // The button of a removed address is gone, and the focus with it.
  useEffect(() => {
    if (hosts && isRemoved.current && document.activeElement === document.body) heading.current?.focus();
    isRemoved.current = false;
  }, [hosts]);
  const keptBecause = (host: string) => {
    if (hosts.length === 1 && !allowsRemovingLast) return t('hospital.addresses.last');
    return host === currentHost ? t('hospital.addresses.inUse') : null;
  };
  return (
    <section className="card" aria-label={t('hospital.addresses.title')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('hospital.addresses.title')}
      </h2>
      <p className="card-note">{t('hospital.addresses.text')}</p>
      {hosts.length === 0 ? <p>{t('hospital.addresses.none')}</p> : null}
      <ul className="hospital-hosts" aria-label={t('hospital.addresses.title')} hidden={hosts.length === 0}>
        {hosts.map((host) => (
          <Row
            key={host}
            host={host}
            kept={keptBecause(host)}
            note={noteOf(host)}
            current={host === currentHost}
            onRemove={() => {
              setRefusal(null);
              setRemoving(host);
            }}
          />
        ))}
      </ul>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <NewHost name={name} hint={hint} add={add} onChanged={onChanged} />
      <RemoveHost
        host={removing}
        consequence={t(hosts.length === 1 ? 'hospital.addresses.confirm.last' : 'hospital.addresses.confirm.text')}
        remove={remove}
        onRemoved={() => {
          isRemoved.current = true;
          heading.current?.focus();
          onChanged();
        }}
        onFailed={(text) => {
          setRefusal(text);
          onChanged();
        }}
        onClose={() => setRemoving(null)}
      />
    </section>
  );
}
