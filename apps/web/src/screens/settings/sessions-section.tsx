import {
  message,
  sessionResetFilters,
  type Message,
  type SessionResetFilter,
  type SessionStatistics,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetSessions, sessionStatisticsQuery } from '../../api/settings.ts'
import { formatCount } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { Facts } from './facts.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useSection } from './use-section.ts'

const filterTexts: Record<SessionResetFilter, { label: Message; question: Message }> = {
  all: {
    label: message('All conversations'),
    question: message('Delete all conversations of all users? This cannot be undone.'),
  },
  older_than_1d: {
    label: message('Older than 1 day'),
    question: message('Delete all conversations older than 1 day? This cannot be undone.'),
  },
  older_than_1w: {
    label: message('Older than 1 week'),
    question: message('Delete all conversations older than 1 week? This cannot be undone.'),
  },
  older_than_1m: {
    label: message('Older than 1 month'),
    question: message('Delete all conversations older than 1 month? This cannot be undone.'),
  },
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
      <ResetForm />
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

function ResetForm() {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const section = useSection()
  const [filter, setFilter] = useState<SessionResetFilter>('older_than_1m')
  const handleReset = async () => {
    if (
      !(await ask({
        text: translate(t, filterTexts[filter].question),
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
            <select
              {...control}
              className="select"
              value={filter}
              onChange={(event) =>
                setFilter(sessionResetFilters.find((known) => known === event.target.value) ?? 'older_than_1m')
              }
            >
              {sessionResetFilters.map((choice) => (
                <option key={choice} value={choice}>
                  {translate(t, filterTexts[choice].label)}
                </option>
              ))}
            </select>
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
