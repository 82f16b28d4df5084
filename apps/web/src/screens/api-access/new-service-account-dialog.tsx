import { createServiceAccountRequestSchema } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiAccessKey, createServiceAccount } from '../../api/service-accounts.ts'
import { describeError } from '../../lib/api-error.ts'
import { translateText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ModalFoot } from '../../ui/modal-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Note } from '../../ui/note.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'

/** Asks for the name of a new service account. */
export function NewServiceAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('New service account')} width={480}>
      {open && <NameForm onClose={onClose} />}
    </Modal>
  )
}

function NameForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: createServiceAccount,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiAccessKey })
      onClose()
    },
    onError: (error) => setProblem(describeError(error, t('Could not create the service account. Please try again.'))),
  })
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const checked = createServiceAccountRequestSchema.safeParse({ name })
        setProblem(checked.success ? null : translateText(checked.error.issues[0]?.message ?? ''))
        if (checked.success && !save.isPending) save.mutate(checked.data.name)
      }}
    >
      <Field
        label={t('Name')}
        hint={t('What the program is called')}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <LiveRegion>{problem !== null && <Note tone="danger">{problem}</Note>}</LiveRegion>
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={save.isPending}>
          {t('Create')}
        </Button>
      </ModalFoot>
    </form>
  )
}
