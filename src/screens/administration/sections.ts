import {
  Activity,
  BadgeCheck,
  BookText,
  Building2,
  IdCard,
  Landmark,
  LayoutList,
  type LucideIcon,
  Pill,
  ShieldCheck,
  Stethoscope,
  UsersRound,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';

/** A section of the administration: its address below /administration, its icon and its page, loaded on first use. */
type Section = {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly Page: ComponentType;
  /** Only for administrators who also operate the platform. */
  readonly ofOperators?: true;
};

/** The sections in the order of the side navigation; the first one opens at /administration itself. */
export const sections = [
  {
    name: 'people',
    icon: UsersRound,
    Page: lazy(() => import('./People.tsx').then(({ People }) => ({ default: People }))),
  },
  {
    name: 'identityRequests',
    icon: IdCard,
    Page: lazy(() => import('./IdentityRequests.tsx').then((m) => ({ default: m.IdentityRequests }))),
  },
  {
    name: 'departments',
    icon: LayoutList,
    Page: lazy(() => import('./Departments.tsx').then(({ Departments }) => ({ default: Departments }))),
  },
  {
    name: 'certificates',
    icon: BadgeCheck,
    Page: lazy(() => import('./Certificates.tsx').then(({ Certificates }) => ({ default: Certificates }))),
  },
  {
    name: 'medicines',
    icon: Pill,
    Page: lazy(() => import('./Medicines.tsx').then(({ Medicines }) => ({ default: Medicines }))),
  },
  {
    name: 'diagnoses',
    icon: Stethoscope,
    Page: lazy(() => import('./Diagnoses.tsx').then(({ Diagnoses }) => ({ default: Diagnoses }))),
  },
  {
    name: 'dictionaries',
    icon: BookText,
    Page: lazy(() => import('./Dictionaries.tsx').then(({ Dictionaries }) => ({ default: Dictionaries }))),
  },
  {
    name: 'checks',
    icon: ShieldCheck,
    Page: lazy(() => import('./CheckSettings.tsx').then(({ CheckSettings }) => ({ default: CheckSettings }))),
  },
  {
    name: 'hospital',
    icon: Building2,
    Page: lazy(() => import('./Hospital.tsx').then(({ Hospital }) => ({ default: Hospital }))),
  },
  {
    name: 'operations',
    icon: Activity,
    Page: lazy(() => import('./operations/Operations.tsx').then(({ Operations }) => ({ default: Operations }))),
  },
  {
    name: 'hospitals',
    icon: Landmark,
    Page: lazy(() => import('./hospitals/Hospitals.tsx').then(({ Hospitals }) => ({ default: Hospitals }))),
    ofOperators: true,
  },
] as const satisfies readonly [Section, ...Section[]];
