import { message, type Message } from '@parlance/contract'

/** The tabs of the settings, as named in the address. */
export const settingsTabs = ['profile', 'llm', 'environment', 'license', 'users'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The label of each tab. */
export const settingsTabLabels: Record<SettingsTab, Message> = {
  profile: message('Profile'),
  llm: message('LLM Settings'),
  environment: message('System Setup'),
  license: message('License'),
  users: message('User Management'),
}

const forEveryone: readonly SettingsTab[] = ['profile', 'license']

/** The tabs that a user has, in order. */
export function tabsOf(isAdmin: boolean): readonly SettingsTab[] {
  return isAdmin ? settingsTabs : forEveryone
}

/** The tab to show: the requested one if the user has it, else their first. */
export function openTab(isAdmin: boolean, wanted: SettingsTab | undefined): SettingsTab {
  if (wanted !== undefined && tabsOf(isAdmin).includes(wanted)) return wanted
  return isAdmin ? 'llm' : 'profile'
}
