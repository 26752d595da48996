import { lazy } from 'react';

/** The medical record of a consultation. */
export const RecordPanel = lazy(async () => {
  const { RecordPanel } = await import('../record/RecordPanel.tsx');
  return { default: RecordPanel };
});

/** The prescription of a consultation. */
export const PrescriptionPanel = lazy(async () => {
  const { PrescriptionPanel } = await import('../prescription/PrescriptionPanel.tsx');
  return { default: PrescriptionPanel };
});

/** What is known of the patient from before. */
export const HistoryPanel = lazy(async () => {
  const { HistoryPanel } = await import('../history/HistoryPanel.tsx');
  return { default: HistoryPanel };
});

export const PictureViewer = lazy(async () => {
  const { PictureViewer } = await import('../chat/PictureViewer.tsx');
  return { default: PictureViewer };
});
