import type { LicenseStatus } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { removeLicense, uploadLicense, type LicenseChange } from '../../api/license.ts'
import { ApiError } from '../../lib/api-error.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { SectionNote, SettingsSection } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

/** Far longer than any key: what is larger is another file. */
const largestFile = 100_000

/** The upload form of administrators: the key as text, or out of a file. */
export function LicenseForm({ installed }: { installed: LicenseStatus['license_info'] }) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const section = useSection()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useDirty(key !== '')

  const change = (name: string, call: () => Promise<LicenseChange>, fallback: string) =>
    section.run(
      name,
      async () => {
        const { success, message } = await call()
        if (!success) throw refusal(message)
        // Limits and features hang on it in many places.
        await queryClient.invalidateQueries()
        return message
      },
      fallback,
    )
  const blankText = t('Please enter a license key')
  const upload = async () => {
    const isBlank = key.trim() === ''
    setProblem(isBlank ? blankText : null)
    if (isBlank) return
    if (await change('upload', () => uploadLicense(key), t('Failed to upload license'))) setKey('')
  }
  const remove = async () => {
    const text = t(
      'Are you sure you want to remove the current license? The application will require a new license to function.',
    )
    if (!(await ask({ text, confirm: t('Remove'), danger: true }))) return
    await change('remove', removeLicense, t('Failed to remove license'))
  }
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const file = input.files?.[0]
    if (!file) return
    const isKey = file.size <= largestFile
    setProblem(isKey ? null : t('This file is too large to be a license key.'))
    if (isKey) setKey(await file.text())
    // The same file can be chosen again after it was changed.
    input.value = ''
  }

  return (
    <SettingsSection title={installed === null ? t('Upload a license') : t('Update the license')}>
      <form
        className="set-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void upload()
        }}
      >
        <FieldFrame label={t('License key')} error={problem ?? undefined}>
          {(control) => (
            <textarea
              {...control}
              className={cn('textarea mono', problem !== null && 'is-bad')}
              rows={4}
              spellCheck={false}
              autoComplete="off"
              value={key}
              onChange={(event) => {
                setKey(event.target.value)
                setProblem(null)
              }}
              onBlur={() => setProblem(key !== '' && key.trim() === '' ? blankText : null)}
            />
          )}
        </FieldFrame>
        <LicenseFile onChoose={readFile} />
        <SectionNote message={section.message} />
        <div className="set-acts">
          {installed !== null && (
            <Button kind="danger" disabled={section.work !== null} onClick={() => void remove()}>
              {t('Remove')}
            </Button>
          )}
          <Button type="submit" kind="primary" disabled={key.trim() === '' || section.work !== null}>
            {submitLabel(section.work, installed !== null, t)}
          </Button>
        </div>
      </form>
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
      <Button className="set-file" onClick={() => input.current?.click()}>
        {t('Choose a file')}
      </Button>
    </>
  )
}

function submitLabel(work: string | null, isUpdate: boolean, t: (text: string) => string): string {
  if (work === 'upload') return t('Uploading...')
  return isUpdate ? t('Update') : t('Upload')
}

/** An answer that says of itself that it failed. */
function refusal(message: string): Error {
  return new ApiError({ status: 200, statusText: '', body: { message } })
}
