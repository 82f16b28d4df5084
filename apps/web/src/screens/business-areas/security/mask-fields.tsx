import { message, type AreaProblem, type ColumnMask } from '@parlance/contract'
import { useCallback, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import {
  choiceOf,
  columnRuleTexts,
  maskChoices,
  maskForColumn,
  maskOf,
  type MaskChoice,
  type MaskRow,
} from '../../../lib/security/column-rules.ts'
import { isBlank } from '../../../lib/security/row-rules.ts'
import { Select } from '../../../ui/select.tsx'
import { FieldProblems } from './field-problems.tsx'
import { MaskExample } from './mask-example.tsx'
import { MaskParts } from './mask-parts.tsx'
import { problemsAt } from './problem-index.ts'
import type { FieldsProps } from './rule-kind.ts'
import { SuggestField } from './suggest-field.tsx'

const maskClass =
  'grid items-center gap-2 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:*:last:col-start-2 max-md:*:last:row-start-1'
/** Several values of an example need the whole width. */
const simpleClass = 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_188px_auto]'
/** The builder shows its JSON beside the fields. */
const builderClass = 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:*:last:col-start-3 md:*:last:row-start-1'

/** The fields of one column's mask. Only the Advanced Builder has the ones for range buckets and custom SQL. */
export function MaskFields({ isSimple = false, ...props }: FieldsProps<MaskRow> & { isSimple?: boolean }) {
  const { t } = useTranslation()
  const { item, number, gap, tables, columnsOf, problems, onChange } = props
  const { table, column, mask } = item
  const name = useId()
  const before = useRef(new Map<MaskChoice, ColumnMask>())
  const loadColumns = useCallback(() => (table === '' ? Promise.resolve([]) : columnsOf(table)), [columnsOf, table])
  const isNameless = gap === columnRuleTexts.mask
  // Problems that belong to no column of the table appear at its first mask.
  const own = problemsAt(problems, table, (part) => part === column || part === 'table' || part === null)
  const isRepeated = props.isRepeated && !isBlank(table) && !isBlank(column)
  const repeated = isRepeated ? message('This column already has a mask. The strictest one is used.') : null
  const hasNotes = own.length > 0 || gap !== null || repeated !== null
  const choice = choiceOf(mask)
  const choose = (next: MaskChoice) => {
    before.current.set(choice, mask)
    onChange({ ...item, mask: before.current.get(next) ?? maskOf(next, column) })
  }
  const shownName = maskName(item, number)
  const common = { describedBy: hasNotes ? `${name}-notes` : undefined, kind: 'name' as const }
  return (
    <>
      <div className={cn(maskClass, isSimple ? simpleClass : builderClass)}>
        <SuggestField
          {...common}
          className="min-w-0"
          label={t('Table for mask {n}', { n: number })}
          value={table}
          words={tables}
          placeholder={t('Table')}
          isBad={(isNameless && isBlank(table)) || own.some(({ part }) => part !== column)}
          onChange={(next) => onChange({ ...item, table: next })}
        />
        <SuggestField
          {...common}
          className="min-w-0 max-md:col-span-full"
          label={t('Column for mask {n}', { n: number })}
          value={column}
          words={noWords}
          loadWords={loadColumns}
          placeholder={t('Column')}
          isBad={(isNameless && isBlank(column)) || own.some(({ part }) => part === column)}
          onChange={(next) => onChange({ ...item, column: next, mask: maskForColumn(mask, column, next) })}
        />
        <Select
          className={cn('max-md:col-span-full', !isSimple && 'md:col-start-1')}
          small
          aria-label={t('Mask type for {name}', { name: shownName })}
          value={choice}
          onChange={(event) => {
            const chosen = maskChoices.find((option) => option.id === event.target.value)
            if (chosen !== undefined) choose(chosen.id)
          }}
        >
          {maskChoices.map((option) => (
            <option
              key={option.id}
              value={option.id}
              disabled={isSimple && (option.id === 'range' || option.id === 'custom')}
            >
              {translate(t, option.label)}
            </option>
          ))}
        </Select>
        <MaskExample
          className={isSimple ? 'col-span-full md:row-start-2' : 'col-span-full md:col-[2/-1]'}
          mask={mask}
          column={column}
          table={table}
        />
        {props.actions}
      </div>
      <MaskParts
        mask={mask}
        isSimple={isSimple}
        loadWords={loadColumns}
        problems={mask.mask_type === 'custom' ? own.filter(({ part }) => part === column) : noProblems}
        onChange={(next) => onChange({ ...item, mask: next })}
      />
      <FieldProblems
        id={`${name}-notes`}
        problems={mask.mask_type === 'custom' ? own.filter(({ part }) => part !== column) : own}
        gap={gap ?? repeated}
      />
    </>
  )
}

/** The column of a mask, or its number before it has one. */
export function maskName({ table, column }: MaskRow, number: number): string {
  return table === '' && column === '' ? String(number) : `${table}.${column}`
}

const noWords: string[] = []
const noProblems: AreaProblem[] = []
