import { areaTextLimits, type AreaColumnHint, type AreaTableInput } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { readSynonyms, useSynonymsText } from '../form/synonyms-field.tsx'

const shownAtFirst = 30

interface ColumnHintsProps {
  table: AreaTableInput
  columnsOf: (table: string) => Promise<string[]>
  onChange: (column: AreaColumnHint) => void
}

/** The columns of one table with their hints; loaded when the panel opens. */
export function ColumnHints({ table, columnsOf, onChange }: ColumnHintsProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const name = table.table_name
  const columns = useQuery({
    queryKey: ['column-names', name],
    queryFn: () => columnsOf(name),
    staleTime: 0,
    gcTime: 0,
  })
  const storedHints = table.columns ?? []
  const names = [...new Set([...(columns.data ?? []), ...storedHints.map((column) => column.name)])]
  if (columns.isPending) return <p className="text-meta text-muted">{t('Loading columns...')}</p>
  if (names.length === 0) return null
  const shown = isWhole ? names : names.slice(0, shownAtFirst)
  return (
    <fieldset className="grid gap-1.5" aria-label={t('Columns of {table}', { table: name })}>
      {shown.map((column) => (
        <OneColumn
          key={column}
          hint={storedHints.find((candidate) => candidate.name === column) ?? { name: column }}
          onChange={onChange}
        />
      ))}
      {shown.length < names.length && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {t('Show all {n, number} columns', { n: names.length })}
        </Button>
      )}
    </fieldset>
  )
}

function OneColumn({ hint, onChange }: { hint: AreaColumnHint; onChange: (hint: AreaColumnHint) => void }) {
  const { t } = useTranslation()
  const synonyms = useSynonymsText(hint.synonyms ?? [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,1.2fr)] items-center gap-1.5 max-md:grid-cols-[minmax(0,1fr)]">
      <bdi className="font-mono text-[13px] truncate min-w-0" title={hint.name}>
        {hint.name}
      </bdi>
      <Input
        small
        dir="auto"
        aria-label={t('Description of {name}', { name: hint.name })}
        placeholder={t('Description')}
        maxLength={areaTextLimits.description}
        value={hint.description ?? ''}
        onChange={(event) => onChange({ ...hint, description: event.target.value })}
      />
      <Input
        small
        dir="auto"
        aria-label={t('Synonyms for {name}', { name: hint.name })}
        placeholder={t('Synonyms')}
        value={synonyms.text}
        onChange={(event) => {
          synonyms.setText(event.target.value)
          onChange({ ...hint, synonyms: readSynonyms(event.target.value) })
        }}
      />
    </div>
  )
}
