import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { providerName } from './providers.ts'
import type { DatabaseForm } from './use-database-form.ts'
import type { ModelForm } from './use-model-form.ts'
import { cn } from '../../lib/cn.ts'

interface StatusPanelProps {
  model: ModelForm
  /** The configured model, which stays if the form is not used. */
  configured: string | null
  database: DatabaseForm
  databases: Database[]
  saving: boolean
  onSave: () => void
  /** Why saving failed. */
  children: ReactNode
}

/** What is done and what is missing, in words, and the save button. */
export function StatusPanel(props: StatusPanelProps) {
  const { model, configured, database: form, databases, saving, onSave, children } = props
  const { t } = useTranslation()
  const usable = databases.filter((candidate) => candidate.is_valid)
  const database = usable.find((candidate) => candidate.is_active) ?? usable[0]
  const isTested = form.state.type === null ? database !== undefined : form.tested
  return (
    <aside
      className="sticky top-6 max-[901px]:static *:data-[part=note]:mt-4 [&>[data-part=note]_p+p]:mt-1"
      aria-label={t('Status')}
    >
      <h2 className="border-b border-line pb-2.5 text-(length:--text-dense) font-semibold">{t('Status')}</h2>
      <ul>
        <Line
          done={configured !== null || model.settings !== null}
          title={t('AI model selected')}
          detail={chosenModel()}
        />
        <Line done={configured !== null || model.tested} title={t('AI model tested')} detail={testedModel()} />
        <Line
          done={form.state.type === null ? database !== undefined : form.request !== null}
          title={t('Database selected')}
          detail={chosenDatabase()}
        />
        <Line
          done={isTested}
          title={t('Database tested')}
          detail={isTested ? t('Passed') : t('Database not tested. Not required to save.')}
        />
      </ul>
      {children}
      <Button kind="primary" className="mt-4 w-full" disabled={saving} onClick={onSave}>
        {saving ? t('Saving...') : t('Save and open chat')}
      </Button>
    </aside>
  )

  function chosenModel(): string {
    if (configured !== null) return t('Unchanged: {name}', { name: configured })
    if (model.settings === null) return t('AI form invalid. Choose a provider and fill in its fields.')
    return model.chosen === null ? '' : providerName(model.chosen, t)
  }

  function chosenDatabase(): string {
    if (form.state.type === null && database !== undefined) return database.name
    if (form.state.type !== null && form.request !== null) return form.state.type.name
    return form.blocksSaving ? t('Database form invalid') : t('Database form invalid. Not required to save.')
  }

  function testedModel(): string {
    if (configured !== null) return t('Already configured')
    return model.tested ? t('Passed') : t('AI not tested')
  }
}

function Line({ done, title, detail }: { done: boolean; title: string; detail: string }) {
  const { t } = useTranslation()
  return (
    <li className="grid grid-cols-[16px_1fr] gap-2.5 border-b border-line py-2.5 text-[13px]/4.5">
      <Icon of={done ? Check : Circle} className={cn('mt-px', done ? 'text-success' : 'text-faint')} />
      <div>
        {title}
        <span className="sr-only">{done ? t('Done') : t('Not done')}</span>
        <span className="block text-[12px] text-faint">{detail}</span>
      </div>
    </li>
  )
}
