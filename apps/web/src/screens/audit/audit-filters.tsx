import { auditParts, auditTextsOf } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditGroups, auditOutcomes, type AuditEntry } from '../../api/audit.ts'
import { SearchFilters } from '../../components/search-filters.tsx'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { noFilters, type AuditSearch } from './audit-filter.ts'
import { groupNames } from './audit-groups.ts'
import { outcomeName } from './audit-table.tsx'

interface AuditFiltersProps {
  search: AuditSearch
  actions: string[]
  /** The newest entry, which names the target that is filtered. */
  newest: AuditEntry | undefined
  onSearch: (change: Partial<AuditSearch>) => void
}

/** Filters by user, group, action, outcome, period, target, and text. */
export function AuditFilters({ search, actions, newest, onSearch }: AuditFiltersProps) {
  const { t } = useTranslation()
  const choices = [
    { name: 'user', label: t('User'), all: t('All users'), options: 'users' },
    {
      name: 'group',
      label: t('Topic'),
      all: t('All topics'),
      options: auditGroups.map((group) => ({ value: group, label: translate(t, groupNames[group]) })),
    },
    {
      name: 'action',
      label: t('Action'),
      all: t('All actions'),
      options: actions.map((action) => ({ value: action, label: actionName(action, t) })),
    },
    {
      name: 'outcome',
      label: t('Outcome'),
      all: t('All outcomes'),
      options: auditOutcomes.map((value) => ({ value, label: outcomeName(value, t) })),
    },
  ] as const
  return (
    <>
      <AuditSearchField key={String(search.q === undefined)} text={search.q ?? ''} onSearch={onSearch} />
      <SearchFilters
        choices={choices}
        search={search}
        onChange={(name, value) => onSearch({ [name]: value })}
        onClear={() => onSearch(noFilters)}
      />
      {search.target !== undefined && (
        <p className="-mt-2 mb-4 flex items-center gap-2">
          {newest === undefined
            ? t('Only entries about one item')
            : t('Only entries about {target}', { target: translate(t, auditParts(newest).target) })}
          <Button
            kind="quiet"
            size="small"
            square
            aria-label={t('Show entries about everything')}
            onClick={() => onSearch({ target: undefined })}
          >
            <Icon of={X} />
          </Button>
        </p>
      )}
    </>
  )
}

/** Searches when the typing pauses, so that not every letter reads the log. */
function AuditSearchField({ text, onSearch }: { text: string } & Pick<AuditFiltersProps, 'onSearch'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const pause = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(pause.current), [])
  const handleChange = (value: string) => {
    setTyped(value)
    window.clearTimeout(pause.current)
    pause.current = window.setTimeout(() => onSearch({ q: value || undefined }), typingPause)
  }
  return (
    <SearchField
      className="mb-3"
      label={t('Search the audit log')}
      placeholder={t('Name, address, or detail')}
      value={typed}
      onChange={handleChange}
    />
  )
}

const typingPause = 300

/** The sentence of an action without its names; an action this client does not know is shown unchanged. */
function actionName(action: string, t: TFunction): string {
  const texts = auditTextsOf(action)
  const blanks = { who: '…', target: '…', user: '…' }
  return texts === undefined ? action : translate(t, { text: texts.done, values: blanks })
}
