import { Outlet, type RouteObject } from 'react-router-dom';
import type { Role } from '../../domain/session.ts';
import { loadTexts } from '../../locales/i18n.ts';
import type { Part } from '../../locales/textFiles.ts';
import { shownLater } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { loginImport } from '../login/loginImport.ts';
import { RequireSession, SessionPage } from '../session/SessionPage.tsx';

type Screen = () => Promise<{ Component: () => React.ReactNode }>;

/**
 * Loads a screen on first use. The router keeps a rejection for ever, so a screen that stays away is answered with its
 * place, which tries again.
 */
const lazily = (load: Screen): Pick<RouteObject, 'lazy'> => {
  const code = onDemand(load);
  return { lazy: () => code.load().catch(() => ({ Component: shownLater(code, 'screen') })) };
};

const screen = (path: string, load: Screen): RouteObject => ({ path, ...lazily(load) });

type Office = (path: string, load: Screen, texts?: readonly Part[]) => RouteObject;

/** A screen outside the cloud room, with its texts and calls. */
const officeWith =
  (loadAllCalls: Needs['loadAllCalls']): Office =>
  (path, load, texts = ['office', 'documents']) =>
    screen(path, async () => {
      const [loaded] = await Promise.all([load(), loadAllCalls(), ...texts.map(loadTexts)]);
      return loaded;
    });

/** A screen of reviewers, with its texts; those of a prescription load with its review. */
const reviews = (office: Office, path: string, load: Screen): RouteObject => office(path, load, ['office', 'reviews']);

/** Routes of one role; its frame loads with that of all screens. */
const forRole = (role: Role, children: RouteObject[]): RouteObject => ({
  ...lazily(async () => ({ Component: (await import('../session/RequireRole.tsx')).frames[role] })),
  children,
});

/** The screens of each role, and those of all. */
const screensOf = (office: Office): Record<Role | 'all', RouteObject[]> => ({
  doctor: [
    office('/', () => import('../home/Home.tsx').then(({ Home }) => ({ Component: Home })), ['office']),
    screen('/cloudRoom', () =>
      import('../cloudRoom/CloudRoom.tsx').then(({ CloudRoom }) => ({ Component: CloudRoom })),
    ),
    screen('/cloudRoom/detail', async () => {
      const [{ RoomDetail }] = await Promise.all([import('../cloudRoom/RoomDetail.tsx'), loadTexts('conversation')]);
      return { Component: RoomDetail };
    }),
    office('/cloudRoom/detail1', () =>
      import('../archive/Archive.tsx').then(({ Archive }) => ({ Component: Archive })),
    ),
    office(
      '/orderRecord',
      () => import('../orderRecord/OrderRecord.tsx').then(({ OrderRecord }) => ({ Component: OrderRecord })),
      ['office'],
    ),
    office('/orderRecord/detail', () =>
      import('../orderRecord/OrderDetail.tsx').then(({ OrderDetail }) => ({ Component: OrderDetail })),
    ),
    office('/prescriptionRecord', () =>
      import('../prescriptionRecord/PrescriptionRecord.tsx').then(({ PrescriptionRecord }) => ({
        Component: PrescriptionRecord,
      })),
    ),
    office('/serviceSetup', () =>
      import('../serviceSetup/ServiceSetup.tsx').then(({ ServiceSetup }) => ({ Component: ServiceSetup })),
    ),
    office(
      '/workforceManagement',
      () =>
        import('../workforceManagement/WorkforceManagement.tsx').then(({ WorkforceManagement }) => ({
          Component: WorkforceManagement,
        })),
      ['office'],
    ),
  ],
  reviewer: [
    reviews(office, '/prescriptionTask', () =>
      import('../prescriptionTask/PrescriptionTask.tsx').then(({ PrescriptionTask }) => ({
        Component: PrescriptionTask,
      })),
    ),
    reviews(office, '/prescriptionReview', () =>
      import('../prescriptionTask/PrescriptionReview.tsx').then(({ PrescriptionReview }) => ({
        Component: PrescriptionReview,
      })),
    ),
    reviews(office, '/myAuditRecord', () =>
      import('../myAuditRecord/MyAuditRecord.tsx').then(({ MyAuditRecord }) => ({ Component: MyAuditRecord })),
    ),
  ],
  administrator: [
    office(
      '/administration/*',
      () =>
        import('../administration/Administration.tsx').then(({ Administration }) => ({ Component: Administration })),
      ['office', 'administration'],
    ),
  ],
  all: [
    office(
      '/personalData',
      () => import('../personalData/PersonalData.tsx').then(({ PersonalData }) => ({ Component: PersonalData })),
      ['office', 'entrance'],
    ),
  ],
});

type Needs = {
  readonly failure: React.ReactNode;
  readonly opening: React.ReactNode;
  /** Resolves once the calls of the cloud room are available. */
  readonly loadWorkCalls: () => Promise<void>;
  /** Resolves once every call is available. */
  readonly loadAllCalls: () => Promise<void>;
};

/** The fifteen URLs of the product; all but /login are in the shared layout after sign-in. */
export function routes({ failure, opening, loadWorkCalls, loadAllCalls }: Needs): RouteObject[] {
  const { doctor, reviewer, administrator, all } = screensOf(officeWith(loadAllCalls));
  return [
    {
      element: (
        <SessionPage>
          <Outlet />
        </SessionPage>
      ),
      errorElement: failure,
      hydrateFallbackElement: opening,
      children: [
        screen('/login', async () => {
          const [{ Login }] = await Promise.all([loginImport.ask(), loadTexts('entrance')]);
          return { Component: Login };
        }),
        {
          element: (
            <RequireSession>
              <Outlet />
            </RequireSession>
          ),
          children: [
            {
              ...lazily(async () => {
                const [{ Shell }] = await Promise.all([import('./afterSignIn.ts'), loadTexts('rest'), loadWorkCalls()]);
                return { Component: Shell };
              }),
              // No error element here: a boundary whose own code is missing is not rendered on the first load.
              children: [
                {
                  errorElement: failure,
                  children: [
                    forRole('doctor', doctor),
                    forRole('reviewer', reviewer),
                    forRole('administrator', administrator),
                    ...all,
                    screen('*', async () => {
                      const [{ NotFound }] = await Promise.all([import('../layout/NotFound.tsx'), loadTexts('office')]);
                      return { Component: NotFound };
                    }),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}
