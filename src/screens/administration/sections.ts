import { BadgeCheck, Building2, LayoutList, type LucideIcon, UsersRound } from 'lucide-react';
import { type ComponentType, lazy } from 'react';

/** A section of the administration: its address below /administration, its icon and its page, loaded on first use. */
type Section = { readonly name: string; readonly icon: LucideIcon; readonly Page: ComponentType };

/** The sections in the order of the side navigation; the first one opens at /administration itself. */
export const sections = [
  {
    name: 'people',
    icon: UsersRound,
    Page: lazy(() => import('./People.tsx').then(({ People }) => ({ default: People }))),
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
    name: 'hospital',
    icon: Building2,
    Page: lazy(() => import('./Hospital.tsx').then(({ Hospital }) => ({ default: Hospital }))),
  },
] as const satisfies readonly [Section, ...Section[]];

export type SectionName = (typeof sections)[number]['name'];
