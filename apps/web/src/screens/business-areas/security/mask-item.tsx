import { message, type AreaProblem, type ColumnMask } from '@parlance/contract'
import { X } from 'lucide-react'
import { memo, useCallback, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import {
  choiceOf,
  columnRuleTexts,
  maskChoices,
  maskForColumn,
  maskGap,
  maskOf,
  type MaskChoice,
  type MaskRow,
} from '../../../lib/security/column-rules.ts'
import { isBlank } from '../../../lib/security/row-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FieldProblems } from './field-problems.tsx'
import { MaskExample } from './mask-example.tsx'
import { MaskParts } from './mask-parts.tsx'
import { LeftItem, useLeft } from './left-item.tsx'
import { problemsAt } from './problem-index.ts'
import { SuggestField } from './suggest-field.tsx'
import styles from './rules.module.css'

interface MaskItemProps {
  id: number
  row: MaskRow
  number: number
  /** Range buckets and custom SQL are available only in the Advanced Builder. */
  isSimple: boolean
  /** An earlier row already masks this column. */
  isRepeated: boolean
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  /** The problems of the whole rule. */
  problems: readonly AreaProblem[]
  onChange: (id: number, row: MaskRow) => void
  onRemove: (id: number) => void
}

/** The mask of one column, with a sample value below. */
export const MaskItem = memo(function MaskItem(props: MaskItemProps) {
  const { t } = useTranslation()
  const { id, row, number, isSimple, isRepeated, tables, columnsOf, problems, onChange, onRemove } = props
  const { table, column, mask } = row
  const name = useId()
  const { isLeft, leave } = useLeft(table !== '')
  const before = useRef(new Map<MaskChoice, ColumnMask>())
  const loadColumns = useCallback(() => (table === '' ? Promise.resolve([]) : columnsOf(table)), [columnsOf, table])
  const gap = isLeft ? maskGap(row) : null
  const isNameless = gap === columnRuleTexts.mask
  // Problems that belong to no column of the table appear at its first mask.
  const own = problemsAt(problems, table, (part) => part === column || part === 'table' || part === null)
  const repeated = isRepeated ? message('This column already has a mask. The strictest one is used.') : null
  const hasNotes = own.length > 0 || gap !== null || repeated !== null
  const choice = choiceOf(mask)
  const choose = (next: MaskChoice) => {
    before.current.set(choice, mask)
    onChange(id, { ...row, mask: before.current.get(next) ?? maskOf(next, column) })
  }
  const shownName = table === '' && column === '' ? String(number) : `${table}.${column}`
  const common = { describedBy: hasNotes ? `${name}-notes` : undefined, kind: 'name' as const, className: styles.name }
  return (
    <LeftItem label={t('Mask for {name}', { name: shownName })} onLeave={leave}>
      <div className={styles.mask}>
        <SuggestField
          {...common}
          label={t('Table for mask {n}', { n: number })}
          value={table}
          words={tables}
          placeholder={t('Table')}
          isBad={(isNameless && isBlank(table)) || own.some(({ part }) => part !== column)}
          onChange={(next) => onChange(id, { ...row, table: next })}
        />
        <SuggestField
          {...common}
          label={t('Column for mask {n}', { n: number })}
          value={column}
          words={noWords}
          loadWords={loadColumns}
          placeholder={t('Column')}
          isBad={(isNameless && isBlank(column)) || own.some(({ part }) => part === column)}
          onChange={(next) => onChange(id, { ...row, column: next, mask: maskForColumn(mask, column, next) })}
        />
        <select
          className="select select-small"
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
        </select>
        <MaskExample mask={mask} column={column} table={table} />
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={t('Remove mask for {name}', { name: shownName })}
          onClick={() => onRemove(id)}
        >
          <Icon of={X} small />
        </Button>
      </div>
      <MaskParts
        mask={mask}
        isSimple={isSimple}
        loadWords={loadColumns}
        problems={mask.mask_type === 'custom' ? own.filter(({ part }) => part === column) : noProblems}
        onChange={(next) => onChange(id, { ...row, mask: next })}
      />
      <FieldProblems
        id={`${name}-notes`}
        problems={mask.mask_type === 'custom' ? own.filter(({ part }) => part !== column) : own}
        gap={gap ?? repeated}
      />
    </LeftItem>
  )
})

const noWords: string[] = []
const noProblems: AreaProblem[] = []
