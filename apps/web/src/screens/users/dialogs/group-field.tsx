import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { handFilledGroupsQuery } from '../../../api/user-directory.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'

interface GroupFieldProps {
  /** The id of the group; empty for none. */
  value: string
  onChange: (groupId: string) => void
  optional?: boolean
  className?: string
}

/** One of the groups that are filled by hand. */
export function GroupField({ value, onChange, optional = false, className }: GroupFieldProps) {
  const { t } = useTranslation()
  const groups = useQuery(handFilledGroupsQuery).data ?? []
  return (
    <FieldFrame className={className} label={t('Group')} optional={optional}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{optional ? t('None') : t('Choose a group')}</option>
          {groups.map((group) => (
            <option key={group.group_id} value={group.group_id}>
              {group.name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}
