/**
 * One definition of an action defines its button, menu entry and shortcut, and its place in the shortcuts sheet and the
 * palette.
 */
export interface ActionDefinition {
  id: string
  label: string
  section: (typeof actionSections)[number]
  /** Keys joined by +, consecutive presses separated by a space; `Mod` is ⌘ on Apple keyboards and Ctrl elsewhere. */
  shortcut: string | null
  /** Whether the shortcut works while a text field has the focus. */
  inFields: boolean
  /** The shortcut works only if the focus is inside an element with this name in `data-keys`. */
  place: string | null
  /** Additional search words for the palette. */
  keywords: string
}

export const actionSections = ['Conversation', 'Result', 'Business area', 'Go to', 'General'] as const

/** If two have the same keys, the first one available on the open page gets them. */
export const actions = {
  newConversation: define('new-conversation', 'New Conversation', 'Conversation', 'c', { keywords: 'chat session' }),
  focusComposer: define('focus-composer', 'Ask a question', 'Conversation', '/'),
  editQuestion: define('edit-question', 'Edit the last question', 'Conversation', 'ArrowUp', {
    inFields: true,
    place: 'composer',
  }),
  nextTurn: define('next-turn', 'Next question', 'Conversation', 'j', { keywords: 'turn down' }),
  previousTurn: define('previous-turn', 'Previous question', 'Conversation', 'k', { keywords: 'turn up' }),
  attachFiles: define('attach-files', 'Attach files', 'Conversation', 'a', { keywords: 'upload' }),
  recordVoice: define('record-voice', 'Record voice', 'Conversation', 'v', { keywords: 'microphone speak' }),
  stop: define('stop', 'Cancel processing', 'Conversation', 'Escape', { inFields: true, keywords: 'stop' }),
  deleteSession: define('delete-session', 'Delete this session', 'Conversation', null, {
    keywords: 'remove conversation',
  }),
  clearAll: define('clear-all', 'Clear All Sessions', 'Conversation', null, { keywords: 'delete conversations' }),
  runSql: define('run-sql', 'Run the edited SQL', 'Result', 'Mod+Enter', { inFields: true }),
  copySql: define('copy-sql', 'Copy SQL', 'Result', 'Mod+Shift+c', { inFields: true }),
  exportCsv: define('export-csv', 'Export CSV', 'Result', null, { keywords: 'download save' }),
  addArea: define('add-area', 'Add business area', 'Business area', null, { keywords: 'create new' }),
  editArea: define('edit-area', 'Edit business area', 'Business area', null, { keywords: 'change' }),
  deleteArea: define('delete-area', 'Delete business area', 'Business area', null, { keywords: 'remove' }),
  goToChat: define('go-to-chat', 'Go to the chat', 'Go to', 'g c', { keywords: 'conversation' }),
  manageDatabases: define('manage-databases', 'Database Management', 'Go to', 'g d', { keywords: 'connections' }),
  viewConnections: define('view-connections', 'View Database Connections', 'Go to', 'g d'),
  viewAreas: define('view-areas', 'View Business Areas', 'Go to', 'g a', { keywords: 'configure management' }),
  openApprovals: define('open-approvals', 'Approvals', 'Go to', null, {
    keywords: 'protected tables waiting approve decline review',
  }),
  openSettings: define('open-settings', 'Settings', 'Go to', null, { keywords: 'preferences options' }),
  manageUsers: define('manage-users', 'User Management', 'Go to', null, { keywords: 'people accounts approve' }),
  reconfigure: define('reconfigure', 'Reconfigure Environment', 'Go to', null, { keywords: 'setup wizard' }),
  openAudit: define('open-audit', 'Audit log', 'Go to', null, { keywords: 'history security' }),
  openAbout: define('open-about', 'About', 'Go to', null, { keywords: 'version licence' }),
  openPalette: define('open-palette', 'Command palette', 'General', 'Mod+k', { inFields: true }),
  showShortcuts: define('show-shortcuts', 'Keyboard shortcuts', 'General', '?', { keywords: 'help keys' }),
  toggleMenu: define('toggle-menu', 'Open or close the side menu', 'General', null, { keywords: 'sidebar' }),
  switchTheme: define('switch-theme', 'Switch theme', 'General', null, { keywords: 'dark light system' }),
  logOut: define('log-out', 'Logout', 'General', null, { keywords: 'log out sign out' }),
} as const

/** Every action, in the order of the sections. */
export const allActions: readonly ActionDefinition[] = Object.values(actions)

function define(
  id: string,
  label: string,
  section: ActionDefinition['section'],
  shortcut: string | null,
  options: Partial<Pick<ActionDefinition, 'inFields' | 'place' | 'keywords'>> = {},
): ActionDefinition {
  return { id, label, section, shortcut, inFields: false, place: null, keywords: '', ...options }
}
