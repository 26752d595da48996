/** What stores a remembered sign-in form. */
export const importFormRecord = () => import('./formRecord.ts');
