import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupQuery } from '../../../api/groups.ts'
import { GroupPicker } from '../../../components/group-picker.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { UsersSearch } from '../users-search.ts'

interface GroupFiltersProps {
  search: Pick<UsersSearch, 'group' | 'attributes'>
  /** How many users lack an attribute because their groups disagree. */
  conflicting: number
  onChange: (change: Pick<UsersSearch, 'group' | 'attributes'>) => void
}

/** Reduces the list to the members of a group, or to the users whose groups disagree. */
export function GroupFilters({ search: { group, attributes }, conflicting, onChange }: GroupFiltersProps) {
  const { t } = useTranslation()
  const isConflicting = attributes === 'conflicting'
  return (
    <>
      {group === undefined ? (
        <GroupChoice onPick={(id) => onChange({ group: id })} />
      ) : (
        <ChosenGroup groupId={group} onClear={() => onChange({ group: undefined })} />
      )}
      {(conflicting > 0 || isConflicting) && (
        <Button
          size="small"
          aria-pressed={isConflicting}
          className={isConflicting ? 'border-warning! text-warning' : undefined}
          onClick={() => onChange({ attributes: isConflicting ? undefined : 'conflicting' })}
        >
          <Icon of={TriangleAlert} />
          {t('{n, plural, one {# user in conflict} other {# users in conflict}}', { n: conflicting })}
        </Button>
      )}
    </>
  )
}

function GroupChoice({ onPick }: { onPick: (groupId: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <div className="min-w-0 md:w-44">
      <GroupPicker
        aria-label={t('Group')}
        placeholder={t('All groups')}
        value={text}
        onChange={(typed, found) => {
          setText(typed)
          if (found !== null) onPick(found.group_id)
        }}
      />
    </div>
  )
}

function ChosenGroup({ groupId, onClear }: { groupId: string; onClear: () => void }) {
  const { t } = useTranslation()
  const name = useQuery(groupQuery(groupId)).data?.name ?? t('Unknown')
  return (
    <Button size="small" className="max-w-60" aria-label={t('Remove the filter {name}', { name })} onClick={onClear}>
      <span className="truncate">{t('Group: {name}', { name })}</span>
      <Icon of={X} />
    </Button>
  )
}
