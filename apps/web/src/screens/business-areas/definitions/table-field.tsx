import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldProblems } from '../security/field-problems.tsx'
import { SuggestField } from '../security/suggest-field.tsx'
import { problemsOfPart } from './definition-problems.ts'
import { useDefinitionSources, useLoadColumns } from './definition-sources.ts'
import { Labeled } from './labeled.tsx'
import type { DefinitionFieldsProps } from './list-kind.ts'

interface NameFieldProps extends Pick<DefinitionFieldsProps<never>, 'gaps' | 'problems'> {
  value: string
  className?: string
  onChange: (value: string) => void
}

/** Picks one of the area's tables. */
export function TableField({ value, className, gaps, problems, onChange }: NameFieldProps) {
  const { t } = useTranslation()
  const { tables } = useDefinitionSources()
  return (
    <PickedName label={t('Table')} part="table" words={tables} {...{ value, className, gaps, problems, onChange }} />
  )
}

/** Picks a column of a table. */
export function ColumnField({ table, ...props }: NameFieldProps & { table: string }) {
  const { t } = useTranslation()
  return <PickedName label={t('Column')} part="column" words={noWords} loadWords={useLoadColumns(table)} {...props} />
}

const noWords: string[] = []

interface PickedNameProps extends NameFieldProps {
  label: string
  part: string
  words: string[]
  loadWords?: () => Promise<string[]>
  className?: string | undefined
}

function PickedName({ label, part, words, loadWords, value, className, gaps, problems, onChange }: PickedNameProps) {
  const id = useId()
  const gap = gaps.get(part) ?? null
  const own = problemsOfPart(problems, part)
  const isBad = gap !== null || own.some(({ severity }) => severity === 'error')
  return (
    <Labeled label={label} {...(className !== undefined && { className })}>
      <SuggestField
        size="normal"
        label={label}
        kind="name"
        value={value}
        words={words}
        loadWords={loadWords}
        placeholder={label}
        isBad={isBad}
        describedBy={isBad ? id : undefined}
        onChange={onChange}
      />
      <FieldProblems id={id} problems={own} gap={gap} />
    </Labeled>
  )
}
