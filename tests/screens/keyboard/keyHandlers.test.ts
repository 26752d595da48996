import { readdirSync, readFileSync } from 'node:fs';
import { Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../../support/syntax.ts';

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
  'screens/chat/useFollowEnd.ts',
  'screens/cloudRoom/ConversationList.tsx',
  'screens/cloudRoom/FinishDialog.tsx',
  'screens/cloudRoom/PaneSidePanel.tsx',
  'screens/cloudRoom/listParts.tsx',
  'screens/cloudRoom/usePanelKeys.ts',
  'screens/lists/filterFields.tsx',
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
  'ui/charts/TrendChart.tsx',
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

/** Keys with which an input method moves in its candidates, takes one or ends. */
const candidateKeys = [
  ...['Escape', 'Enter', 'Tab', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
];

/** The keys of an input method that a file compares with, or has as the entries of a table. */
function candidateKeysIn({ program }: Source): readonly string[] {
  const found = new Set<string>();
  const note = (key: unknown) => typeof key === 'string' && candidateKeys.includes(key) && found.add(key);
  new Visitor({
    Literal(node) {
      note(node.value);
    },
    Property(node) {
      if (node.key.type === 'Identifier' && !node.shorthand) note(node.key.name);
    },
  }).visit(program);
  return candidateKeys.filter((key) => found.has(key));
}

const vertical = ['ArrowUp', 'ArrowDown'];
const horizontal = ['ArrowLeft', 'ArrowRight'];

/** Every file that acts on one of these keys, and which. */
const actsOn: Readonly<Record<string, readonly string[]>> = {
  'domain/planDates.ts': [...vertical, ...horizontal],
  'screens/chat/Composer.tsx': ['ArrowUp'],
  'screens/chat/ComposerTools.tsx': ['Escape', ...vertical, ...horizontal],
  'screens/chat/MessageRow.tsx': horizontal,
  'screens/chat/PictureViewer.tsx': ['Escape', 'PageUp', 'PageDown', ...horizontal],
  'screens/chat/SearchBar.tsx': ['Escape', 'Enter'],
  'screens/chat/VoiceNote.tsx': ['Escape'],
  'screens/chat/VoicePlayer.tsx': [...vertical, ...horizontal],
  'screens/chat/chatScroll.ts': vertical,
  'screens/chat/useFollowEnd.ts': ['Home', 'PageUp', 'ArrowUp'],
  'screens/chat/usePictureView.ts': [...vertical, ...horizontal],
  'screens/cloudRoom/ConversationList.tsx': ['Escape', 'Home', 'End', ...vertical],
  'screens/cloudRoom/PaneSidePanel.tsx': ['Escape'],
  'screens/cloudRoom/usePanelKeys.ts': ['Escape', 'Tab'],
  'screens/lists/filterFields.tsx': ['Enter'],
  'screens/keyboard/ShortcutHelp.tsx': ['Escape', 'Tab', 'Backspace', 'Delete'],
  'screens/keyboard/keyMap.ts': ['Escape', 'Enter', 'Tab', 'Backspace', 'Delete', ...vertical, ...horizontal],
  'screens/keyboard/shortcuts.ts': ['Enter'],
  'screens/prescription/PreventionAnswer.tsx': ['Enter'],
  'screens/prescription/toNextField.ts': ['Enter'],
  'screens/prescriptionTask/Decision.tsx': ['Enter'],
  'screens/prescriptionTask/PrescriptionTask.tsx': vertical,
  'screens/prescriptionTask/ReviewSheet.tsx': ['Escape'],
  'screens/questions/EntryField.tsx': ['Enter'],
  'screens/questions/FoldedCards.tsx': ['Escape'],
  'screens/session/LockCover.tsx': ['Escape', 'Tab'],
  'screens/signIn/PuzzleBoard.tsx': ['Enter'],
  'screens/templates/TemplateForm.tsx': ['Enter'],
  'screens/templates/TemplateList.tsx': ['Enter', 'ArrowDown'],
  'screens/lists/useListSelection.ts': ['Escape', 'Enter', 'Tab', ...vertical],
  'ui/Menu.tsx': vertical,
  'ui/Splitter.tsx': ['Enter', 'Home', 'End', ...vertical, ...horizontal],
  'ui/Tabs.tsx': ['Home', 'End', ...horizontal],
  'ui/ime.ts': ['Escape'],
  'ui/Tooltips.tsx': ['Escape'],
  'ui/charts/TrendChart.tsx': ['Home', 'End', ...horizontal],
};

test('every file that acts on a key of an input method is listed with its keys: Tab and arrows too', () => {
  const acting = sourcesIn('src', '.ts', '.tsx').flatMap((source) => {
    const keys = source.path.includes('/locales/') ? [] : candidateKeysIn(source);
    return keys.length > 0 ? [[source.path.slice('src/'.length), keys] as const] : [];
  });
  expect(Object.fromEntries(acting)).toEqual(actsOn);
});

test('while composing, only the cover of a locked page and the guard of searches act on these keys', () => {
  const early = Object.keys(seesComposition).filter((file) => file in actsOn);
  expect(early).toEqual(['screens/session/LockCover.tsx', 'ui/ime.ts']);
  const [guard] = /const guard = [\s\S]*?\n {4}};/.exec(sourceOf('screens/session/LockCover.tsx')) ?? [];
  expect(guard).toContain('stopImmediatePropagation');
  expect(guard).not.toContain('preventDefault');
});
