import type { Group } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { GroupPicker } from '../../../components/group-picker.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'

/** The text in the field, and the group with this name. */
export interface TypedGroup {
  text: string
  group: Group | null
}

export const noGroup: TypedGroup = { text: '', group: null }

interface GroupFieldProps {
  typed: TypedGroup
  onChange: (typed: TypedGroup) => void
  optional?: boolean
  className?: string
}

/** Whether the field has a text that is no group's name. */
export function isUnknownGroup({ text, group }: TypedGroup): boolean {
  return text.trim() !== '' && group === null
}

/** One of the groups that are filled by hand. */
export function GroupField({ typed, onChange, optional = false, className }: GroupFieldProps) {
  const { t } = useTranslation()
  return (
    <FieldFrame
      className={className}
      label={t('Group')}
      optional={optional}
      error={isUnknownGroup(typed) ? t('Choose a group from the list.') : undefined}
    >
      {(control) => (
        <GroupPicker
          {...control}
          isLeftOut={({ source }) => source !== 'manual'}
          value={typed.text}
          onChange={(text, group) => onChange({ text, group })}
        />
      )}
    </FieldFrame>
  )
}
