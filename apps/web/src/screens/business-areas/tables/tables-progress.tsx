import { message, type Message } from '@parlance/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { AvailableTables, TablesFailure } from '../form/use-available-tables.ts'

const tick = { every: 200, by: 10, upTo: 90 }
const connecting = message('Connecting to database')
const stages = [
  { from: 60, text: message('Processing table information') },
  { from: 30, text: message('Fetching table metadata') },
]
const shownFor = 3000

const lastingTexts: Record<TablesFailure, Message> = {
  'database-information': message('Failed to load database information'),
  'no-access': message('Unable to load tables - no database access'),
  tables: message('Failed to load tables'),
}

/** The progress of reading the list of tables, and its outcome for three seconds. */
export function TablesProgress({ available }: { available: AvailableTables }) {
  const { t } = useTranslation()
  const outcome = useOutcome(available)
  if (available.isLoading) return <Progress />
  if (available.failure !== null) {
    const isFresh = outcome === 'failed' && available.failure === 'tables'
    return (
      <Note tone="danger">
        <p>
          {isFresh
            ? t('Failed to load tables. Please check your database connection.')
            : translate(t, lastingTexts[available.failure])}
        </p>
        <Button size="small" className="mt-2" onClick={available.retry}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  if (outcome !== 'loaded') return null
  return (
    <output className="text-meta text-success">
      {t('Loaded {n, number} tables successfully!', { n: available.tables.length })}
    </output>
  )
}

function Progress() {
  const { t } = useTranslation()
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPercent((now) => Math.min(tick.upTo, now + tick.by)), tick.every)
    return () => clearInterval(timer)
  }, [])
  const stage = stages.find(({ from }) => percent >= from)?.text ?? connecting
  return (
    <div className="grid gap-1.5 py-2">
      <output className="text-meta text-muted">{translate(t, stage)}</output>
      <ProgressBar max={100} value={percent} label={t('Loading tables')} />
    </div>
  )
}

/** The latest outcome, for as long as it is shown. */
function useOutcome({ isLoading, failure }: AvailableTables): 'loaded' | 'failed' | null {
  const [wasLoading, setWasLoading] = useState(isLoading)
  const [outcome, setOutcome] = useState<'loaded' | 'failed' | null>(null)
  if (wasLoading !== isLoading) {
    setWasLoading(isLoading)
    setOutcome(isLoading ? null : endOf(failure))
  }
  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  return outcome
}

function endOf(failure: TablesFailure | null): 'loaded' | 'failed' {
  return failure === null ? 'loaded' : 'failed'
}
