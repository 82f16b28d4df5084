import { Check, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { findProvider } from './providers.ts'
import type { DatabaseForm } from './use-database-form.ts'
import type { ModelForm } from './use-model-form.ts'

interface StatusPanelProps {
  model: ModelForm
  database: DatabaseForm
  databases: Database[]
  saving: boolean
  onSave: () => void
}

/** What is done and what is missing, in words, and the save button. */
export function StatusPanel({ model, database: form, databases, saving, onSave }: StatusPanelProps) {
  const { t } = useTranslation()
  const provider = findProvider(model.fields.provider)
  const database = databases.find((candidate) => candidate.is_valid)
  const ready = model.settings !== null && model.tested && !form.blocksSaving
  const isTested = form.state.type === null ? database !== undefined : form.tested
  const chosen = form.state.type?.name ?? null
  return (
    <aside className="status" aria-label={t('Status')}>
      <h2>{t('Status')}</h2>
      <ul>
        <Line
          done={model.settings !== null}
          title={t('AI model chosen')}
          detail={
            model.settings === null ? t('AI form invalid: provider, model and key are needed') : t(provider?.name ?? '')
          }
        />
        <Line
          done={model.tested}
          title={t('AI model tested')}
          detail={model.tested ? t('Passed') : t('AI not tested')}
        />
        <Line
          done={form.state.type === null ? database !== undefined : form.request !== null}
          title={t('Database chosen')}
          detail={
            form.state.type !== null && form.request === null
              ? t(form.blocksSaving ? 'Database form invalid' : 'Database form invalid. Not needed to save')
              : (chosen ?? database?.name ?? t('Not needed to save'))
          }
        />
        <Line
          done={isTested}
          title={t('Database tested')}
          detail={isTested ? t('Passed') : t('Database not tested. Not needed to save')}
        />
      </ul>
      <Button kind="primary" disabled={!ready || saving} onClick={onSave}>
        {saving ? t('Saving...') : t('Save and open chat')}
      </Button>
    </aside>
  )
}

function Line({ done, title, detail }: { done: boolean; title: string; detail: string }) {
  const { t } = useTranslation()
  return (
    <li>
      <Icon of={done ? Check : Circle} className={done ? 'ok' : 'faint'} />
      <div>
        {title}
        <span className="vh">{done ? t('done') : t('missing')}</span>
        <span>{detail}</span>
      </div>
    </li>
  )
}
