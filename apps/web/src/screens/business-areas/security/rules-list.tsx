import type { ColumnMask, RowTableRule } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import {
  choiceOf,
  columnRulesOf,
  isColumnRules,
  listMasks,
  maskChoices,
  type ColumnRulesValue,
} from '../../../lib/security/column-rules.ts'
import { isRowRules, rowRulesOf, type RowRulesValue } from '../../../lib/security/row-rules.ts'
import { MaskExample } from './mask-example.tsx'
import { cn } from '../../../lib/cn.ts'

const itemClass = 'border-t border-line py-2 wrap-anywhere'

/** The read-only list of row rules. */
export function RowRulesList({ value }: { value: RowRulesValue }) {
  const { t } = useTranslation()
  if (!isRowRules(value)) return null
  return (
    <ul>
      {rowRulesOf(value).map(({ name, description, tables }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and nothing moves here
        <li key={index} className={itemClass}>
          <b dir="auto">{name}</b>
          {description !== undefined && <p className="text-meta text-muted">{description}</p>}
          <ul className="mt-1">
            {Object.entries(tables).map(([table, entry]) => (
              <li key={table} className="font-mono text-[13px]">
                <bdi>{table}</bdi> <span className="text-muted">{entryText(entry, t)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function entryText(entry: RowTableRule, t: TFunction): string {
  if (entry.inherit_parent_security === true) {
    return t('inherited from {table}, joined on {condition}', {
      table: entry.requires ?? '',
      condition: entry.join_condition ?? '',
    })
  }
  const { condition = '', when_column_exists: column } = entry
  const table = entry.always_apply === false ? entry.requires : undefined
  if (column === undefined) {
    return table === undefined
      ? t('where {condition}', { condition })
      : t('where {condition}, if the query also reads {table}', { condition, table })
  }
  return table === undefined
    ? t('where {condition}, if the column {column} exists', { condition, column })
    : t('where {condition}, if the column {column} exists and the query also reads {table}', {
        condition,
        column,
        table,
      })
}

/** The read-only list of column rules. */
export function ColumnRulesList({ value }: { value: ColumnRulesValue }) {
  const { t } = useTranslation()
  if (!isColumnRules(value)) return null
  return (
    <ul>
      {listMasks(columnRulesOf(value)).map(({ table, column, mask }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns may repeat, and nothing moves here
        <li
          key={index}
          className={cn(
            itemClass,
            'grid grid-cols-[minmax(0,1.3fr)_minmax(0,1.2fr)_minmax(0,1.4fr)] gap-3 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-0.5',
          )}
        >
          <code className="truncate min-w-0">
            {table}.{column}
          </code>
          <span>{choiceText(mask, t)}</span>
          <MaskExample mask={mask} column={column} />
        </li>
      ))}
    </ul>
  )
}

function choiceText(mask: ColumnMask, t: TFunction): string {
  const choice = maskChoices.find(({ id }) => id === choiceOf(mask))
  return choice === undefined ? mask.mask_type : translate(t, choice.label)
}
