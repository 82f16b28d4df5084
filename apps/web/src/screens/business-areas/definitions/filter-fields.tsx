import { message, type NamedFilter } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { Fields } from '../../../ui/fields.tsx'
import { definitionSchemas } from '../../../lib/whole-definitions.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { otherProblems, problemsOfPart } from './definition-problems.ts'
import { DeprecationField } from './deprecation-field.tsx'
import { DescribedFields } from './described-fields.tsx'
import { useDefinitionSources, useLoadColumns } from './definition-sources.ts'
import { freeName, type DefinitionFieldsProps, type ListKind } from './list-kind.ts'
import { SqlField } from './sql-field.tsx'
import { TableField } from './table-field.tsx'

const parts = ['name', 'table', 'condition', 'applies_by_default', 'use_instead']

function FilterFields({ item, onChange, gaps, problems }: DefinitionFieldsProps<NamedFilter>) {
  const { t } = useTranslation()
  const { definitions } = useDefinitionSources()
  const shown = { gaps, problems }
  return (
    <>
      <FieldProblems id="" problems={otherProblems(problems, parts)} />
      <Fields>
        <DescribedFields
          {...shown}
          item={item}
          placeholder={t('Active customers')}
          onChange={(described) => onChange({ ...item, ...described })}
        />
        <TableField
          {...shown}
          className="md:col-span-3"
          value={item.table}
          onChange={(table) => onChange({ ...item, table })}
        />
        <SqlField
          {...shown}
          label={t('Condition')}
          part="condition"
          value={item.condition}
          loadWords={useLoadColumns(item.table)}
          placeholder="status = 'active'"
          onChange={(condition) => onChange({ ...item, condition })}
        />
        <DefaultField
          {...shown}
          value={item.applies_by_default}
          onChange={(isDefault) => onChange({ ...item, applies_by_default: isDefault })}
        />
        <DeprecationField
          {...shown}
          name={item.name}
          value={item.deprecated}
          names={definitions.filters.map(({ name }) => name)}
          onChange={(deprecated) => onChange({ ...item, deprecated })}
        />
      </Fields>
    </>
  )
}

interface DefaultFieldProps extends Pick<DefinitionFieldsProps<never>, 'problems'> {
  value: boolean
  onChange: (value: boolean) => void
}

/** Whether the filter applies to each question about its table. */
function DefaultField({ value, problems, onChange }: DefaultFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="md:col-span-6">
      <Checkbox className="max-md:min-h-11" checked={value} onChange={({ target }) => onChange(target.checked)}>
        {t('Apply by default')}
        <span className="text-meta text-faint">
          {t('To each question about this table, unless the question says otherwise')}
        </span>
      </Checkbox>
      <FieldProblems id="" problems={problemsOfPart(problems, 'applies_by_default')} />
    </div>
  )
}

export const filterKind: ListKind<NamedFilter> = {
  title: message('Filters'),
  addLabel: message('Add filter'),
  about: message("A filter gives a condition a name, such as Active customers for status = 'active'."),
  isLine: false,
  nameOf: ({ name }) => name,
  summaryOf: ({ table, condition }) => [table, condition].filter((text) => text !== '').join(' · '),
  wordsOf: ({ synonyms, description }) => [...synonyms, description ?? ''],
  badgeOf: ({ applies_by_default: isDefault }) => (isDefault ? message('Default') : null),
  isDeprecated: ({ deprecated }) => deprecated !== null,
  fresh: () => ({
    name: '',
    description: null,
    synonyms: [],
    table: '',
    condition: '',
    applies_by_default: false,
    deprecated: null,
  }),
  copyOf: (item, all) => ({ ...item, name: freeName(item.name, all) }),
  schema: definitionSchemas.filters,
  Fields: FilterFields,
}
