import type { EnvironmentStatus as Status } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { BudgetBanner } from '../../components/budget-banner.tsx'
import { databaseTypeName } from '../../lib/database-types.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmailSection } from './email-section.tsx'
import { Facts } from './facts.tsx'
import { OrchestrationSection } from './orchestration-section.tsx'
import { RegistrationSection } from './registration-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { FormActions, LoadState, SettingsSection } from './settings-section.tsx'
import { VisualizationSection } from './visualization-section.tsx'

/** Settings of the whole installation. */
export function EnvironmentTab({ onReconfigure }: { onReconfigure: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <BudgetBanner isAdmin />
      <SettingsSection title={t('Environment')}>
        <EnvironmentStatus />
        <FormActions>
          <Button onClick={onReconfigure}>{t('Reconfigure Environment')}</Button>
          <Link className={buttonClass({})} to="/audit">
            {t('Audit log')}
          </Link>
          <Link className={buttonClass({})} to="/models/costs">
            {t('Model costs')}
          </Link>
        </FormActions>
      </SettingsSection>
      <OrchestrationSection />
      <EmailSection />
      <RegistrationSection />
      <SessionsSection />
      <VisualizationSection />
    </>
  )
}

function EnvironmentStatus() {
  const { t } = useTranslation()
  const status = useQuery(environmentStatusQuery)
  if (status.data === undefined) {
    return <LoadState query={status} fallback={t('Failed to check configuration status')} />
  }
  const { orchestration_model, database_type, email_backend, email_configured } = status.data
  const facts: [string, string][] = [
    [t('Orchestration model'), orchestration_model ?? t('Not configured')],
    [t('API key'), keyState(status.data, t)],
    [t('Database'), database_type === null ? t('None') : databaseTypeName(database_type)],
    [t('Email backend'), email_backend === 'smtp' ? 'SMTP' : t('Console')],
    [t('Email'), email_configured ? t('Configured') : t('Not configured')],
  ]
  return <Facts facts={facts} />
}

/** The built-in engine is treated as having a key, although it needs none. */
function keyState({ orchestration_provider, orchestration_has_api_key }: Status, t: TFunction): string {
  if (orchestration_provider === 'builtin') return t('Not required')
  return orchestration_has_api_key ? t('Stored') : t('Missing')
}
