import type { Group } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupPageQuery } from '../api/groups.ts'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field-frame.tsx'
import { SearchPicker, shownAtMost, type PickerControl } from './search-picker.tsx'

interface GroupPickerProps extends PickerControl {
  /** The name of the group as typed. */
  value: string
  /** @param group the group with this name; null if it is none that is shown */
  onChange: (text: string, group: Group | null) => void
  /** Leaves groups out of the suggestions. */
  isLeftOut?: (group: Group) => boolean
  placeholder?: string
}

/** A field for a group, which suggests groups whose name or description contains the text. Only for administrators. */
export function GroupPicker({ value, onChange, isLeftOut, placeholder, ...control }: GroupPickerProps) {
  const { t } = useTranslation()
  const search = useDeferredValue(value.trim())
  const found = useQuery(groupPageQuery({ search, page: 1 }))
  const groups = (found.data?.groups ?? []).filter((group) => isLeftOut?.(group) !== true).slice(0, shownAtMost)
  return (
    <SearchPicker
      {...control}
      items={groups}
      textOf={({ name }) => name}
      keyOf={({ group_id: id }) => id}
      lineOf={({ name }) => name}
      moreOf={({ member_count: n }) => t('Group of {n, plural, one {# user} other {# users}}', { n })}
      value={value}
      onChange={onChange}
      emptyText={found.isSuccess ? t('No group matches.') : null}
      placeholder={placeholder ?? t('Name of the group')}
    />
  )
}

interface AddGroupProps {
  isLeftOut: (group: Group) => boolean
  isWorking?: boolean
  onPick: (group: Group) => void
}

/** A field that searches the groups, and a button that gives the chosen one access. */
export function AddGroup({ isLeftOut, isWorking = false, onPick }: AddGroupProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<{ text: string; group: Group | null }>({ text: '', group: null })
  const pick = () => {
    if (typed.group === null || isWorking) return
    onPick(typed.group)
    setTyped({ text: '', group: null })
  }
  return (
    <div className="flex max-w-120 items-end gap-2">
      <FieldFrame className="min-w-0 flex-1" label={t('Group')}>
        {(control) => (
          <GroupPicker
            {...control}
            isLeftOut={isLeftOut}
            onEnter={pick}
            value={typed.text}
            onChange={(text, group) => setTyped({ text, group })}
          />
        )}
      </FieldFrame>
      <Button disabled={typed.group === null || isWorking} onClick={pick}>
        {t('Add group')}
      </Button>
    </div>
  )
}
