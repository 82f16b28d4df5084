import { leastRetentionDays } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditSettingsQuery, saveRetention } from '../../../api/audit-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { FormActions, SectionNote, SettingsForm } from '../../settings/settings-section.tsx'
import { useSection } from '../../settings/use-section.ts'

/** Asks before entries can be deleted. */
export function RetentionForm({ stored }: { stored: number | null }) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const section = useSection()
  const [text, setText] = useState(stored === null ? '' : String(stored))
  const days = text.trim() === '' ? null : Number(text)
  const isValid = days === null || (Number.isInteger(days) && days >= leastRetentionDays)
  const handleSubmit = async () => {
    if (!isValid) return
    if (
      days !== null &&
      (stored === null || days < stored) &&
      !(await ask({
        text: t('Delete entries that are older than {days, number} days? This cannot be undone.', { days }),
        confirm: t('Delete old entries'),
        danger: true,
      }))
    ) {
      return
    }
    await section.run(
      'save',
      async () => {
        queryClient.setQueryData(auditSettingsQuery.queryKey, await saveRetention(days))
        return t('Retention saved.')
      },
      t('Could not save the retention. Try again.'),
    )
  }
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <Field
        label={t('Days')}
        hint={t('At least 30. Leave it empty to keep all entries.')}
        error={isValid ? undefined : t('Enter a whole number of at least 30, or nothing.')}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-[240px]"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={!isValid || days === stored || section.work !== null}>
          {section.work === null ? t('Save retention') : t('Saving...')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}
