import type { User } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { ApiTokensSection } from './api-tokens/api-tokens-section.tsx'
import { Facts } from './facts.tsx'
import { PasswordForm } from './password-form.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The signed-in user, with their password and API tokens. */
export function ProfileTab({ me }: { me: User }) {
  const { t } = useTranslation()
  const facts: [string, string][] = [
    [t('Username'), me.username || me.email],
    [t('Email'), me.email],
    [t('Role'), me.role === 'ADMIN' ? t('Administrator') : t('General')],
    [t('Tenant'), me.tenant_name ?? t('N/A')],
  ]
  return (
    <>
      <SettingsSection title={t('Profile')}>
        <Facts facts={facts} />
      </SettingsSection>
      <SettingsSection
        title={t('Change password')}
        intro={t('After you change your password, you are signed out everywhere else.')}
      >
        <PasswordForm />
      </SettingsSection>
      <ApiTokensSection />
    </>
  )
}
