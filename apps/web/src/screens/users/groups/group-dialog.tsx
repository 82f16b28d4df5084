import type { Group, GroupDetail } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createGroup, groupsKey, updateGroup } from '../../../api/groups.ts'
import { describeError } from '../../../lib/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { hintClass } from '../../../ui/label.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { formOf, requestOf, type GroupForm } from './group-form.ts'

interface GroupDialogProps {
  open: boolean
  /** Null for a new group. */
  group: Group | null
  onClose: () => void
  onSaved: (group: GroupDetail) => void
}

/** Creates a group, or changes what it is called, how it gets its members, and what it gives them. */
export function GroupDialog({ open, group, onClose, onSaved }: GroupDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={group === null ? t('New group') : t('Edit group')} width={600}>
      {open && <GroupFields group={group} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  )
}

function GroupFields({ group, onClose, onSaved }: Omit<GroupDialogProps, 'open'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [form, setForm] = useState(() => formOf(group))
  const [isRefused, setRefused] = useState(false)
  const set = (part: Partial<GroupForm>) => {
    setForm({ ...form, ...part })
    setRefused(false)
  }
  const save = useMutation({
    mutationFn: (request: NonNullable<ReturnType<typeof requestOf>>) =>
      group === null
        ? createGroup(request)
        : updateGroup(group.group_id, { ...request, expected_updated_at: group.updated_at }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: groupsKey })
      onSaved(saved)
    },
  })
  const text = (name: 'name' | 'description' | 'domains' | 'daily' | 'monthly') => ({
    value: form[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const hints = {
    manual: t('You can add members after you create the group, or when you invite people.'),
    domain: t('Only users who verified their email address belong to a domain.'),
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const request = requestOf(form)
        setRefused(request === null)
        if (request !== null && !save.isPending) save.mutate(request)
      }}
    >
      <Field label={t('Name')} {...text('name')} dir="auto" maxLength={100} />
      <Field label={t('Description')} {...text('description')} dir="auto" maxLength={500} />
      <FieldFrame
        label={t('Filled by')}
        hint={
          group !== null && form.source !== group.source
            ? t('All members leave the group when you save.')
            : hints[form.source]
        }
      >
        {(control) => (
          <Select
            {...control}
            value={form.source}
            onChange={(event) => set({ source: event.target.value === 'domain' ? 'domain' : 'manual' })}
          >
            <option value="manual">{t('Added by hand')}</option>
            <option value="domain">{t('Email domain')}</option>
          </Select>
        )}
      </FieldFrame>
      {form.source === 'domain' && (
        <Field label={t('Email domains')} hint={t('Such as example.com, separated by commas')} {...text('domains')} />
      )}
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={t('Daily limit')} inputMode="numeric" placeholder={t('None')} {...text('daily')} />
        <Field label={t('Monthly limit')} inputMode="numeric" placeholder={t('None')} {...text('monthly')} />
      </div>
      <p className={cn(hintClass, '-mt-3')}>
        {t('A user’s own limit wins. With several groups, the highest limit of the groups applies.')}
      </p>
      <AttributesField value={form.attributes} isRefused={isRefused} onChange={(attributes) => set({ attributes })} />
      {save.isError && (
        <Note tone="danger">{describeError(save.error, t('Could not save the group. Try again.'))}</Note>
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={save.isPending || form.name.trim() === ''}>
          {group === null ? t('Create group') : t('Save Changes')}
        </Button>
      </ModalFoot>
    </form>
  )
}

interface AttributesFieldProps {
  value: string
  isRefused: boolean
  onChange: (text: string) => void
}

function AttributesField({ value, isRefused, onChange }: AttributesFieldProps) {
  const { t } = useTranslation()
  return (
    <FieldFrame
      label={t('Attributes for row rules')}
      hint={t('One for each line, such as region = East. A user’s own value wins.')}
      error={isRefused ? t('Write each attribute as name = value, and each limit as a whole number.') : undefined}
    >
      {(control) => (
        <Textarea
          {...control}
          className="font-mono"
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
