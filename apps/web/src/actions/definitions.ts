import { message, type Message } from '@parlance/contract'

/**
 * One definition of an action defines its button, menu entry and shortcut, and its place in the shortcuts sheet and the
 * palette.
 */
export interface ActionDefinition {
  id: string
  label: Message
  section: keyof typeof actionSections
  /** Keys joined by +, consecutive presses separated by a space; `Mod` is ⌘ on Apple keyboards and Ctrl elsewhere. */
  shortcut: string | null
  /** Whether the shortcut works while a text field has the focus. */
  inFields: boolean
  /** The shortcut works only if the focus is inside an element with this name in `data-keys`. */
  place: string | null
  /** Additional search words for the palette. */
  keywords: string
}

/** The sections, in their order. */
export const actionSections = {
  conversation: message('Conversation'),
  result: message('Result'),
  area: message('Business area'),
  place: message('Go to'),
  general: message('General'),
} as const

/** If two have the same keys, the first one available on the open page gets them. */
export const actions = {
  newConversation: define('new-conversation', message('New Conversation'), 'conversation', 'c', {
    keywords: 'chat session',
  }),
  focusComposer: define('focus-composer', message('Ask a question'), 'conversation', '/'),
  editQuestion: define('edit-question', message('Edit last question'), 'conversation', 'ArrowUp', {
    inFields: true,
    place: 'composer',
  }),
  nextTurn: define('next-turn', message('Next question'), 'conversation', 'j', { keywords: 'turn down' }),
  previousTurn: define('previous-turn', message('Previous question'), 'conversation', 'k', { keywords: 'turn up' }),
  attachFiles: define('attach-files', message('Attach files'), 'conversation', 'a', { keywords: 'upload' }),
  recordVoice: define('record-voice', message('Record voice'), 'conversation', 'v', { keywords: 'microphone speak' }),
  stop: define('stop', message('Cancel processing'), 'conversation', 'Escape', { inFields: true, keywords: 'stop' }),
  deleteSession: define('delete-session', message('Delete this conversation'), 'conversation', null, {
    keywords: 'remove session',
  }),
  clearAll: define('clear-all', message('Clear All Sessions'), 'conversation', null, {
    keywords: 'delete conversations',
  }),
  runSql: define('run-sql', message('Run edited SQL'), 'result', 'Mod+Enter', { inFields: true }),
  copySql: define('copy-sql', message('Copy SQL'), 'result', 'Mod+Shift+c', { inFields: true }),
  exportCsv: define('export-csv', message('Export CSV'), 'result', null, { keywords: 'download save' }),
  addArea: define('add-area', message('Add business area'), 'area', null, { keywords: 'create new' }),
  editArea: define('edit-area', message('Edit business area'), 'area', null, { keywords: 'change' }),
  deleteArea: define('delete-area', message('Delete business area'), 'area', null, { keywords: 'remove' }),
  goToChat: define('go-to-chat', message('Go to chat'), 'place', 'g c', { keywords: 'conversation' }),
  manageDatabases: define('manage-databases', message('Database Management'), 'place', 'g d', {
    keywords: 'connections',
  }),
  viewConnections: define('view-connections', message('View Database Connections'), 'place', 'g d'),
  viewAreas: define('view-areas', message('View Business Areas'), 'place', 'g a', { keywords: 'configure management' }),
  openOverview: define('open-overview', message('Overview'), 'place', 'g o', {
    keywords: 'administration dashboard attention',
  }),
  openApprovals: define('open-approvals', message('Approvals'), 'place', null, {
    keywords: 'protected tables waiting approve decline review',
  }),
  openSettings: define('open-settings', message('Settings'), 'place', null, { keywords: 'preferences options' }),
  openProfile: define('open-profile', message('Profile'), 'place', null, { keywords: 'password account' }),
  manageUsers: define('manage-users', message('User Management'), 'place', null, {
    keywords: 'people accounts approve',
  }),
  reconfigure: define('reconfigure', message('Reconfigure Environment'), 'place', null, { keywords: 'setup wizard' }),
  openAudit: define('open-audit', message('Audit log'), 'place', null, { keywords: 'history security' }),
  openModelCosts: define('open-model-costs', message('Model costs'), 'place', null, {
    keywords: 'budget price tokens usage',
  }),
  openAbout: define('open-about', message('About'), 'place', null, { keywords: 'version license' }),
  openPalette: define('open-palette', message('Command palette'), 'general', 'Mod+k', { inFields: true }),
  showShortcuts: define('show-shortcuts', message('Keyboard shortcuts'), 'general', '?', { keywords: 'help keys' }),
  toggleMenu: define('toggle-menu', message('Open or close side menu'), 'general', null, { keywords: 'sidebar' }),
  switchTheme: define('switch-theme', message('Switch theme'), 'general', null, { keywords: 'dark light system' }),
  logOut: define('log-out', message('Logout'), 'general', null, { keywords: 'log out sign out' }),
} as const

/** Every action, in the order of the sections. */
export const allActions: readonly ActionDefinition[] = Object.values(actions)

function define(
  id: string,
  label: Message,
  section: ActionDefinition['section'],
  shortcut: string | null,
  options: Partial<Pick<ActionDefinition, 'inFields' | 'place' | 'keywords'>> = {},
): ActionDefinition {
  return { id, label, section, shortcut, inFields: false, place: null, keywords: '', ...options }
}
