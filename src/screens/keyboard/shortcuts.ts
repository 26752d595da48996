import type { Role } from '../../domain/session.ts';

/** Groups of the shortcut list that `?` opens, each with the roles whose screens have its actions. */
const rolesOfGroup = {
  everywhere: ['doctor', 'reviewer', 'administrator'],
  chats: ['doctor'],
  pane: ['doctor'],
  writing: ['doctor'],
  review: ['reviewer'],
} as const satisfies Record<string, readonly Role[]>;
export type ShortcutGroup = keyof typeof rolesOfGroup;
export const shortcutGroups = Object.keys(rolesOfGroup) as ShortcutGroup[];

type Shortcut = {
  readonly group: ShortcutGroup;
  /** In tinykeys syntax; empty if the focused element handles the key itself. */
  readonly keys: readonly string[];
  /** Label; `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly shown: string;
  /** Roles that have the action, if not all of its group. */
  readonly roles?: readonly Role[];
};

/** All shortcuts. Letters are physical keys, because Alt changes the character. */
export const shortcuts = {
  palette: { group: 'everywhere', keys: ['$mod+KeyK'], shown: 'Mod+K' },
  help: { group: 'everywhere', keys: ['Shift+?', '?'], shown: '?' },
  print: { group: 'everywhere', keys: ['$mod+KeyP'], shown: 'Mod+P', roles: ['doctor'] },
  goHome: { group: 'everywhere', keys: ['g h'], shown: 'g h' },
  goQueue: { group: 'everywhere', keys: ['g q'], shown: 'g q', roles: ['doctor', 'reviewer'] },
  goRecords: { group: 'everywhere', keys: ['g r'], shown: 'g r', roles: ['doctor', 'reviewer'] },
  goProfile: { group: 'everywhere', keys: ['g p'], shown: 'g p' },
  nextPane: { group: 'everywhere', keys: ['F6'], shown: 'F6' },
  previousPane: { group: 'everywhere', keys: ['Shift+F6'], shown: 'Shift+F6' },
  nextChat: { group: 'chats', keys: ['Alt+KeyJ'], shown: 'Alt+J' },
  previousChat: { group: 'chats', keys: ['Alt+KeyK'], shown: 'Alt+K' },
  nextUnread: { group: 'chats', keys: ['Alt+Shift+KeyJ'], shown: 'Alt+Shift+J' },
  previousUnread: { group: 'chats', keys: ['Alt+Shift+KeyK'], shown: 'Alt+Shift+K' },
  openChat: { group: 'chats', keys: ['Alt+(Digit[1-9])'], shown: 'Alt+1…9' },
  acceptNext: { group: 'chats', keys: ['Alt+KeyN'], shown: 'Alt+N' },
  showWaiting: { group: 'chats', keys: ['Alt+KeyO'], shown: 'Alt+O' },
  reply: { group: 'pane', keys: ['Alt+KeyL'], shown: 'Alt+L' },
  noAnswer: { group: 'pane', keys: ['Alt+Shift+KeyL'], shown: 'Alt+Shift+L' },
  history: { group: 'pane', keys: ['Alt+KeyH'], shown: 'Alt+H' },
  patient: { group: 'pane', keys: ['Alt+KeyP'], shown: 'Alt+P' },
  record: { group: 'pane', keys: ['Alt+KeyM'], shown: 'Alt+M' },
  prescription: { group: 'pane', keys: ['Alt+KeyX'], shown: 'Alt+X' },
  voiceNote: { group: 'pane', keys: ['Alt+KeyV'], shown: 'Alt+V' },
  enlarge: { group: 'pane', keys: ['Alt+Shift+KeyF'], shown: 'Alt+Shift+F' },
  closePane: { group: 'pane', keys: ['Alt+KeyW'], shown: 'Alt+W' },
  finish: { group: 'pane', keys: ['Alt+Shift+KeyE'], shown: 'Alt+Shift+E' },
  search: { group: 'pane', keys: ['$mod+KeyF'], shown: 'Mod+F' },
  saveRecord: { group: 'pane', keys: ['$mod+KeyS'], shown: 'Mod+S' },
  signRecord: { group: 'pane', keys: ['$mod+Enter'], shown: 'Mod+Enter' },
  submitPrescription: { group: 'pane', keys: ['$mod+Shift+Enter'], shown: 'Mod+Shift+Enter' },
  send: { group: 'writing', keys: [], shown: 'Enter' },
  sendSummary: { group: 'writing', keys: [], shown: 'Mod+Enter' },
  newLine: { group: 'writing', keys: [], shown: 'Shift+Enter' },
  lastUnsent: { group: 'writing', keys: [], shown: '↑' },
  quickReplies: { group: 'writing', keys: [], shown: '/' },
  closeLayer: { group: 'everywhere', keys: [], shown: 'Esc' },
  queueNext: { group: 'review', keys: ['j'], shown: 'J / ↓' },
  queuePrevious: { group: 'review', keys: ['k'], shown: 'K / ↑' },
  queueOpen: { group: 'review', keys: [], shown: 'Enter' },
  approve: { group: 'review', keys: [], shown: 'A' },
  reject: { group: 'review', keys: [], shown: 'R' },
  skip: { group: 'review', keys: ['s'], shown: 'S' },
  confirmChecks: { group: 'review', keys: [], shown: 'C' },
  ask: { group: 'review', keys: [], shown: 'Q' },
  rejectInComment: { group: 'review', keys: [], shown: 'Mod+Enter' },
  select: { group: 'review', keys: [], shown: 'X' },
  undo: { group: 'review', keys: ['u'], shown: 'U' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

/** The shortcuts of a group that a role has. */
export const shortcutsOf = (group: ShortcutGroup, role: Role): readonly ShortcutName[] =>
  shortcutNames.filter((name) => {
    const { roles = rolesOfGroup[group], ...shortcut }: Shortcut = shortcuts[name];
    return shortcut.group === group && roles.includes(role);
  });

export const shortcutNames = Object.keys(shortcuts) as ShortcutName[];
