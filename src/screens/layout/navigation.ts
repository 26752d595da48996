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
  readonly label: TextKey & `frame.nav.${string}`;
  readonly icon: LucideIcon;
};

export type { Role };

/** Doctors treat, reviewers review, administrators run the hospital; each role has its own navigation. */
export const places: Record<Role, readonly Place[]> = {
  doctor: [
    { path: '/', label: 'frame.nav.home', icon: House },
    { path: '/cloudRoom', label: 'frame.nav.cloudRoom', icon: MessagesSquare },
    { path: '/orderRecord', label: 'frame.nav.orders', icon: ClipboardList },
    { path: '/prescriptionRecord', label: 'frame.nav.prescriptions', icon: Pill },
    { path: '/serviceSetup', label: 'frame.nav.serviceSetup', icon: Settings2 },
    { path: '/workforceManagement', label: 'frame.nav.schedule', icon: CalendarDays },
    { path: '/personalData', label: 'frame.nav.profile', icon: UserRound },
  ],
  reviewer: [
    {
      path: '/prescriptionTask',
      alsoAt: '/prescriptionReview',
      label: 'frame.nav.reviewQueue',
      icon: ClipboardCheck,
    },
    { path: '/myAuditRecord', label: 'frame.nav.myReviews', icon: ListChecks },
    { path: '/personalData', label: 'frame.nav.profile', icon: UserRound },
  ],
  administrator: [
    { path: '/administration', label: 'frame.nav.administration', icon: Settings2 },
    { path: '/personalData', label: 'frame.nav.profile', icon: UserRound },
  ],
};

/** Whether an address belongs to a place: its screen or a page below it. */
export const isAt = ({ path, alsoAt }: Place, pathname: string): boolean =>
  pathname === path || pathname === alsoAt || (path !== '/' && pathname.startsWith(`${path}/`));
