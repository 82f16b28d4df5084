/** One definition of an action feeds its button, its shortcut and the sheet that lists them. */
export interface ActionDefinition {
  id: string
  label: string
  section: 'Conversation' | 'Result' | 'General'
  /** Keys joined by +; `Mod` is ⌘ on Apple's keyboards and Ctrl elsewhere. */
  shortcut: string | null
  /** Whether the shortcut works while a text field has the focus. */
  inFields: boolean
}

export const actions = {
  newConversation: define('new-conversation', 'New Conversation', 'Conversation', 'c'),
  focusComposer: define('focus-composer', 'Ask a question', 'Conversation', '/'),
  attachFiles: define('attach-files', 'Attach files', 'Conversation', 'a'),
  recordVoice: define('record-voice', 'Record voice', 'Conversation', 'v'),
  stop: define('stop', 'Cancel processing', 'Conversation', 'Escape', true),
  copySql: define('copy-sql', 'Copy SQL', 'Result', 'Mod+Shift+c', true),
  exportCsv: define('export-csv', 'Export CSV', 'Result', null),
  switchTheme: define('switch-theme', 'Switch theme', 'General', null),
  showShortcuts: define('show-shortcuts', 'Keyboard shortcuts', 'General', '?'),
  logOut: define('log-out', 'Log out', 'General', null),
} as const

function define(
  id: string,
  label: string,
  section: ActionDefinition['section'],
  shortcut: string | null,
  inFields = false,
): ActionDefinition {
  return { id, label, section, shortcut, inFields }
}
