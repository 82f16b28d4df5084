import { definitionLimits, message, type DefinedColumn, type ValueSynonym } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { definitionSchemas } from '../../../lib/whole-definitions.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { readSynonyms, useSynonymsText } from '../form/synonyms-field.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { otherProblems, problemsOfPart } from './definition-problems.ts'
import type { DefinitionFieldsProps, ListKind } from './list-kind.ts'
import { ColumnField, TableField } from './table-field.tsx'

/** Fields side by side; what can be done with them is below their labels. */
const lineClass = 'grid gap-2 *:last:pt-5.5 max-md:grid-cols-2 max-md:*:last:col-span-full max-md:*:last:pt-0'

function TimeColumnFields({ item, onChange, gaps, problems, actions }: DefinitionFieldsProps<DefinedColumn>) {
  const shown = { gaps, problems }
  return (
    <>
      <div className={cn(lineClass, 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]')}>
        <TableField {...shown} value={item.table} onChange={(table) => onChange({ ...item, table })} />
        <ColumnField
          {...shown}
          table={item.table}
          value={item.column}
          onChange={(column) => onChange({ ...item, column })}
        />
        {actions}
      </div>
      <FieldProblems id="" problems={otherProblems(problems, ['table', 'column'])} />
    </>
  )
}

export const timeColumnKind: ListKind<DefinedColumn> = {
  title: message('Default dates'),
  addLabel: message('Add default date'),
  about: message(
    'A default date is the column that a period refers to, such as orders.order_date for "revenue last year".',
  ),
  isLine: true,
  nameOf: columnName,
  summaryOf: () => '',
  wordsOf: () => [],
  isDeprecated: () => false,
  fresh: () => ({ table: '', column: '' }),
  copyOf: (item) => ({ ...item, table: '' }),
  schema: definitionSchemas.time_columns,
  Fields: TimeColumnFields,
}

function ValueSynonymFields({ item, onChange, gaps, problems, actions }: DefinitionFieldsProps<ValueSynonym>) {
  const { t } = useTranslation()
  const shown = { gaps, problems }
  const { text, setText } = useSynonymsText(item.synonyms)
  const errorOf = (part: string) => {
    const gap = gaps.get(part)
    return gap === undefined ? undefined : translate(t, gap)
  }
  return (
    <>
      <div className={cn(lineClass, 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_auto]')}>
        <TableField {...shown} value={item.table} onChange={(table) => onChange({ ...item, table })} />
        <ColumnField
          {...shown}
          table={item.table}
          value={item.column}
          onChange={(column) => onChange({ ...item, column })}
        />
        <div>
          <FieldFrame label={t('Stored value')} error={errorOf('value')}>
            {(control) => (
              <Input
                {...control}
                dir="auto"
                autoComplete="off"
                spellCheck={false}
                maxLength={500}
                value={item.value}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                onChange={(event) => onChange({ ...item, value: event.target.value })}
              />
            )}
          </FieldFrame>
          <FieldProblems id="" problems={problemsOfPart(problems, 'value')} />
        </div>
        <div>
          <FieldFrame label={t('Synonyms')} error={errorOf('synonyms')}>
            {(control) => (
              <Input
                {...control}
                dir="auto"
                autoComplete="off"
                placeholder={t('Separated by commas')}
                maxLength={definitionLimits.description}
                value={text}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                onChange={(event) => {
                  setText(event.target.value)
                  onChange({ ...item, synonyms: readSynonyms(event.target.value) })
                }}
              />
            )}
          </FieldFrame>
          <FieldProblems id="" problems={problemsOfPart(problems, 'synonyms')} />
        </div>
        {actions}
      </div>
      <FieldProblems id="" problems={otherProblems(problems, ['table', 'column', 'value', 'synonyms'])} />
    </>
  )
}

export const valueSynonymKind: ListKind<ValueSynonym> = {
  title: message('Value synonyms'),
  addLabel: message('Add value synonym'),
  about: message("A value synonym is another word for a stored value, such as NRW for 'Nordrhein-Westfalen'."),
  isLine: true,
  nameOf: columnName,
  summaryOf: ({ value, synonyms }) => `${value} = ${synonyms.join(', ')}`,
  wordsOf: () => [],
  isDeprecated: () => false,
  fresh: () => ({ table: '', column: '', value: '', synonyms: [] }),
  copyOf: (item) => ({ ...item, value: '', synonyms: [] }),
  schema: definitionSchemas.value_synonyms,
  Fields: ValueSynonymFields,
}

/** As the server names it in problems. */
function columnName({ table, column }: DefinedColumn): string {
  return table === '' && column === '' ? '' : `${table}.${column}`
}
