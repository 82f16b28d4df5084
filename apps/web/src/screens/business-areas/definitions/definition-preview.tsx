import {
  definitionPreviewRows,
  formatMetricValue,
  type Area,
  type Cell,
  type Definitions,
  type MetricQueryResponse,
} from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewDefinition, type DefinitionPreviewRequest } from '../../../api/area-definitions.ts'
import { wholeDefinitions } from '../../../lib/whole-definitions.ts'
import { Fields } from '../../../ui/fields.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { joinsOf, type AreaForm } from '../form/area-form.ts'
import { PreviewFailure } from '../security/preview-failure.tsx'
import { Protection, Rows } from '../security/preview-result.tsx'
import { SuggestField } from '../security/suggest-field.tsx'
import { usePreviewPeople } from '../security/use-preview-people.ts'
import type { ListName } from './definition-place.ts'
import { Labeled } from './labeled.tsx'
import { keyOfDefinition } from './list-kind.ts'

interface DefinitionPreviewProps {
  area: Area
  form: AreaForm
  list: ListName
  name: string
  onClose: () => void
}

/** What a definition gives now: a number, or ten rows, as oneself or as another user. */
export function DefinitionPreview({ area, form, list, name, onClose }: DefinitionPreviewProps) {
  const { t } = useTranslation()
  const [person, setPerson] = useState('')
  const { people, person: chosen, isAdmin } = usePreviewPeople(area, person)
  const names = useMemo(() => people.map(({ label }) => label), [people])
  const [grouping, setGrouping] = useState('')
  const definitions = useMemo(() => wholeDefinitions(form.definitions) ?? {}, [form.definitions])
  const isWhole = [definitions.metrics, definitions.dimensions, definitions.filters].some(
    (items, at) =>
      ['metrics', 'dimensions', 'filters'][at] === list &&
      items?.some((item) => keyOfDefinition(item.name) === keyOfDefinition(name)) === true,
  )
  const isUnknown = person.trim() !== '' && chosen === null
  const preview = useQuery({
    queryKey: ['definition-preview', area.area_id, list, name, grouping, chosen?.id ?? null, definitions],
    queryFn: ({ signal }) =>
      previewDefinition(
        area.area_id,
        {
          definitions,
          joins: joinsOf(form),
          ...subjectOf(list, name, grouping),
          ...(chosen !== null && { user_id: chosen.id }),
        },
        signal,
      ),
    enabled: isWhole && !isUnknown,
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal open onClose={onClose} title={t('Preview of {name}', { name })} width={700}>
      {isWhole ? (
        <div className="grid min-w-0 gap-3">
          <Fields>
            <Labeled
              className="md:col-span-3"
              label={t('As user')}
              hint={isAdmin ? t('Empty means yourself') : t('You can preview as yourself or as a user with access.')}
            >
              <SuggestField
                size="normal"
                label={t('As user')}
                kind="name"
                value={person}
                words={names}
                placeholder={t('Yourself')}
                isPlain
                isBad={isUnknown}
                onChange={setPerson}
              />
            </Labeled>
            {list === 'metrics' && (
              <GroupingField definitions={form.definitions} name={name} value={grouping} onChange={setGrouping} />
            )}
          </Fields>
          {preview.isFetching && <Spinner />}
          {preview.isError && !preview.isFetching && <PreviewFailure error={preview.error} />}
          {preview.data !== undefined && !preview.isFetching && <Result answer={preview.data} />}
        </div>
      ) : (
        <Note tone="info">{t('Fill in the marked fields first. Then the preview shows what it gives.')}</Note>
      )}
    </Modal>
  )
}

interface GroupingFieldProps {
  definitions: Definitions
  name: string
  value: string
  onChange: (value: string) => void
}

const monthly = ' month'

/** The number on its own, by month, or by a dimension. */
function GroupingField({ definitions, name, value, onChange }: GroupingFieldProps) {
  const { t } = useTranslation()
  const metric = definitions.metrics.find((one) => keyOfDefinition(one.name) === keyOfDefinition(name))
  const dimensions = metric?.dimensions ?? definitions.dimensions.map((dimension) => dimension.name)
  return (
    <FieldFrame className="md:col-span-3" label={t('Grouped by')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('Nothing: the number')}</option>
          <option value={monthly}>{t('Month')}</option>
          {dimensions.map((dimension) => (
            <option key={dimension} value={dimension}>
              {dimension}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

/** A metric's values, or how many rows a dimension's values have or a filter matches. */
function subjectOf(
  list: ListName,
  name: string,
  grouping: string,
): Pick<DefinitionPreviewRequest, 'query' | 'rows_of'> {
  if (list === 'dimensions') return { rows_of: { kind: 'dimension', name } }
  if (list === 'filters') return { rows_of: { kind: 'filter', name } }
  const limit = definitionPreviewRows
  if (grouping === monthly) return { query: { metrics: [name], grain: 'month', limit } }
  return { query: { metrics: [name], group_by: grouping === '' ? [] : [grouping], limit } }
}

function Result({ answer }: { answer: MetricQueryResponse }) {
  const { t, i18n } = useTranslation()
  const { database, meanings, results, receipt, executed_sql: sql } = answer
  const textOf = (value: Cell, index: number): string | null => {
    const meaning = meanings[index]
    const number = typeof value === 'number' ? value : Number(value)
    if (meaning?.kind !== 'metric' || value === null || value === '' || Number.isNaN(number)) return null
    return formatMetricValue(number, meaning.format, meaning.unit, i18n.language)
  }
  const isNumber = results.length === 1 && meanings.length === 1
  const value = results[0]?.[0] ?? null
  return (
    <>
      <p className="text-meta text-muted">
        <bdi>{database.name}</bdi>
      </p>
      {isNumber ? (
        <p className="text-(length:--text-page)/7 font-semibold tabular-nums">
          {value === null ? 'NULL' : (textOf(value, 0) ?? String(value))}
        </p>
      ) : (
        <Rows className="max-h-none" preview={answer} textOf={textOf} />
      )}
      <Protection receipt={receipt} />
      <details>
        <summary className="max-md:py-3.5 cursor-pointer text-meta text-muted underline underline-offset-3">
          {t('Executed SQL')}
        </summary>
        <SqlBox sql={sql} />
      </details>
    </>
  )
}
