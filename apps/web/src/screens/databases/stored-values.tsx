import type { ValueIndexStatus } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeStoredValues, readStoredValues, storedValuesQuery, type Database } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatBytes, formatSessionDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Whether values of a database are stored for questions, when they were read, and how many. */
export function StoredValues({ database }: { database: Database }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { ask: confirm } = useQuestions()
  const query = storedValuesQuery(database.id)
  const status = useQuery(query)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = async (request: (id: string) => Promise<ValueIndexStatus>) => {
    setAsking(true)
    setFailure(null)
    try {
      queryClient.setQueryData(query.queryKey, await request(database.id))
    } catch (error) {
      setFailure(describeError(error, t('Could not change the stored values.')))
    } finally {
      setAsking(false)
    }
  }
  if (status.isPending) return <p className="text-meta text-faint">{t('Loading stored values...')}</p>
  if (status.isError) {
    return <Note tone="danger">{describeError(status.error, t('Could not load the stored values.'))}</Note>
  }
  const { data } = status
  const problem = failure ?? data.error
  const isReading = isAsking || data.is_running
  const toggle = async () => {
    const text = t(
      'Delete {n, plural, one {# stored value} other {# stored values}} of "{name}" and read no more? Questions then look names up in the database, which can take longer.',
      { n: data.value_count, name: database.name },
    )
    if (
      data.is_on &&
      data.value_count > 0 &&
      !(await confirm({ text, confirm: t('Delete stored values'), danger: true }))
    )
      return
    await ask((id) => changeStoredValues(id, !data.is_on))
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-meta text-muted tabular-nums" aria-live="polite">
          <StatusLine status={data} />
        </p>
        <Button size="small" disabled={isAsking} onClick={() => void toggle()}>
          {data.is_on ? t('Delete and stop') : t('Store values')}
        </Button>
        {data.is_on && (
          <Button
            size="small"
            disabled={isReading}
            reason={
              database.is_valid
                ? null
                : t('Test the connection first. Parlance reads its values after the test succeeds.')
            }
            onClick={() => void ask(readStoredValues)}
          >
            {isReading ? <Spinner /> : <Icon of={RefreshCw} />}
            {isReading ? t('Reading...') : t('Read values')}
          </Button>
        )}
      </div>
      {problem !== null && <Note tone="danger">{problem}</Note>}
    </div>
  )
}

function StatusLine({ status }: { status: ValueIndexStatus }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  if (!status.is_on) return t('No values are stored. Questions look them up in the database.')
  if (status.built_at === null) {
    return status.is_running ? t('Reading values for the first time') : t('The values have not been read yet.')
  }
  return [
    t('{n, plural, one {# stored value} other {# stored values}}', { n: status.value_count }),
    t('{n, plural, one {# column} other {# columns}}', { n: status.column_count }),
    ...(status.skipped_count > 0
      ? [t('{n, plural, one {# column left out} other {# columns left out}}', { n: status.skipped_count })]
      : []),
    formatBytes(status.size_bytes),
    t('Last read: {when}', { when: formatSessionDate(status.built_at, now) }),
  ].join(' · ')
}
