import type { FoundTable } from '@parlance/contract'
import { PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ListedTable } from '../form/table-names.ts'
import { TableTypeBadge } from './table-type-badge.tsx'

interface PickerRowProps {
  table: ListedTable
  isChosen: boolean
  /** What the search found, if it describes the table. */
  match: FoundTable | undefined
  isOpened: boolean
  detailsId: string
  onToggle: (name: string, isOn: boolean) => void
  onOpen: (name: string | null) => void
  /** The row's checkbox got the focus. */
  onFocus: (name: string) => void
}

/** One table with its checkbox, the columns that match the search or its comment, and a button for its details. */
export function PickerRow({ table, isChosen, match, isOpened, detailsId, ...props }: PickerRowProps) {
  const { t } = useTranslation()
  const { table_name: name, display_name: shown } = table
  return (
    <li className="flex items-center">
      <Checkbox
        className="min-w-0 flex-1 flex min-h-7.5 rounded-badge px-1.5 hover:bg-hover max-md:min-h-11"
        checked={isChosen}
        onFocus={() => props.onFocus(name)}
        onChange={(event) => props.onToggle(name, event.target.checked)}
      >
        <TableTypeBadge type={table.is_synonym ? 'SYNONYM' : table.object_type} />
        <bdi className="font-mono text-[13px] truncate min-w-0" title={name}>
          {shown}
        </bdi>
      </Checkbox>
      {match !== undefined && <Reason match={match} />}
      <Button
        kind="quiet"
        size="small"
        square
        aria-label={t('Details of {table}', { table: name })}
        aria-expanded={isOpened}
        aria-controls={isOpened ? detailsId : undefined}
        onClick={() => props.onOpen(isOpened ? null : name)}
      >
        <Icon of={PanelRight} small />
      </Button>
    </li>
  )
}

/** Why a search found a table, if its name does not explain it: the matching columns, or else its comment. */
function Reason({ match: { matched_columns: columns, comment } }: { match: FoundTable }) {
  const { t } = useTranslation()
  if (columns.length === 0) {
    if (comment === null) return null
    return (
      <span className="text-meta text-faint truncate min-w-0" dir="auto" title={comment}>
        {comment}
      </span>
    )
  }
  return (
    <span className="text-meta text-faint truncate min-w-0" title={columns.join(', ')}>
      <span className="sr-only">{t('Matching columns:')} </span>
      <bdi className="font-mono text-[13px]">{columns.join(', ')}</bdi>
    </span>
  )
}
