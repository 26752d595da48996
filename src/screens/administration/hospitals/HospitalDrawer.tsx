import { useCallback } from 'react';
import type { PlatformHospital, SameName } from '../../../../contract/extension/operator.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useApp } from '../../app/app.ts';
import { QueryResult } from '../../app/Page.tsx';
import { Facts } from '../../lists/Facts.tsx';
import { useQuery } from '../../lists/usePages.ts';
import type { Issued } from '../AccessActions.tsx';
import { Hosts } from '../Hosts.tsx';
import { namedIn } from '../namedIn.ts';
import { Administrators } from './Administrators.tsx';
import { HospitalAccess } from './HospitalAccess.tsx';
import { Licence } from './Licence.tsx';

const nameOf = (host: string) => host.replace(/:\d+$/, '');

/** Which other hospitals have the name of an address under another port, in words. */
function useSameNames(sameNames: readonly SameName[]) {
  const { t } = useTranslation();
  return (host: string): string | null => {
    const others = sameNames.filter((one) => nameOf(one.host) === nameOf(host));
    if (others.length === 0) return null;
    return others
      .map((one) => t('hospitals.sameName', { host: one.host, name: one.name, id: one.hospitalId }))
      .join(' ');
  };
}

type BodyProps = {
  readonly hospital: PlatformHospital;
  readonly onChanged: () => void;
  readonly onIssued: (issued: Issued) => void;
};

function Body({ hospital, onChanged, onIssued }: BodyProps) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const { id, name, nameEn, staff } = hospital;
  const noteOf = useSameNames(hospital.sameNames);
  const website = window.location.host;
  const other = namedIn(language, hospital) === name ? nameEn : name;
  return (
    <div className="platform-hospital">
      <Facts
        label={t('hospitals.hospital')}
        rows={[
          [t('hospitals.number'), id],
          [t(other === name ? 'hospitals.fields.name' : 'hospitals.fields.nameEn'), other],
          [t('hospitals.staff'), t('hospitals.staffNumbers', staff)],
        ]}
      />
      <HospitalAccess hospital={hospital} onChanged={onChanged} />
      <Licence hospital={hospital} onChanged={onChanged} />
      <Hosts
        hospital={hospital}
        name={`new host of ${id}`}
        hint={t('hospitals.hostHint')}
        noteOf={noteOf}
        allowsRemovingLast
        add={(host) => api.addHostOfHospital({ id, host, website }, { quiet: true })}
        remove={(host) => api.removeHostOfHospital({ id, host, website }, { quiet: true })}
        onChanged={onChanged}
      />
      <Administrators hospital={hospital} onChanged={onChanged} onIssued={onIssued} />
    </div>
  );
}

type Props = {
  readonly id: string;
  /** The names, where the list has them already. */
  readonly name: Pick<PlatformHospital, 'name' | 'nameEn'> | null;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly onIssued: (issued: Issued) => void;
};

/** One hospital of the platform: state, licence, addresses and administrators, each with what an operator can change. */
export function HospitalDrawer({ id, name, onClose, onChanged, onIssued }: Props) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const load = useCallback(
    (signal: AbortSignal) => api.getPlatformHospital({ id, website: window.location.host }, { signal, quiet: true }),
    [api, id],
  );
  const result = useQuery(load);
  const named = result.state === 'ready' ? result.data : name;
  return (
    <Dialog
      open
      side="end"
      size="md"
      title={named ? namedIn(language, named) : t('hospitals.hospital')}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
    >
      <QueryResult result={result} lines={12}>
        {(hospital) => (
          <Body
            hospital={hospital}
            onChanged={() => {
              void result.refresh();
              onChanged();
            }}
            onIssued={onIssued}
          />
        )}
      </QueryResult>
    </Dialog>
  );
}
