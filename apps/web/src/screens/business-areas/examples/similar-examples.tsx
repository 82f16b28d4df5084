import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { similarExamplesQuery } from '../../../api/examples.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Summary } from '../../../ui/summary.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'

/** Approved examples like one that waits, read when they are opened. */
export function SimilarExamples({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...similarExamplesQuery(id), enabled: isOpen })
  return (
    <details className="mt-1.5" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary className="text-meta text-muted">{t('Similar examples')}</Summary>
      {error !== null && (
        <p className="text-meta">{describeError(error, t('Could not load the examples. Try again.'))}</p>
      )}
      {isOpen && data === undefined && error === null && (
        <p className="text-meta text-muted">{t('Loading examples...')}</p>
      )}
      {data?.length === 0 && <p className="text-meta text-muted">{t('There are no similar examples.')}</p>}
      <ul>
        {data?.map((example) => (
          <li key={example.id} className="mt-2">
            <p dir="auto" className="wrap-anywhere">
              {example.question}
            </p>
            <SqlBox sql={example.sql_query} />
          </li>
        ))}
      </ul>
    </details>
  )
}
