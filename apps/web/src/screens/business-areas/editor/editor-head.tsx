import type { Area } from '@parlance/contract'
import { lazy, Suspense, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { EvaluationBadge, EvaluationLink } from '../evaluation/evaluation-badge.tsx'
import { ExportButton } from '../export-button.tsx'
import { joinsOf, type AreaSection } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import styles from './editor.module.css'

const PreviewAs = lazy(async () => ({ default: (await import('../security/preview-as.tsx')).PreviewAs }))

/** Links to the sections, and the actions of a saved area other than editing. */
export function EditorHead({ area, editor, readOnly }: { area: Area | null; editor: AreaEditor; readOnly: boolean }) {
  const { t } = useTranslation()
  const { form } = editor
  const rules = (value: object) => ('rules' in value && Array.isArray(value.rules) ? value.rules.length : 0)
  const links: { id: AreaSection; text: string; count?: number }[] = [
    { id: 'basic', text: t('Basic') },
    { id: 'tables', text: t('Tables'), count: form.tables.length },
    { id: 'joins', text: t('Relationships'), count: joinsOf(form).length },
    { id: 'row-security', text: t('Row security'), count: rules(form.row_security_rules) },
    { id: 'column-security', text: t('Column security'), count: rules(form.column_security_rules) },
  ]
  const go = (event: MouseEvent<HTMLButtonElement>, id: AreaSection) => {
    const section = event.currentTarget.closest('form')?.querySelector(`[data-section="${id}"]`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.head}>
      <nav className={styles.jumpLinks} aria-label={t('Sections')}>
        {links.map(({ id, text, count = 0 }) => (
          <button key={id} type="button" onClick={(event) => go(event, id)}>
            {text}
            {count > 0 && <span className="tabular-nums faint">{formatCount(count)}</span>}
          </button>
        ))}
      </nav>
      {area !== null && !readOnly && (
        <>
          <EvaluationBadge areaId={area.area_id} fallback={<EvaluationLink areaId={area.area_id} />} />
          <ExportButton area={area} />
          <Suspense>
            <PreviewAs area={area} hasUnsavedEdits={editor.isDirty} />
          </Suspense>
        </>
      )}
    </div>
  )
}
