import { useSelector } from '@xstate/react';
import { Suspense, useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import type { StorageState } from '../../domain/outgoing.ts';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import {
  isExpiredRefused,
  mustChangePassword,
  ownNameIn,
  ownPictureIn,
  roleOf,
  siteNameIn,
} from '../../machines/selectors/session.ts';
import type { Awaiting } from '../../streams/awaiting.ts';
import { nothing$ } from '../../streams/live.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { laterPart, PartAway } from '../../ui/LaterPart.tsx';
import { useLanguageChange } from '../hooks/useLanguageChange.ts';
import { useLive } from '../hooks/useLive.ts';
import { Keyboard } from '../keyboard/Keyboard.tsx';
import { useKeyboard } from '../keyboard/registry.ts';
import { AppLayout, type Mark } from '../layout/AppLayout.tsx';
import { isAt, places, type Role } from '../layout/navigation.ts';
import { useTitle } from '../layout/useTitle.ts';
import { useUnopenedRejections } from '../prescription/rejections.ts';
import { useApp } from './app.ts';

const Alerts = laterPart(async () => {
  const [{ Alerts }] = await Promise.all([import('../alerts/Alerts.tsx'), loadTexts('office')]);
  return Alerts;
}, 'floating');

const FirstPassword = laterPart(async () => {
  const texts = ['office', 'entrance'] as const;
  const [{ FirstPassword }] = await Promise.all([
    import('../personalData/FirstPassword.tsx'),
    ...texts.map((part) => loadTexts(part)),
  ]);
  return FirstPassword;
}, 'screen');

const StorageWarning = laterPart(async () => {
  const [{ StorageWarning }] = await Promise.all([import('../layout/StorageWarning.tsx'), loadTexts('office')]);
  return StorageWarning;
}, 'line');

const SigningDialog = laterPart(async () => {
  const [{ SigningDialog }] = await Promise.all([import('../prescription/SigningDialog.tsx'), loadTexts('documents')]);
  return SigningDialog;
}, 'floating');

const doctorPaths = {
  goHome: '/',
  goQueue: '/cloudRoom',
  goRecords: '/prescriptionRecord',
  goProfile: '/personalData',
};
const administratorPaths = { goHome: '/administration', goProfile: '/personalData' };
const reviewerPaths = {
  goHome: '/prescriptionTask',
  goQueue: '/prescriptionTask',
  goRecords: '/myAuditRecord',
  goProfile: '/personalData',
};

const paths = { doctor: doctorPaths, reviewer: reviewerPaths, administrator: administratorPaths };

/** The frame and shortcuts of every screen after sign-in; none before a password given by others is changed. */
export function Shell() {
  const role = useSelector(useApp().session, roleOf);
  const isLimited = useSelector(useApp().session, mustChangePassword);
  if (role === null) return null;
  if (isLimited)
    return (
      <Suspense>
        <FirstPassword />
      </Suspense>
    );
  return (
    <Keyboard goTo={paths[role]}>
      <Frame role={role} />
    </Keyboard>
  );
}

/** Values of the dictionary banner_position, by screen; the home page places its own. */
const noticePositions: Readonly<Record<string, number>> = { '/cloudRoom': 3, '/personalData': 4 };

const noMarks = {};

/** Waiting patients beside the cloud room and rejections not opened beside the prescriptions, or the review queue's number. */
function useMarks(): Readonly<Record<string, Mark>> {
  const { t } = useTranslation();
  const { work$, review$ } = useApp();
  const work = useLive(work$);
  const reviews = useLive(useLive(review$)?.waiting$ ?? nothing$);
  const counts = useLive(work?.counts$ ?? nothing$);
  const isFailed = useLive<Awaiting | null, boolean>(
    work?.awaiting.list ?? nothing$,
    (list) => list?.state === 'failed',
  );
  const rejected = useUnopenedRejections().length;
  const waiting = counts?.waiting ?? (isFailed ? null : 0);
  return useMemo(() => {
    if (reviews) return { '/prescriptionTask': { count: reviews, label: t('alerts.reviews', { count: reviews }) } };
    const label = waiting === null ? t('frame.waitingUnknown') : t('frame.waiting', { count: waiting });
    return {
      ...(waiting === 0 ? noMarks : { '/cloudRoom': { count: waiting, label } }),
      ...(rejected === 0
        ? noMarks
        : { '/prescriptionRecord': { count: rejected, label: t('workspace.rejected.count', { count: rejected }) } }),
    };
  }, [waiting, rejected, reviews, t]);
}

/** A warning that drafts, or else the sign-in, would not survive closing this page; null if all is stored. */
function useStorageWarning() {
  const { work$, review$, isStorageLasting } = useApp();
  const doctor = useLive(work$);
  const reviewer = useLive(review$);
  const work = doctor ?? reviewer;
  const storageState = useLive<StorageState | null>(work?.storageState$ ?? nothing$) ?? 'kept';
  const loss = storageState === 'kept' ? (isStorageLasting() ? null : 'session') : storageState;
  if (loss === null) return null;
  return (
    <Suspense>
      <StorageWarning loss={loss} />
    </Suspense>
  );
}

function Frame({ role }: { readonly role: Role }) {
  const { session, connection$, appearance, alertCode, alerts$, work$, review$ } = useApp();
  const { t } = useTranslation();
  const changeLanguage = useLanguageChange();
  const hospital = useSelector(session, siteNameIn);
  const name = useSelector(session, ownNameIn);
  const picture = useSelector(session, ownPictureIn);
  const { state } = useLive(connection$);
  const isLoggedOut = useSelector(session, isExpiredRefused);
  const { theme } = useLive(appearance.current$);
  const keyboard = useKeyboard();
  const marks = useMarks();
  const unsafe = useStorageWarning();
  const alerts = useLive(alerts$);
  const [dialog, setDialog] = useState<'alerts' | 'help' | null>(null);
  const work = useLive(work$);
  const review = useLive(review$);
  const signing = useLive(work?.signing$ ?? review?.signing$ ?? nothing$);
  const [unsentCount, setUnsentCount] = useState(0);
  const logOut = () => session.send({ type: 'logout.requested' });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const place = places[role].find((one) => isAt(one, pathname));
  const waiting = useLive(work?.unread$ ?? review?.waiting$ ?? nothing$) ?? 0;
  useTitle(hospital || t('layout.product'), waiting, place && t(place.label));
  const NoticesAt = alerts?.notices.At;
  const position = noticePositions[pathname];
  return (
    <AppLayout
      role={role}
      strip={
        <>
          {unsafe}
          <PartAway of={alertCode} as="line" title={t('frame.alertsAway')} />
          {NoticesAt && position ? <NoticesAt position={position} /> : null}
        </>
      }
      marks={marks}
      hospital={hospital || t('layout.product')}
      person={useMemo(() => ({ name, picture }), [name, picture])}
      connection={isLoggedOut ? 'loggedOut' : state}
      theme={theme}
      onTheme={(next) => appearance.change({ theme: next })}
      onLanguage={(language) => {
        appearance.change({ language });
        changeLanguage(language);
      }}
      onAppearance={() => void navigate('/personalData?tab=appearance')}
      {...(role === 'administrator' ? {} : { onAlerts: alerts && (() => setDialog('alerts')) })}
      extra={
        alerts ? (
          <Suspense>
            <Alerts
              alerts={alerts}
              open={dialog}
              onClose={() => setDialog(null)}
              onShortcuts={keyboard?.openHelp ?? null}
            />
          </Suspense>
        ) : null
      }
      onLock={() => session.send({ type: 'lock.requested' })}
      onLogOut={() => {
        const count = work?.outbox.unsentCount() ?? 0;
        if (count > 0) setUnsentCount(count);
        else logOut();
      }}
      onShortcuts={keyboard?.openHelp ?? null}
      onHelp={alerts && (() => setDialog('help'))}
    >
      <Outlet />
      {signing ? (
        <Suspense>
          <SigningDialog request={signing} />
        </Suspense>
      ) : null}
      <ConfirmDialog
        open={unsentCount > 0}
        title={t('frame.unsent.title')}
        confirmLabel={t('layout.account.logOut')}
        cancelLabel={t('shared.leave.stay')}
        closeLabel={t('common.actions.close')}
        onConfirm={logOut}
        onCancel={() => setUnsentCount(0)}
      >
        {t('frame.unsent.text', { count: unsentCount })}
      </ConfirmDialog>
    </AppLayout>
  );
}
