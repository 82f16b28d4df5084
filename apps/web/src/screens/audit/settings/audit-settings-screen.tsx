import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditSettingsQuery, type AuditSettings } from '../../../api/audit-settings.ts'
import { SubNavigation } from '../../../components/sub-navigation.tsx'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadState, SettingsSection } from '../../settings/settings-section.tsx'
import { auditPages } from '../audit-pages.ts'
import { RetentionForm } from './retention-form.tsx'
import { SinkEditor } from './sink-editor.tsx'
import { PageHead } from '../../../components/page.tsx'

const mostSinks = 2

/** How long the audit log is kept, and which other systems receive it. */
export function AuditSettingsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Audit log'))
  const settings = useQuery(auditSettingsQuery)
  return (
    <main className="w-full max-w-[1408px] px-8 pb-12 max-md:px-4 max-md:pb-8">
      <PageHead>
        <h1>{t('Audit log')}</h1>
      </PageHead>
      <SubNavigation label={t('Audit log')} pages={auditPages(t)} />
      <LoadState query={settings} fallback={t('Could not load the settings of the audit log. Try again.')} />
      {settings.data !== undefined && (
        <>
          <SettingsSection
            title={t('Retention')}
            intro={t('How long entries are stored. Without a limit, they are never deleted.')}
            effect={t('Older entries are deleted once a day. Export them first if you need them.')}
          >
            <RetentionForm key={settings.data.retention_days} stored={settings.data.retention_days} />
          </SettingsSection>
          <Sinks settings={settings.data} />
        </>
      )}
    </main>
  )
}

function Sinks({ settings: { sinks } }: { settings: AuditSettings }) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  return (
    <SettingsSection
      title={t('Send to other systems')}
      intro={t('Every new entry is sent to up to two systems: a webhook or a syslog server. Entries can arrive twice.')}
      effect={t('A saved change applies to entries from then on.')}
    >
      {sinks.map((sink) => (
        <SinkEditor key={sink.sink_id} sink={sink} />
      ))}
      {isAdding && <SinkEditor sink={null} onDone={() => setAdding(false)} />}
      {!isAdding && sinks.length < mostSinks && (
        <Button className="justify-self-start" onClick={() => setAdding(true)}>
          {t('Add a system')}
        </Button>
      )}
    </SettingsSection>
  )
}
