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
import type { ComponentType } from 'react';
import { loadTexts } from '../../locales/i18n.ts';
import { laterPart } from '../../ui/LaterPart.tsx';

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
    Page: laterPart(() => import('./People.tsx').then((m) => m.People)),
  },
  {
    name: 'identityRequests',
    icon: IdCard,
    Page: laterPart(() => import('./IdentityRequests.tsx').then((m) => m.IdentityRequests)),
  },
  {
    name: 'departments',
    icon: LayoutList,
    Page: laterPart(() => import('./Departments.tsx').then((m) => m.Departments)),
  },
  {
    name: 'certificates',
    icon: BadgeCheck,
    Page: laterPart(() => import('./Certificates.tsx').then((m) => m.Certificates)),
  },
  {
    name: 'medicines',
    icon: Pill,
    Page: laterPart(async () => {
      const [{ Medicines }] = await Promise.all([import('./Medicines.tsx'), loadTexts('documents')]);
      return Medicines;
    }),
  },
  {
    name: 'diagnoses',
    icon: Stethoscope,
    Page: laterPart(() => import('./Diagnoses.tsx').then((m) => m.Diagnoses)),
  },
  {
    name: 'dictionaries',
    icon: BookText,
    Page: laterPart(() => import('./Dictionaries.tsx').then((m) => m.Dictionaries)),
  },
  {
    name: 'checks',
    icon: ShieldCheck,
    Page: laterPart(async () => {
      const [{ CheckSettings }] = await Promise.all([import('./CheckSettings.tsx'), loadTexts('documents')]);
      return CheckSettings;
    }),
  },
  {
    name: 'hospital',
    icon: Building2,
    Page: laterPart(() => import('./Hospital.tsx').then((m) => m.Hospital)),
  },
  {
    name: 'operations',
    icon: Activity,
    Page: laterPart(() => import('./operations/Operations.tsx').then((m) => m.Operations)),
  },
  {
    name: 'hospitals',
    icon: Landmark,
    Page: laterPart(() => import('./hospitals/Hospitals.tsx').then((m) => m.Hospitals)),
    ofOperators: true,
  },
] as const satisfies readonly [Section, ...Section[]];
