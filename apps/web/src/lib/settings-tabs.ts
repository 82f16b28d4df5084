/** The tabs of the settings as the address names them. */
export const settingsTabs = ['profile', 'llm', 'environment', 'license', 'users'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** What each tab is called. */
export const settingsTabLabels: Record<SettingsTab, string> = {
  profile: 'Profile',
  llm: 'LLM Settings',
  environment: 'System Setup',
  license: 'License',
  users: 'User Management',
}

const forEveryone: readonly SettingsTab[] = ['profile', 'license']

/** The tabs that someone has, in their order. */
export function tabsOf(isAdmin: boolean): readonly SettingsTab[] {
  return isAdmin ? settingsTabs : forEveryone
}

/** The tab to show: the wanted one where the person has it, else their first choice. */
export function openTab(isAdmin: boolean, wanted: SettingsTab | undefined): SettingsTab {
  if (wanted !== undefined && tabsOf(isAdmin).includes(wanted)) return wanted
  return isAdmin ? 'llm' : 'profile'
}
