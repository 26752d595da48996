import {
  CalendarDays,
  ClipboardCheck,
  ClipboardList,
  House,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Pill,
  Settings2,
  UserRound,
} from 'lucide-react';
import type { Role } from '../../domain/session.ts';
import type { TextKey } from '../../locales/texts.ts';

/** A navigation item. */
export type Place = {
  readonly path: string;
  /** Another address of the same screen. */
  readonly alsoAt?: string;
  readonly label: TextKey & `layout.nav.${string}`;
  readonly icon: LucideIcon;
};

export type { Role };

/** Doctors treat, auditors review, administrators run the hospital; each role has its own navigation. */
export const places: Record<Role, readonly Place[]> = {
  doctor: [
    { path: '/', label: 'layout.nav.home', icon: House },
    { path: '/cloudRoom', label: 'layout.nav.cloudRoom', icon: MessagesSquare },
    { path: '/orderRecord', label: 'layout.nav.orders', icon: ClipboardList },
    { path: '/prescriptionRecord', label: 'layout.nav.prescriptions', icon: Pill },
    { path: '/serviceSetup', label: 'layout.nav.serviceSetup', icon: Settings2 },
    { path: '/workforceManagement', label: 'layout.nav.schedule', icon: CalendarDays },
    { path: '/personalData', label: 'layout.nav.profile', icon: UserRound },
  ],
  auditor: [
    {
      path: '/prescriptionTask',
      alsoAt: '/prescriptionReview',
      label: 'layout.nav.reviewQueue',
      icon: ClipboardCheck,
    },
    { path: '/myAuditRecord', label: 'layout.nav.myReviews', icon: ListChecks },
    { path: '/personalData', label: 'layout.nav.profile', icon: UserRound },
  ],
  administrator: [
    { path: '/administration', label: 'layout.nav.administration', icon: Settings2 },
    { path: '/personalData', label: 'layout.nav.profile', icon: UserRound },
  ],
};

/** Whether an address belongs to a place: its screen or a page below it. */
export const isAt = ({ path, alsoAt }: Place, pathname: string): boolean =>
  pathname === path || pathname === alsoAt || (path !== '/' && pathname.startsWith(`${path}/`));
