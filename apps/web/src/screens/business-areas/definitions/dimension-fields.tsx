import { message, type Dimension } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { definitionSchemas } from '../../../lib/whole-definitions.ts'
import { Fields } from '../../../ui/fields.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { otherProblems, problemsOfPart } from './definition-problems.ts'
import { DeprecationField } from './deprecation-field.tsx'
import { DescribedFields } from './described-fields.tsx'
import { useDefinitionSources, useLoadColumns } from './definition-sources.ts'
import { freeName, keyOfDefinition, type DefinitionFieldsProps, type ListKind } from './list-kind.ts'
import { SqlField } from './sql-field.tsx'
import { TableField } from './table-field.tsx'

const parts = ['name', 'table', 'expression', 'parent', 'use_instead']

function DimensionFields({ item, onChange, gaps, problems }: DefinitionFieldsProps<Dimension>) {
  const { t } = useTranslation()
  const { definitions } = useDefinitionSources()
  const shown = { gaps, problems }
  const names = definitions.dimensions.map(({ name }) => name)
  return (
    <>
      <FieldProblems id="" problems={otherProblems(problems, parts)} />
      <Fields>
        <DescribedFields
          {...shown}
          item={item}
          placeholder={t('Country')}
          onChange={(described) => onChange({ ...item, ...described })}
        />
        <TableField
          {...shown}
          className="md:col-span-3"
          value={item.table}
          onChange={(table) => onChange({ ...item, table })}
        />
        <div className="md:col-span-3">
          <ParentField item={item} dimensions={definitions.dimensions} onChange={onChange} />
          <FieldProblems id="" problems={problemsOfPart(problems, 'parent')} />
        </div>
        <SqlField
          {...shown}
          label={t('Column or expression')}
          part="expression"
          value={item.expression}
          loadWords={useLoadColumns(item.table)}
          placeholder="UPPER(country)"
          onChange={(expression) => onChange({ ...item, expression })}
        />
        <DeprecationField
          {...shown}
          name={item.name}
          value={item.deprecated}
          names={names}
          onChange={(deprecated) => onChange({ ...item, deprecated })}
        />
      </Fields>
    </>
  )
}

interface ParentFieldProps extends Pick<DefinitionFieldsProps<Dimension>, 'item' | 'onChange'> {
  dimensions: Dimension[]
}

/** The next coarser dimension; those that this one leads to are not offered. */
function ParentField({ item, dimensions, onChange }: ParentFieldProps) {
  const { t } = useTranslation()
  const chain = hierarchyOf(item, dimensions)
  const offered = dimensions.filter(
    (other) => other.name.trim() !== '' && !hierarchyOf(other, dimensions).some((name) => isSame(name, item.name)),
  )
  const isUnknown = item.parent !== null && !offered.some(({ name }) => isSame(name, item.parent ?? ''))
  return (
    <FieldFrame
      label={t('Belongs to')}
      optional
      hint={chain.length > 1 ? t('Hierarchy: {names}', { names: chain.join(' → ') }) : t('The next coarser dimension')}
    >
      {(control) => (
        <Select
          {...control}
          value={item.parent ?? ''}
          onChange={({ target }) => onChange({ ...item, parent: target.value === '' ? null : target.value })}
        >
          <option value="">{t('Nothing')}</option>
          {isUnknown && <option value={item.parent ?? ''}>{item.parent}</option>}
          {offered.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

/** A dimension's name, then the names of its parents; ends before it repeats. */
function hierarchyOf(item: Dimension, dimensions: Dimension[]): string[] {
  const names = [item.name]
  let parent = item.parent
  while (parent !== null) {
    const wanted = parent
    if (names.some((name) => isSame(name, wanted))) break
    names.push(wanted)
    parent = dimensions.find(({ name }) => isSame(name, wanted))?.parent ?? null
  }
  return names
}

function isSame(one: string, other: string): boolean {
  return keyOfDefinition(one) === keyOfDefinition(other)
}

export const dimensionKind: ListKind<Dimension> = {
  title: message('Dimensions'),
  addLabel: message('Add dimension'),
  about: message('A dimension is what numbers are grouped by, such as Country for the column customers.country.'),
  isLine: false,
  nameOf: ({ name }) => name,
  summaryOf: ({ table, expression }) => [table, expression].filter((text) => text !== '').join(' · '),
  wordsOf: ({ synonyms, description }) => [...synonyms, description ?? ''],
  isDeprecated: ({ deprecated }) => deprecated !== null,
  fresh: () => ({
    name: '',
    description: null,
    synonyms: [],
    table: '',
    expression: '',
    parent: null,
    deprecated: null,
  }),
  copyOf: (item, all) => ({ ...item, name: freeName(item.name, all) }),
  schema: definitionSchemas.dimensions,
  Fields: DimensionFields,
}
