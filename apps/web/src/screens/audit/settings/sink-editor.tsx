import { syslogTransports } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  auditSettingsQuery,
  deleteSink,
  saveSink,
  testSink,
  type AuditSink,
  type SinkForm,
} from '../../../api/audit-settings.ts'
import { failureOf } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { formatTimestamp } from '../../../lib/timestamp.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { Select } from '../../../ui/select.tsx'
import { FormActions, SectionNote, SettingsForm } from '../../settings/settings-section.tsx'
import { useSection } from '../../settings/use-section.ts'
import { formOf, requestOf, type SinkFields } from './sink-form.ts'

interface SinkEditorProps {
  /** Null for a new one. */
  sink: AuditSink | null
  /** Called when a new one is saved or given up. */
  onDone?: () => void
}

/** A system that receives the audit log: where it is, how it is doing, and a test. */
export function SinkEditor({ sink, onDone }: SinkEditorProps) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const section = useSection()
  const [fields, setFields] = useState(() => formOf(sink))
  const change = (part: Partial<SinkFields>) => setFields((current) => ({ ...current, ...part }))
  const id = sink?.sink_id ?? null
  const failures = {
    save: t('Could not save where the audit log is sent. Try again.'),
    test: t('Could not send a test entry. Try again.'),
    delete: t('Could not delete where the audit log is sent. Try again.'),
  }
  const act = async (name: keyof typeof failures, task: (form: SinkForm) => Promise<string>) =>
    section.run(name, async () => task(requestOf(fields)), failures[name])
  const handleSave = async () => {
    const isSaved = await act('save', async (form) => {
      queryClient.setQueryData(auditSettingsQuery.queryKey, await saveSink(id, form))
      return t('Saved.')
    })
    if (!isSaved) return
    change({ secret: '' })
    onDone?.()
  }
  const handleTest = () =>
    act('test', async (form) => {
      const answer = await testSink(id, form)
      if (answer.success) return answer.message
      throw failureOf(answer)
    })
  const handleDelete = async () => {
    if (id === null) return onDone?.()
    const text = t('Stop sending the audit log to this system?')
    if (!(await ask({ text, confirm: t('Delete'), danger: true }))) return
    await act('delete', async () => {
      queryClient.setQueryData(auditSettingsQuery.queryKey, await deleteSink(id))
      return t('Deleted.')
    })
  }
  return (
    <SettingsForm className="rounded-(--r-panel) border border-line p-4" onSubmit={handleSave}>
      <SinkPlace fields={fields} hasSecret={sink?.has_secret === true} onChange={change} />
      <Checkbox checked={fields.isActive} onChange={({ target }) => change({ isActive: target.checked })}>
        {t('Send entries')}
      </Checkbox>
      {sink !== null && <SinkState sink={sink} />}
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {t('Save')}
        </Button>
        <Button disabled={section.work !== null} onClick={() => void handleTest()}>
          {section.work === 'test' ? t('Testing...') : t('Send a test entry')}
        </Button>
        <Button kind="quiet" disabled={section.work !== null} onClick={() => void handleDelete()}>
          {id === null ? t('Cancel') : t('Delete')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}

interface SinkPlaceProps {
  fields: SinkFields
  hasSecret: boolean
  onChange: (part: Partial<SinkFields>) => void
}

function SinkPlace({ fields, hasSecret, onChange }: SinkPlaceProps) {
  const { t } = useTranslation()
  return (
    <>
      <FieldFrame label={t('Kind')}>
        {(control) => (
          <Select
            {...control}
            value={fields.kind}
            onChange={({ target }) => onChange({ kind: target.value === 'syslog' ? 'syslog' : 'webhook' })}
          >
            <option value="webhook">{t('Webhook (HTTPS)')}</option>
            <option value="syslog">{t('Syslog (RFC 5424)')}</option>
          </Select>
        )}
      </FieldFrame>
      {fields.kind === 'webhook' ? (
        <>
          <Field
            label={t('Address')}
            placeholder="https://siem.example.com/parlance"
            autoComplete="off"
            value={fields.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
          <Field
            label={t('Secret')}
            type="password"
            autoComplete="new-password"
            hint={hasSecret ? t('A secret is stored. Leave it empty to keep it.') : t('At least 16 characters.')}
            value={fields.secret}
            onChange={({ target }) => onChange({ secret: target.value })}
          />
        </>
      ) : (
        <>
          <Field
            label={t('Host')}
            autoComplete="off"
            value={fields.host}
            onChange={({ target }) => onChange({ host: target.value })}
          />
          <Field
            label={t('Port')}
            inputMode="numeric"
            autoComplete="off"
            value={fields.port}
            onChange={({ target }) => onChange({ port: target.value })}
          />
          <FieldFrame label={t('Protocol')}>
            {(control) => (
              <Select
                {...control}
                value={fields.transport}
                onChange={({ target }) =>
                  onChange({ transport: syslogTransports.find((known) => known === target.value) ?? 'tls' })
                }
              >
                {syslogTransports.map((transport) => (
                  <option key={transport} value={transport}>
                    {transport.toUpperCase()}
                  </option>
                ))}
              </Select>
            )}
          </FieldFrame>
        </>
      )}
    </>
  )
}

function SinkState({ sink }: { sink: AuditSink }) {
  const { t } = useTranslation()
  const { last_error: error, failed_at: failed, sent_at: sent, waiting_since: waiting, next_try_at: next } = sink
  const when = (text: string | null) => (text === null ? t('Never') : (formatTimestamp(text) ?? text))
  return (
    <>
      <p className="text-(length:--text-dense) text-muted">
        {t('Last received: {when}.', { when: when(sent) })}{' '}
        {waiting === null
          ? t('Nothing waits.')
          : t('The oldest entry that waits is of {when}.', { when: when(waiting) })}
      </p>
      {error !== null && (
        <Note tone="danger">
          <p>{translate(t, error)}</p>
          <p>{t('Failed {failed}. Next try: {next}.', { failed: when(failed), next: when(next) })}</p>
        </Note>
      )}
    </>
  )
}
