import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { conversationPages } from '../conversations/conversation-pages.ts'
import { EmailSection } from './email-section.tsx'
import { LicenseTab } from './license-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { RegistrationSection } from './registration-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsPage } from './settings-page.tsx'
import { SignInSection } from './sign-in/sign-in-section.tsx'
import { VisualizationSection } from './visualization-section.tsx'

/** Each of the settings as its own page, with its own address. */

export function EmailScreen() {
  return (
    <EmailAndRegistration>
      <EmailSection />
    </EmailAndRegistration>
  )
}

export function RegistrationScreen() {
  return (
    <EmailAndRegistration>
      <RegistrationSection />
    </EmailAndRegistration>
  )
}

export function SignInScreen() {
  return (
    <EmailAndRegistration>
      <SignInSection />
    </EmailAndRegistration>
  )
}

export function VisualizationScreen() {
  return (
    <EmailAndRegistration>
      <VisualizationSection />
    </EmailAndRegistration>
  )
}

export function ConversationsScreen() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('Conversations')} pages={conversationPages(t)}>
      <SessionsSection />
    </SettingsPage>
  )
}

export function LicenseScreen() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <SettingsPage title={t('License')}>
      <LicenseTab isAdmin={me.role === 'ADMIN'} />
    </SettingsPage>
  )
}

export function ProfileScreen() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <SettingsPage title={t('Profile')}>
      <ProfileTab me={me} />
    </SettingsPage>
  )
}

function EmailAndRegistration({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const pages = [
    { to: '/settings/email', label: t('Email') },
    { to: '/settings/registration', label: t('Registration') },
    { to: '/settings/sign-in', label: t('Sign-in') },
    { to: '/settings/visualization', label: t('Visualization') },
  ] as const
  return (
    <SettingsPage title={t('Email and registration')} pages={pages}>
      {children}
    </SettingsPage>
  )
}
