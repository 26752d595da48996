// One module, so that both dialogs and what they share are one file of the build.
export { RecordTemplates } from './RecordTemplates.tsx';
export { RxTemplates } from './RxTemplates.tsx';
export { TemplatesSetup } from './TemplatesSetup.tsx';
