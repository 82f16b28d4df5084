import type { DefinedColumn } from '@parlance/contract'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { qualified } from '../../../lib/security/condition-words.ts'
import { keyOfName } from '../form/table-names.ts'
import { FieldProblems } from '../security/field-problems.tsx'
import { SuggestField } from '../security/suggest-field.tsx'
import { problemsOfPart } from './definition-problems.ts'
import { useDefinitionSources, useJoinedTables } from './definition-sources.ts'
import { Labeled } from './labeled.tsx'
import type { DefinitionFieldsProps } from './list-kind.ts'

interface TimeColumnFieldProps extends Pick<DefinitionFieldsProps<never>, 'problems'> {
  /** The metric's table. */
  table: string
  value: DefinedColumn | null
  onChange: (value: DefinedColumn | null) => void
}

const noWords: string[] = []

/** The date of a metric's rows: a column of its table, or of a table that each row has one row of. */
export function TimeColumnField({ table, value, problems, onChange }: TimeColumnFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { definitions, columnsOf, tables } = useDefinitionSources()
  const joined = useJoinedTables(table)
  const [typed, setTyped] = useState(() => textOf(value, table))
  const text = isSame(readColumn(typed, table, tables), value) ? typed : textOf(value, table)
  const loadWords = useMemo(
    () => async () => {
      const own = table.trim() === '' ? [] : await columnsOf(table)
      const others = await Promise.all(joined.map(async (name) => qualified(name, await columnsOf(name))))
      return [...own, ...others.flat()]
    },
    [columnsOf, table, joined],
  )
  const standard = definitions.time_columns.find((one) => keyOfName(one.table) === keyOfName(table))
  const own = problemsOfPart(problems, 'time_column')
  return (
    <Labeled
      className="md:col-span-3"
      label={t('Time column')}
      optional
      hint={
        standard === undefined
          ? t('The date that a period such as "last year" refers to')
          : t("Empty means the table's default date: {column}", { column: standard.column })
      }
    >
      <SuggestField
        size="normal"
        label={t('Time column')}
        kind="name"
        value={text}
        words={noWords}
        loadWords={loadWords}
        placeholder={standard?.column ?? t('Column')}
        isBad={own.some(({ severity }) => severity === 'error')}
        describedBy={own.length > 0 ? id : undefined}
        onChange={(next) => {
          setTyped(next)
          onChange(readColumn(next, table, tables))
        }}
      />
      <FieldProblems id={id} problems={own} />
    </Labeled>
  )
}

/** Reads `column` of the metric's table, or `table.column`. The names of tables and columns may contain dots. */
function readColumn(text: string, table: string, tables: readonly string[]): DefinedColumn | null {
  const name = text.trim()
  if (name === '') return null
  const other = tables
    .filter((known) => keyOfName(name).startsWith(`${keyOfName(known)}.`))
    .toSorted((one, two) => two.length - one.length)[0]
  return other === undefined ? { table, column: name } : { table: other, column: name.slice(other.length + 1) }
}

function textOf(value: DefinedColumn | null, table: string): string {
  if (value === null) return ''
  return keyOfName(value.table) === keyOfName(table) ? value.column : `${value.table}.${value.column}`
}

function isSame(one: DefinedColumn | null, other: DefinedColumn | null): boolean {
  return one?.table === other?.table && one?.column === other?.column
}
