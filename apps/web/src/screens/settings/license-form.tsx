import { message, type LicenseStatus, type LicenseUsage } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { removeLicense, uploadLicense, type LicenseChange } from '../../api/license.ts'
import { failureOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { whatStops } from './license-words.tsx'
import { FormActions, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

/** In bytes: far longer than any key, so a larger file must be another file. */
const largestFile = 100_000
const tooLarge = message('This file is too large to be a license key. Choose another file.')

const noKey = { license_key: '' }
/** An empty field is not an error, because its button is disabled. */
const keySchema = z.object({
  license_key: z.string().refine((key) => key === '' || key.trim() !== '', message('Please enter a license key').text),
})

interface LicenseFormProps {
  installed: LicenseStatus['license_info']
  usage: LicenseUsage | undefined
}

/** The administrators' upload form: the key as text or from a file. */
export function LicenseForm({ installed, usage }: LicenseFormProps) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const form = useStoredForm(keySchema, noKey, { mode: 'onTouched' })
  const { section } = form
  const problem = form.errorOf('license_key')

  const change = (name: string, call: () => Promise<LicenseChange>, fallback: string) =>
    section.run(
      name,
      async () => {
        const answer = await call()
        if (!answer.success) throw failureOf(answer)
        // Limits and features depend on the license in many places.
        await queryClient.invalidateQueries()
        return answer.message
      },
      fallback,
    )
  const upload = form.submit(async ({ license_key: key }) => {
    if (await change('upload', () => uploadLicense(key), t('Failed to upload license'))) form.reset()
  })
  const remove = async () => {
    const text = t(
      'Are you sure you want to remove the current license? The application will require a new license to function.',
    )
    const details = whatStops(usage, false, t)
    const lead = t('This stops at once:')
    if (!(await ask({ text, lead, details, confirm: t('Remove license'), danger: true }))) return
    await change('remove', removeLicense, t('Failed to remove license'))
  }
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const file = input.files?.[0]
    if (!file) return
    form.clearErrors()
    if (file.size <= largestFile) form.edit({ license_key: await file.text() })
    else form.setError('license_key', { message: tooLarge.text })
    // Reset the input, so that the same file can be chosen again after a change.
    input.value = ''
  }

  return (
    <SettingsSection
      title={installed === null ? t('Upload license') : t('Update license')}
      effect={t(
        'A key applies as soon as it is accepted, and replaces the license of today. A refused key changes nothing.',
      )}
    >
      <SettingsForm onSubmit={upload}>
        <FieldFrame label={t('License key')} error={problem}>
          {(control) => (
            <Textarea
              {...control}
              className="font-mono"
              rows={4}
              spellCheck={false}
              autoComplete="off"
              {...form.register('license_key')}
            />
          )}
        </FieldFrame>
        <LicenseFile onChoose={readFile} />
        <SectionNote message={section.message} />
        <FormActions>
          {installed !== null && (
            <Button kind="danger" disabled={section.work !== null} onClick={() => void remove()}>
              {t('Remove')}
            </Button>
          )}
          <Button
            type="submit"
            kind="primary"
            disabled={form.watch('license_key').trim() === '' || section.work !== null}
          >
            {submitLabel(section.work, installed !== null, t)}
          </Button>
        </FormActions>
      </SettingsForm>
    </SettingsSection>
  )
}

function LicenseFile({ onChoose }: { onChoose: (event: ChangeEvent<HTMLInputElement>) => Promise<void> }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".key,.txt,.license"
        hidden
        aria-label={t('License file')}
        onChange={(event) => void onChoose(event)}
      />
      <Button className="justify-self-start" onClick={() => input.current?.click()}>
        {t('Choose file')}
      </Button>
    </>
  )
}

function submitLabel(work: string | null, isUpdate: boolean, t: TFunction): string {
  if (work === 'upload') return t('Uploading...')
  return isUpdate ? t('Update') : t('Upload')
}
