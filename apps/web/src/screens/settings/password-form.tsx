import { changePasswordRequestSchema } from '@parlance/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword } from '../../api/auth.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SectionNote } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

interface Passwords {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const empty: Passwords = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The own password: the old one, and twice the new one. */
export function PasswordForm() {
  const { t } = useTranslation()
  const section = useSection()
  const form = useRef<HTMLFormElement>(null)
  const [passwords, setPasswords] = useState(empty)
  const [checked, setChecked] = useState(false)
  const problems = checked ? problemsOf(passwords) : {}
  useDirty(passwords !== empty)

  const handleSubmit = async () => {
    setChecked(true)
    const [missing] = Object.keys(problemsOf(passwords))
    if (missing !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
    const saved = await section.run(
      'save',
      async () =>
        (await changePassword({ current_password: passwords.currentPassword, new_password: passwords.newPassword }))
          .message ?? t('Password updated.'),
      t('Unable to update password. Please try again.'),
    )
    if (!saved) return undefined
    setPasswords(empty)
    return setChecked(false)
  }
  const fieldOf = (name: keyof Passwords, label: string, autoComplete: string) => {
    const problem = problems[name]
    return (
      <Field
        label={label}
        name={name}
        type="password"
        autoComplete={autoComplete}
        error={problem === undefined ? undefined : t(problem)}
        value={passwords[name]}
        onChange={(event) => setPasswords({ ...passwords, [name]: event.target.value })}
      />
    )
  }
  return (
    <form
      ref={form}
      className="set-form is-narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit()
      }}
    >
      {fieldOf('currentPassword', t('Current password'), 'current-password')}
      {fieldOf('newPassword', t('New password'), 'new-password')}
      {fieldOf('confirmPassword', t('Confirm new password'), 'new-password')}
      <SectionNote message={section.message} />
      <div className="set-acts">
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Update password') : t('Updating...')}
        </Button>
      </div>
    </form>
  )
}

function problemsOf({ currentPassword, newPassword, confirmPassword }: Passwords): Partial<Passwords> {
  const checked = changePasswordRequestSchema.safeParse({
    current_password: currentPassword,
    new_password: newPassword,
  })
  const messageOf = (name: string) => checked.error?.issues.find((issue) => issue.path[0] === name)?.message
  const current = messageOf('current_password')
  const next = messageOf('new_password')
  return {
    ...(current !== undefined && { currentPassword: current }),
    ...(next !== undefined && { newPassword: next }),
    ...(newPassword !== confirmPassword && { confirmPassword: 'Passwords do not match.' }),
  }
}
