import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupPageQuery } from '../api/groups.ts'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field-frame.tsx'
import { Input } from '../ui/input.tsx'

interface GroupPickerProps {
  isLeftOut: (groupId: string) => boolean
  isWorking?: boolean
  onPick: (group: PickedGroup) => void
}

export interface PickedGroup {
  group_id: string
  name: string
  member_count: number
}

/** A field that searches the groups, and a button that gives the chosen one access. Only for administrators. */
export function GroupPicker({ isLeftOut, isWorking = false, onPick }: GroupPickerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = useQuery(groupPageQuery({ search: text.trim(), page: 1 }))
  const groups = (found.data?.groups ?? []).filter((group) => !isLeftOut(group.group_id))
  const picked = groups.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
  const pick = () => {
    if (picked === undefined || isWorking) return
    onPick(picked)
    setText('')
  }
  return (
    <div className="flex max-w-120 items-end gap-2">
      <FieldFrame className="min-w-0 flex-1" label={t('Group')}>
        {(control) => (
          <>
            <Input
              {...control}
              list={`${control.id}-groups`}
              autoComplete="off"
              placeholder={t('Name of the group')}
              value={text}
              onChange={(event) => setText(event.target.value)}
              // Enter picks here; it must not submit the surrounding form.
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                pick()
              }}
            />
            <datalist id={`${control.id}-groups`}>
              {groups.map(({ group_id: id, name }) => (
                <option key={id}>{name}</option>
              ))}
            </datalist>
          </>
        )}
      </FieldFrame>
      <Button disabled={picked === undefined || isWorking} onClick={pick}>
        {t('Add group')}
      </Button>
    </div>
  )
}
