import type { RowSecurityRule } from '@parlance/contract'
import { useCallback, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { isBlank, keptParts, type SimpleRow } from '../../../lib/security/row-rules.ts'
import { ConditionField } from './condition-field.tsx'
import { FieldProblems } from './field-problems.tsx'
import type { FieldsProps } from './rule-kind.ts'
import { useRuleParameters } from './rule-sources.ts'
import { SuggestField } from './suggest-field.tsx'

/** The fields of a rule with one condition on one table. */
export function SimpleRowFields(props: FieldsProps<SimpleRow>) {
  const { t } = useTranslation()
  const { item, number, gap, tables, columnsOf, problems, onChange } = props
  const id = useId()
  const { table, condition, kept } = item
  const parameters = useRuleParameters()
  const loadWords = useCallback(() => columnsOf(table), [columnsOf, table])
  const ofTable = problems.filter(({ part }) => part !== 'condition')
  return (
    <>
      <div className="flex items-start gap-1.5 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:*:last:col-start-2 max-md:*:last:row-start-1">
        <SuggestField
          label={t('Table for rule {n}', { n: number })}
          kind="name"
          className="min-w-0 flex-[0_1_180px]"
          value={table}
          words={tables}
          placeholder={t('Table')}
          isBad={(gap !== null && isBlank(table)) || ofTable.length > 0}
          describedBy={ofTable.length > 0 ? `${id}-table` : undefined}
          onChange={(next) => onChange({ ...item, table: next })}
        />
        <span className="flex-none text-meta/7 text-faint max-md:hidden" aria-hidden>
          {t('where')}
        </span>
        <ConditionField
          label={t('Condition for rule {n}', { n: number })}
          value={condition}
          words={parameters}
          parameters={parameters}
          loadWords={loadWords}
          placeholder="region = :user.region"
          problems={problems.filter(({ part }) => part === 'condition')}
          gap={gap}
          onChange={(next) => onChange({ ...item, condition: next })}
        />
        {props.actions}
      </div>
      <FieldProblems id={`${id}-table`} problems={ofTable} />
      {kept !== null && <KeptParts rule={kept} />}
    </>
  )
}

/** The parts of the stored rule other than its condition. */
function KeptParts({ rule }: { rule: RowSecurityRule }) {
  const { t } = useTranslation()
  const parts = keptParts(rule).map((part) => (typeof part === 'string' ? part : translate(t, part)))
  return parts.length === 0 ? null : (
    <p className="text-meta text-faint mt-1" dir="auto">
      {parts.join(' · ')}
    </p>
  )
}
