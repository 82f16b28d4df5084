import type { RegistrationSettings } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { registrationQuery, saveRegistration } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

/** How new accounts come in. */
export function RegistrationSection() {
  const { t } = useTranslation()
  const registration = useQuery(registrationQuery)
  return (
    <SettingsSection title={t('Registration')} intro={t('What a new account needs before it can sign in.')}>
      <LoadState query={registration} fallback={t('Failed to load registration settings')} />
      {registration.data !== undefined && <RegistrationForm stored={registration.data} />}
    </SettingsSection>
  )
}

function RegistrationForm({ stored }: { stored: RegistrationSettings }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const section = useSection()
  const [draft, setDraft] = useState<RegistrationSettings | null>(null)
  const settings = draft ?? stored
  const isDirty = JSON.stringify(settings) !== JSON.stringify(stored)
  useDirty(isDirty)
  const handleSubmit = async () => {
    const saved = await section.run(
      'save',
      async () => {
        await saveRegistration(settings)
        await queryClient.invalidateQueries({ queryKey: registrationQuery.queryKey })
        return t('Registration settings saved.')
      },
      t('Failed to update registration settings'),
    )
    if (saved) setDraft((current) => (current === draft ? null : current))
  }
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.email_activation}
          onChange={(event) => setDraft({ ...settings, email_activation: event.target.checked })}
        />
        {t('Confirm the email address with a mailed code')}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.auto_approval}
          onChange={(event) => setDraft({ ...settings, auto_approval: event.target.checked })}
        />
        {t('Let confirmed accounts in without approval')}
      </label>
      <SectionNote message={section.message} />
      <div className="set-acts">
        <Button type="submit" disabled={!isDirty || section.work !== null}>
          {section.work === null ? t('Save registration') : t('Saving...')}
        </Button>
      </div>
    </SettingsForm>
  )
}
