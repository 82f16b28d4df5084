import { namesOf, type Area } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Maximize2 } from 'lucide-react'
import { lazy, Suspense, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaTab } from '../../../lib/area-tabs.ts'
import { formatCount } from '../../../lib/format.ts'
import { ruleCount } from '../../../lib/security/removed-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EvaluationBadge, EvaluationLink } from '../evaluation/evaluation-badge.tsx'
import { HistoryLink } from '../../../components/history-link.tsx'
import { ExportButton } from '../export-button.tsx'
import { joinsOf, type AreaSection } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { useDraftPreview } from '../security/use-draft-preview.ts'
import { leaveDraft } from './moved-draft.ts'

const PreviewAs = lazy(async () => ({ default: (await import('../security/preview-as.tsx')).PreviewAs }))

interface EditorHeadProps {
  area: Area | null
  editor: AreaEditor
  readOnly: boolean
  /** Whether the area can move to its page; a proposal stays in its list. */
  hasPage: boolean
}

/** Links to the sections, and the actions of a saved area other than editing. */
export function EditorHead({ area, editor, readOnly, hasPage }: EditorHeadProps) {
  const { t } = useTranslation()
  const { form } = editor
  const preview = useDraftPreview(editor)
  const links: { id: AreaSection; text: string; count?: number }[] = [
    { id: 'basic', text: t('Basic') },
    { id: 'tables', text: t('Tables'), count: form.tables.length },
    { id: 'joins', text: t('Relationships'), count: joinsOf(form).length },
    { id: 'row-security', text: t('Row security'), count: ruleCount(form.row_security_rules) },
    { id: 'column-security', text: t('Column security'), count: ruleCount(form.column_security_rules) },
  ]
  const go = (event: MouseEvent<HTMLButtonElement>, id: AreaSection) => {
    const section = event.currentTarget.closest('form')?.querySelector(`[data-section="${id}"]`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true })
  }
  return (
    <div className="sticky top-0 z-3 -mx-5 flex flex-wrap items-center gap-x-2 border-b border-line bg-raised px-5 pb-1.5 max-md:-mx-4 max-md:px-4">
      <nav className="-ml-1.5 flex min-w-0 flex-auto overflow-x-auto [scrollbar-width:none]" aria-label={t('Sections')}>
        {links.map(({ id, text, count = 0 }) => (
          <button
            key={id}
            type="button"
            className="inline-flex h-10 items-center gap-1 px-1.5 text-dense whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 max-md:h-11"
            onClick={(event) => go(event, id)}
          >
            {text}
            {count > 0 && <span className="tabular-nums text-faint">{formatCount(count)}</span>}
          </button>
        ))}
      </nav>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {area !== null && !readOnly && (
          <>
            <EvaluationBadge areaId={area.area_id} fallback={<EvaluationLink areaId={area.area_id} />} />
            <ExportButton area={area} />
            <HistoryLink id={area.area_id} />
          </>
        )}
        {preview !== undefined && !readOnly && (
          <Suspense>
            <PreviewAs preview={preview} />
          </Suspense>
        )}
        {hasPage && <PageButton editor={editor} />}
      </div>
    </div>
  )
}

/** Moves to a tab of the area's page, with the unsaved changes. */
function useOpenPage(editor: AreaEditor): (section?: AreaTab) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { base, form, isDirty } = editor
  return (section) => {
    if (isDirty) leaveDraft(queryClient, { stored: base, form })
    const params = { areaId: base?.area_id ?? 'new' }
    void navigate({ to: '/business-areas/$areaId', params, search: { section }, ignoreBlocker: true })
  }
}

function PageButton({ editor }: { editor: AreaEditor }) {
  const { t } = useTranslation()
  const open = useOpenPage(editor)
  const label = t('Open as page')
  return (
    <Button size="small" square aria-label={label} title={label} disabled={editor.isSaving} onClick={() => open()}>
      <Icon of={Maximize2} small />
    </Button>
  )
}

/** How many definitions the area has, and the way to them: the dialog has only the documented sections. */
export function DefinitionsLine({ editor }: { editor: AreaEditor }) {
  const { t } = useTranslation()
  const open = useOpenPage(editor)
  const { definitions } = editor.form
  const count = namesOf(definitions).reduce((sum, list) => sum + definitions[list].length, 0)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 text-muted">
      {t('{n, plural, =0 {No definitions of metrics and other words yet} one {# definition} other {# definitions}}', {
        n: count,
      })}
      <Button size="small" kind="quiet" disabled={editor.isSaving} onClick={() => open('definitions')}>
        {t('Open definitions')}
      </Button>
    </p>
  )
}
