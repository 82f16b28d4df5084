import { checkIntervalSchema, message, type CheckInterval, type Message } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, updateConfiguration, type Database } from '../../api/databases.ts'
import { changeHealthChecks, healthChecksQuery } from '../../api/health-checks.ts'
import { describeError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import type { MessageLine } from '../../components/use-message.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'

const intervalTexts: Record<CheckInterval, Message> = {
  off: message('Off'),
  hourly: message('Every hour'),
  daily: message('Every day'),
}

/** How often all connections are checked. */
export function HealthChecks({ messages }: { messages: MessageLine }) {
  const { t } = useTranslation()
  const id = useId()
  const queryClient = useQueryClient()
  const { data } = useQuery(healthChecksQuery)
  const change = async (interval: CheckInterval) => {
    try {
      queryClient.setQueryData(healthChecksQuery.queryKey, await changeHealthChecks(interval))
    } catch (error) {
      messages.failure(describeError(error, t('Could not change the scheduled checks.')))
    }
  }
  if (data === undefined) return null
  return (
    <div className="flex items-center gap-2 text-(length:--text-dense)">
      <label htmlFor={id} className="whitespace-nowrap text-muted">
        {t('Scheduled checks')}
      </label>
      <Select
        id={id}
        small
        title={t(
          'A check signs in and reads no rows. If a connection starts to fail or works again, you get an email.',
        )}
        value={data.interval}
        onChange={({ target }) => {
          const chosen = checkIntervalSchema.safeParse(target.value)
          if (chosen.success) void change(chosen.data)
        }}
      >
        {checkIntervalSchema.options.map((interval) => (
          <option key={interval} value={interval}>
            {translate(t, intervalTexts[interval])}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Whether scheduled checks include one connection. */
export function CheckedSwitch({ database }: { database: Database }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const change = async (isChecked: boolean) => {
    setProblem(null)
    try {
      await updateConfiguration(database.id, { is_checked: isChecked }, database.updated_at)
    } catch (error) {
      setProblem(describeError(error, t('Could not change the scheduled checks.')))
    } finally {
      await queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey, exact: true })
    }
  }
  return (
    <div>
      <Checkbox checked={database.is_checked} onChange={({ target }) => void change(target.checked)}>
        {t('Include in scheduled checks')}
      </Checkbox>
      {problem !== null && (
        <p role="alert" className="text-meta text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
