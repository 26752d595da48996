import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const handler = /\bonKey(?:Down|Up|Press)(?:Capture)?(?:=|:)|'key(?:down|up|press)'/;
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .toSorted();
const sourceOf = (file: string) => readFileSync(`src/${file}`, 'utf8');

/** Key listeners of the window's capture phase, which receive the keys of an input method. */
const seesComposition = {
  'services/alertSound.ts': 'starts the sound at the first gesture',
  'services/attention.ts': 'notes that the person is active',
  'services/idle.ts': 'notes that the person is active',
  'screens/session/LockCover.tsx': 'keeps keys from a locked page',
  'ui/silentValues.ts': 'reads fields whichever key is pressed',
  'ui/ime.ts': 'hides these keys from every other handler',
  'ui/useIgnoredKeys.ts': 'keeps keys from what has just appeared',
};

/** Files whose handlers React or the document calls, after the keys of an input method were taken out. */
const seesNoComposition = [
  'screens/chat/ChatLog.tsx',
  'screens/chat/Composer.tsx',
  'screens/chat/ComposerTools.tsx',
  'screens/chat/MessageRow.tsx',
  'screens/chat/PictureViewer.tsx',
  'screens/chat/QuickReplies.tsx',
  'screens/chat/SearchBar.tsx',
  'screens/chat/VoiceNote.tsx',
  'screens/chat/VoicePlayer.tsx',
  'screens/chat/chatScroll.ts',
  'screens/cloudRoom/ConversationList.tsx',
  'screens/cloudRoom/FinishDialog.tsx',
  'screens/cloudRoom/PaneSidePanel.tsx',
  'screens/cloudRoom/listParts.tsx',
  'screens/filterFields.tsx',
  'screens/keyboard/Palette.tsx',
  'screens/keyboard/ShortcutHelp.tsx',
  'screens/keyboard/registry.ts',
  'screens/prescription/PreventionAnswer.tsx',
  'screens/prescription/RxLine.tsx',
  'screens/prescriptionTask/Decision.tsx',
  'screens/prescriptionTask/PrescriptionTask.tsx',
  'screens/prescriptionTask/ReviewSheet.tsx',
  'screens/questions/EntryField.tsx',
  'screens/questions/FoldedCards.tsx',
  'screens/signIn/PuzzleBoard.tsx',
  'screens/templates/SetLine.tsx',
  'screens/templates/TemplateForm.tsx',
  'screens/templates/TemplateList.tsx',
  'screens/workforceManagement/PlanGrid.tsx',
  'ui/Menu.tsx',
  'ui/Splitter.tsx',
  'ui/Tabs.tsx',
  'ui/Tooltips.tsx',
];

test('every file that handles keys is listed, with whether it receives those of an input method', () => {
  expect(files.filter((file) => handler.test(sourceOf(file)))).toEqual(
    [...seesNoComposition, ...Object.keys(seesComposition)].toSorted(),
  );
});

test('a handler that must not receive an input method’s keys listens only after they are taken out', () => {
  const early = seesNoComposition.filter((file) => /'key\w+'[^;]*(?:capture: true|, true\))/.test(sourceOf(file)));
  expect(early).toEqual([]);
});

test('no handler checks for an input method by itself, because the application hides these keys first', () => {
  const checking = files.filter((file) => /isComposing|keyCode/.test(sourceOf(file)));
  expect(checking).toEqual(['ui/ime.ts']);
  expect(sourceOf('compose/app/app.ts')).toContain('hideCompositionKeys(window)');
});
