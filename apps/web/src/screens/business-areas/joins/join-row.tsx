import { joinTypes, type AreaJoin, type AreaTableInput } from '@parlance/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { Suggest } from '../form/suggest.tsx'
import { isComplete, isStructured, joinText, joinTypeName, joinTypeOf } from '../form/area-joins.ts'
import { CardinalityField } from './cardinality.tsx'
import { useColumns } from './use-columns.ts'

interface JoinRowProps {
  number: number
  join: AreaJoin
  tables: AreaTableInput[]
  columnsOf: (table: string) => Promise<string[]>
  /** The joins of the foreign keys. */
  keys: readonly AreaJoin[]
  /** Saving was refused, so missing values are marked. */
  isChecked: boolean
  /** Null removes the join. */
  onChange: (join: AreaJoin | null) => void
}

/** One join: its type, a table and column on each side, and how many rows of them belong together. */
export function JoinRow({ number, join, tables, columnsOf, keys, isChecked, onChange }: JoinRowProps) {
  const { t } = useTranslation()
  const [isAdvanced, setAdvanced] = useState(join.join_condition !== undefined)
  const names = tables.map((table) => table.table_name)
  const isBad = isChecked && !isComplete(join)
  const remove = (
    <Button
      kind="quiet"
      size="small"
      square
      aria-label={t('Remove join {number}', { number })}
      onClick={() => onChange(null)}
    >
      <Icon of={Trash2} />
    </Button>
  )
  if (join.join_type === undefined && !isStructured(join)) {
    return (
      <div className="flex items-start gap-2 wrap-anywhere [&+&]:border-t [&+&]:border-line [&+&]:pt-3">
        <p className="min-w-0 flex-1">{joinText(join)}</p>
        {remove}
      </div>
    )
  }
  return (
    <fieldset
      className="grid min-w-0 gap-2 [&+&]:border-t [&+&]:border-line [&+&]:pt-3"
      aria-label={t('Join {number}', { number })}
    >
      <div className="flex items-center gap-1">
        <Select
          className="mr-auto w-42"
          small
          aria-label={t('Join type')}
          value={joinTypeOf(join)}
          onChange={(event) => {
            const chosen = joinTypes.find((type) => type === event.target.value)
            if (chosen !== undefined) onChange({ ...join, join_type: chosen })
          }}
        >
          {joinTypes.map((type) => (
            <option key={type} value={type}>
              {joinTypeName(type)}
            </option>
          ))}
        </Select>
        <Button kind="quiet" size="small" aria-expanded={isAdvanced} onClick={() => setAdvanced(!isAdvanced)}>
          {t('Advanced')}
        </Button>
        {remove}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_minmax(0,1fr)_minmax(0,1fr)] items-center gap-1.5 max-md:grid-cols-2">
        <JoinSide side="left" join={join} names={names} columnsOf={columnsOf} isBad={isBad} onChange={onChange} />
        <span className="text-faint font-mono text-[13px] max-md:hidden" aria-hidden>
          =
        </span>
        <JoinSide side="right" join={join} names={names} columnsOf={columnsOf} isBad={isBad} onChange={onChange} />
      </div>
      <CardinalityField join={join} keys={keys} onChange={onChange} />
      {isAdvanced && (
        <FieldFrame
          label={t('Custom join condition')}
          optional
          hint={t('Use SQL if one pair of columns is not enough, for example a.id = b.id AND a.year = b.year')}
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono md:text-[13px]"
              rows={2}
              spellCheck={false}
              value={join.join_condition ?? ''}
              onChange={(event) => onChange({ ...join, join_condition: event.target.value })}
            />
          )}
        </FieldFrame>
      )}
    </fieldset>
  )
}

interface JoinSideProps {
  side: 'left' | 'right'
  join: AreaJoin
  names: string[]
  columnsOf: (table: string) => Promise<string[]>
  isBad: boolean
  onChange: (join: AreaJoin) => void
}

function JoinSide({ side, join, names, columnsOf, isBad, onChange }: JoinSideProps) {
  const { t } = useTranslation()
  const isLeft = side === 'left'
  const table = (isLeft ? join.left_table : join.right_table) ?? ''
  const column = (isLeft ? join.left_column : join.right_column) ?? ''
  const columns = useColumns(names.includes(table) ? table : null, columnsOf)
  return (
    <>
      <Suggest
        label={isLeft ? t('Left table') : t('Right table')}
        placeholder={t('Table')}
        items={names}
        value={table}
        isBad={isBad && table.trim() === ''}
        onChange={(value) => onChange({ ...join, ...(isLeft ? { left_table: value } : { right_table: value }) })}
      />
      <Suggest
        label={isLeft ? t('Left column') : t('Right column')}
        placeholder={t('Column')}
        items={columns}
        value={column}
        isBad={isBad && column.trim() === ''}
        onChange={(value) => onChange({ ...join, ...(isLeft ? { left_column: value } : { right_column: value }) })}
      />
    </>
  )
}
