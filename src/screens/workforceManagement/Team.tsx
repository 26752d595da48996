import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { TeamMember } from '../../../contract/extension/schedule.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge, StatusDot } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { QueryResult } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';
import { usePlanText } from './planWords.ts';

const tones = { online: 'success', busy: 'warning', away: 'neutral' } as const;

function Member({ member }: { readonly member: TeamMember }) {
  const { t } = useTranslation();
  const planText = usePlanText();
  const titles = useLive(useApp().lists$).Doctor_Title;
  const { id, name, titleCode, duty, connected, active, limit, accepted, today } = member;
  return (
    <tr>
      <th scope="row">
        <span>{name}</span>
        {titleCode === null ? null : <small>{labelOf(titles, titleCode)}</small>}
      </th>
      <td>
        <Badge tone={tones[duty.state]}>{t(`home.duty.states.${duty.state}`)}</Badge>
        {duty.message ? <small dir="auto">{duty.message}</small> : null}
        <StatusDot
          tone={connected ? 'success' : 'neutral'}
          text={t(connected ? 'schedule.team.connected' : 'schedule.team.disconnected')}
        />
      </td>
      <td data-number="">
        <meter min={0} max={limit} value={active} aria-hidden="true" />
        <span>{t('schedule.team.loadOf', { active, limit })}</span>
      </td>
      <td data-number="">{accepted}</td>
      <td>{joined('details', planText(today))}</td>
      <td>
        <Link
          className="page-link"
          to={`/workforceManagement?doctor=${encodeURIComponent(id)}`}
          aria-label={t('schedule.team.open', { name })}
        >
          {t('schedule.team.plan')}
        </Link>
      </td>
    </tr>
  );
}

/** The department's doctors: who is on duty, with what load, and what they have planned today. */
export function Team() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.listTeam({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  useOwnChanges('plan', result.refresh);
  return (
    <QueryResult result={result} lines={8}>
      {({ department, members }) =>
        members.length === 0 ? (
          <EmptyState title={t('schedule.team.none')} text={t('schedule.team.noneText')} />
        ) : (
          <section className="card plan-team" aria-label={t('schedule.team.label', { department })}>
            <h2>{t('schedule.team.label', { department })}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
            <section className="plan-team-box" tabIndex={0} aria-label={t('schedule.tabs.team')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('schedule.team.name')}</th>
                    <th scope="col">{t('schedule.team.duty')}</th>
                    <th scope="col">{t('schedule.team.load')}</th>
                    <th scope="col">{t('schedule.team.accepted')}</th>
                    <th scope="col">{t('schedule.team.today')}</th>
                    <th scope="col">
                      <span className="ui-hidden">{t('schedule.team.plan')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {members.map((member) => (
                    <Member key={member.id} member={member} />
                  ))}
                </tbody>
              </table>
            </section>
          </section>
        )
      }
    </QueryResult>
  );
}
