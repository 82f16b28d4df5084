import type { Example, ExampleStatus } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedExamplesQuery, examplesQuery } from '../../../api/examples.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ExampleItem, isCorrected } from './example-item.tsx'
import type { ExampleActions } from './use-example-actions.ts'

const pageSize = 50
/** Pending examples come first because they need a decision. */
const order: ExampleStatus[] = ['pending', 'wrong', 'approved', 'rejected']

interface ExamplesPanelProps {
  /** Null for the examples of every area and database that this user reviews. */
  areaId: string | null
  readOnly: boolean
  actions: ExampleActions
}

/** Examples to approve, reject, run, change or delete, and answers marked as wrong. */
export function ExamplesPanel({ areaId, readOnly, actions }: ExamplesPanelProps) {
  const { t } = useTranslation()
  const examples = useQuery(examplesQuery(areaId))
  const problems = useProblems(readOnly ? null : areaId)
  const [shown, setShown] = useState(pageSize)
  const sorted = useMemo(() => sort(examples.data ?? [], problems), [examples.data, problems])
  if (examples.isPending) return <p className="text-muted">{t('Loading examples...')}</p>
  if (examples.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(examples.error, t('Could not load the examples. Try again.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void examples.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const rest = sorted.length - shown
  const { failure } = actions
  const isFailureOfItem = sorted.slice(0, shown).some(({ id }) => id === failure?.id)
  return (
    <div className="[&>*+*]:mt-3">
      <p className="text-muted">
        {t(
          'Approved examples show the assistant how to answer similar questions. SQL from answers contains only values that the question mentions. SQL that you write keeps its values.',
        )}
      </p>
      {failure !== null && !isFailureOfItem && <Note tone="danger">{failure.text}</Note>}
      {sorted.length === 0 && (
        <p>
          {areaId === null || readOnly
            ? t('No examples yet. To create one, select "This is right" below an answer in the chat.')
            : t('No examples yet. Add one, or select "This is right" below an answer in the chat.')}
        </p>
      )}
      <ul aria-label={t('Examples')}>
        {sorted.slice(0, shown).map((example) => (
          <ExampleItem key={example.id} example={example} actions={actions} />
        ))}
      </ul>
      {rest > 0 && (
        <Button onClick={() => setShown(shown + pageSize)}>
          {t('Show {n, number} more', { n: Math.min(rest, pageSize) })}
        </Button>
      )}
    </div>
  )
}

type Problems = ReadonlyMap<string, Example>

/** Why the server would now refuse examples of an area. They follow the list, because checking takes longer. */
function useProblems(areaId: string | null): Problems {
  const { data } = useQuery({ ...checkedExamplesQuery(areaId ?? ''), enabled: areaId !== null })
  return useMemo(() => new Map((data ?? []).map((example) => [example.id, example])), [data])
}

/** In the order of what there is to do: to decide, to fix, and the rest. */
function sort(examples: Example[], problems: Problems): Example[] {
  const rank = (example: Example) => {
    if (isCorrected(example)) return order.length
    return order.indexOf(example.status) - (example.status === 'approved' && example.problem ? 0.5 : 0)
  }
  return examples
    .map((example) => {
      const checked = problems.get(example.id)
      const isSame = checked?.sql_query === example.sql_query
      return example.problem === null && isSame ? { ...example, problem: checked.problem } : example
    })
    .toSorted((left, right) => rank(left) - rank(right))
}
