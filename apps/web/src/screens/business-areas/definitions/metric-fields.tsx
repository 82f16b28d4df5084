import { message, type Metric, type MetricComputation } from '@parlance/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fields } from '../../../ui/fields.tsx'
import { definitionSchemas } from '../../../lib/whole-definitions.ts'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { AllowedDimensions } from './allowed-dimensions.tsx'
import { otherProblems } from './definition-problems.ts'
import { useDefinitionSources, useLoadColumns } from './definition-sources.ts'
import { DeprecationField } from './deprecation-field.tsx'
import { DescribedFields } from './described-fields.tsx'
import { FormatFields } from './format-fields.tsx'
import { Labeled } from './labeled.tsx'
import { freeName, keyOfDefinition, type DefinitionFieldsProps, type ListKind } from './list-kind.ts'
import { SqlField } from './sql-field.tsx'
import { TableField } from './table-field.tsx'
import { TimeColumnField } from './time-column-field.tsx'

type Aggregate = Extract<MetricComputation, { kind: 'aggregate' }>

const emptyAggregate: Aggregate = { kind: 'aggregate', table: '', expression: '', condition: null, time_column: null }
const emptyFormula: MetricComputation = { kind: 'formula', formula: '' }

const parts = ['name', 'table', 'expression', 'condition', 'time_column', 'formula', 'dimensions', 'use_instead']

function MetricFields({ item, onChange, gaps, problems }: DefinitionFieldsProps<Metric>) {
  const { t } = useTranslation()
  const { definitions } = useDefinitionSources()
  const shown = { gaps, problems }
  const { computation } = item
  // Switching back brings back what was written.
  const [other, setOther] = useState(computation.kind === 'formula' ? emptyAggregate : emptyFormula)
  const switchTo = (kind: MetricComputation['kind']) => {
    if (kind === computation.kind) return
    setOther(computation)
    onChange({ ...item, computation: other })
  }
  return (
    <>
      <FieldProblems id="" problems={otherProblems(problems, parts)} />
      <Fields>
        <DescribedFields
          {...shown}
          item={item}
          placeholder={t('Net revenue')}
          onChange={(described) => onChange({ ...item, ...described })}
        />
        <Labeled className="md:col-span-6" label={t('Computed from')}>
          <ModeSwitch
            label={t('Computed from')}
            options={[
              { value: 'aggregate', label: t('Rows of a table') },
              { value: 'formula', label: t('Other metrics') },
            ]}
            value={computation.kind}
            onChange={switchTo}
          />
        </Labeled>
        {computation.kind === 'aggregate' ? (
          <AggregateFields
            {...shown}
            value={computation}
            onChange={(changed) => onChange({ ...item, computation: changed })}
          />
        ) : (
          <FormulaField
            {...shown}
            name={item.name}
            value={computation.formula}
            onChange={(formula) => onChange({ ...item, computation: { kind: 'formula', formula } })}
          />
        )}
        <FormatFields unit={item.unit} format={item.format} onChange={(format) => onChange({ ...item, ...format })} />
        <AllowedDimensions
          metric={item.name}
          value={item.dimensions}
          problems={problems}
          onChange={(dimensions) => onChange({ ...item, dimensions })}
        />
        <DeprecationField
          {...shown}
          name={item.name}
          value={item.deprecated}
          names={definitions.metrics.map(({ name }) => name)}
          onChange={(deprecated) => onChange({ ...item, deprecated })}
        />
      </Fields>
    </>
  )
}

interface AggregateFieldsProps extends Pick<DefinitionFieldsProps<never>, 'gaps' | 'problems'> {
  value: Aggregate
  onChange: (value: Aggregate) => void
}

function AggregateFields({ value, onChange, gaps, problems }: AggregateFieldsProps) {
  const { t } = useTranslation()
  const shown = { gaps, problems }
  const loadWords = useLoadColumns(value.table)
  return (
    <>
      <TableField
        {...shown}
        className="md:col-span-3"
        value={value.table}
        onChange={(table) => onChange(withTable(value, table))}
      />
      <TimeColumnField
        table={value.table}
        value={value.time_column}
        problems={problems}
        onChange={(column) => onChange({ ...value, time_column: column })}
      />
      <SqlField
        {...shown}
        label={t('Expression')}
        part="expression"
        value={value.expression}
        loadWords={loadWords}
        placeholder="SUM(quantity * price)"
        onChange={(expression) => onChange({ ...value, expression })}
      />
      <SqlField
        {...shown}
        label={t('Condition')}
        part="condition"
        optional
        value={value.condition ?? ''}
        loadWords={loadWords}
        placeholder="status <> 'cancelled'"
        hint={t('Only rows that meet it count')}
        onChange={(condition) => onChange({ ...value, condition: condition === '' ? null : condition })}
      />
    </>
  )
}

/** A time column of the metric's own table moves with the table. */
function withTable(value: Aggregate, table: string): Aggregate {
  const { time_column: time } = value
  return { ...value, table, time_column: time?.table === value.table ? { ...time, table } : time }
}

interface FormulaFieldProps extends Pick<DefinitionFieldsProps<never>, 'gaps' | 'problems'> {
  name: string
  value: string
  onChange: (value: string) => void
}

function FormulaField({ name, ...field }: FormulaFieldProps) {
  const { t } = useTranslation()
  const { metrics } = useDefinitionSources().definitions
  const words = useMemo(
    () =>
      metrics
        .filter((metric) => metric.name.trim() !== '' && keyOfDefinition(metric.name) !== keyOfDefinition(name))
        .map((metric) => `{${metric.name}}`),
    [metrics, name],
  )
  return (
    <SqlField
      {...field}
      label={t('Formula')}
      part="formula"
      words={words}
      placeholder="{Net revenue} / {Orders}"
      hint={t("Type '{' for the names of metrics. Each metric is computed on its own first.")}
    />
  )
}

export const metricKind: ListKind<Metric> = {
  title: message('Metrics'),
  addLabel: message('Add metric'),
  about: message(
    'A metric says how a number is computed, such as Net revenue as SUM(quantity * price) of order_items.',
  ),
  isLine: false,
  nameOf: ({ name }) => name,
  summaryOf: ({ computation }) =>
    computation.kind === 'formula'
      ? computation.formula
      : [computation.table, computation.expression].filter((text) => text !== '').join(' · '),
  wordsOf: ({ synonyms, description }) => [...synonyms, description ?? ''],
  isDeprecated: ({ deprecated }) => deprecated !== null,
  fresh: () => ({
    name: '',
    description: null,
    synonyms: [],
    computation: emptyAggregate,
    dimensions: null,
    unit: null,
    format: null,
    deprecated: null,
  }),
  copyOf: (item, all) => ({ ...item, name: freeName(item.name, all) }),
  schema: definitionSchemas.metrics,
  Fields: MetricFields,
}
