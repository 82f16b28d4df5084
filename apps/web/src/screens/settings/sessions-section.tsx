import {
  message,
  sessionResetFilters,
  type Message,
  type SessionResetFilter,
  type SessionStatistics,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetSessions, sessionStatisticsQuery } from '../../api/settings.ts'
import { formatCount } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { Select } from '../../ui/select.tsx'
import { Facts } from './facts.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useSection } from './use-section.ts'

const filterLabels: Record<SessionResetFilter, Message> = {
  all: message('All conversations'),
  older_than_1d: message('Older than 1 day'),
  older_than_1w: message('Older than 1 week'),
  older_than_1m: message('Older than 1 month'),
}

/** How many conversations each choice deletes. */
function countOf({ total_sessions: total, sessions_by_age: ages }: SessionStatistics, filter: SessionResetFilter) {
  const kept = { all: 0, older_than_1d: ages.last_24h, older_than_1w: ages.last_week, older_than_1m: ages.last_month }
  return total - kept[filter]
}

function questionOf(filter: SessionResetFilter, n: number | null, t: TFunction): string {
  if (n === null) return t('Delete these conversations of all users, with answers and files? This cannot be undone.')
  switch (filter) {
    case 'all':
      return t(
        'Delete {n, plural, one {# conversation} other {all # conversations}} of all users, with answers and files? This cannot be undone.',
        { n },
      )
    case 'older_than_1d':
      return t(
        'Delete {n, plural, one {# conversation} other {# conversations}} of all users last used more than a day ago, with answers and files? This cannot be undone.',
        { n },
      )
    case 'older_than_1w':
      return t(
        'Delete {n, plural, one {# conversation} other {# conversations}} of all users last used more than a week ago, with answers and files? This cannot be undone.',
        { n },
      )
    case 'older_than_1m':
      return t(
        'Delete {n, plural, one {# conversation} other {# conversations}} of all users last used more than a month ago, with answers and files? This cannot be undone.',
        { n },
      )
  }
}

/** The number of conversations, and a form to delete them. */
export function SessionsSection() {
  const { t } = useTranslation()
  const statistics = useQuery(sessionStatisticsQuery)
  return (
    <SettingsSection
      title={t('Conversations')}
      intro={t('The conversations of all users, by last activity.')}
      effect={t('A deletion happens at once and cannot be undone.')}
    >
      <LoadState query={statistics} fallback={t('Failed to load session statistics')} />
      {statistics.data !== undefined && <Statistics statistics={statistics.data} />}
      <ResetForm statistics={statistics.data} />
    </SettingsSection>
  )
}

function Statistics({ statistics }: { statistics: SessionStatistics }) {
  const { t } = useTranslation()
  const { total_sessions: total, sessions_by_age: ages, database_size_mb: size } = statistics
  const facts: [string, string][] = [
    [t('Total'), formatCount(total)],
    [t('Last 24 hours'), formatCount(ages.last_24h)],
    [t('Last week'), formatCount(ages.last_week)],
    [t('Last month'), formatCount(ages.last_month)],
    [t('Older than a month'), formatCount(ages.older_than_month)],
    [t('Database size'), size === null ? t('Unknown') : t('{size, number} MB', { size })],
  ]
  return <Facts className="tabular-nums" facts={facts} />
}

function ResetForm({ statistics }: { statistics: SessionStatistics | undefined }) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const section = useSection()
  const [filter, setFilter] = useState<SessionResetFilter>('older_than_1m')
  const handleReset = async () => {
    if (
      !(await ask({
        text: questionOf(filter, statistics === undefined ? null : countOf(statistics, filter), t),
        confirm: t('Delete conversations'),
        danger: true,
      }))
    )
      return
    await section.run(
      'reset',
      async () => {
        const answer = await resetSessions(filter)
        await queryClient.invalidateQueries({ queryKey: sessionStatisticsQuery.queryKey })
        await queryClient.invalidateQueries({ queryKey: ['sessions'] })
        return answer.message
      },
      t('Failed to reset sessions'),
    )
  }
  return (
    <SettingsForm onSubmit={handleReset}>
      <div className="flex flex-wrap items-end gap-2">
        <FieldFrame label={t('Conversations to delete')}>
          {(control) => (
            <Select
              {...control}
              value={filter}
              onChange={(event) =>
                setFilter(sessionResetFilters.find((known) => known === event.target.value) ?? 'older_than_1m')
              }
            >
              {sessionResetFilters.map((choice) => (
                <option key={choice} value={choice}>
                  {translate(t, filterLabels[choice])}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <Button type="submit" kind="danger" disabled={section.work !== null}>
          {section.work === null ? t('Delete conversations') : t('Deleting...')}
        </Button>
      </div>
      <SectionNote message={section.message} />
    </SettingsForm>
  )
}
