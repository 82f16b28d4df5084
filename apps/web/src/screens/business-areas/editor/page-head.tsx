import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Menu } from '@base-ui/react/menu'
import type { Area } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Database, Ellipsis, Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../lib/api-error.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { EvaluationBadge } from '../evaluation/evaluation-badge.tsx'
import { useDefinitionFiles } from '../definition-files/use-definition-files.tsx'
import { exportToFile } from '../export-button.tsx'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { useDraftPreview } from '../security/use-draft-preview.ts'

const PreviewAs = lazy(async () => ({ default: (await import('../security/preview-as.tsx')).PreviewAs }))

interface BreadcrumbProps {
  name: string
  application?: string | null
  /** Whether the page shows the draft. */
  inDraft?: boolean
  /** Whether the heading takes the focus when it appears. */
  hasFocus?: boolean
}

/** The path to an area: the list, its name, and its application. */
export function Breadcrumb({ name, application = null, inDraft = false, hasFocus = false }: BreadcrumbProps) {
  const { t } = useTranslation()
  const [isFocused] = useState(hasFocus)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 max-md:flex-[1_0_100%]">
      <nav className="min-w-0" aria-label={t('Breadcrumb')}>
        <ol className="flex min-w-0 gap-2">
          <li className="flex-none">
            <Link className="text-muted hover:text-ink" to="/business-areas">
              {t('Business areas')}
            </Link>
          </li>
          <li className="flex min-w-0 gap-2 before:text-faint before:content-['/']">
            <h1 ref={heading} tabIndex={-1} className="truncate font-semibold" title={name}>
              <bdi>{name}</bdi>
            </h1>
          </li>
        </ol>
      </nav>
      {application !== null && (
        <Badge className="min-w-0">
          <Icon of={Database} />
          <bdi className="truncate">{application}</bdi>
        </Badge>
      )}
      {inDraft && <Badge tone="warning">{t('Draft')}</Badge>}
    </div>
  )
}

interface PageActionsProps {
  editor: AreaEditor
  /** Whether the form shows the draft, which saving then stores. */
  inDraft: boolean
  /** Stores the input as a new draft. Null if the area has one. */
  onSaveDraft: (() => void) | null
  onDiscard: () => void
  /** Null if there are no versions yet. */
  onVersions: (() => void) | null
  /** Null if there is nothing to delete yet. */
  onDelete: (() => void) | null
}

/** What an editor can do with the whole area. */
export function PageActions({ editor, inDraft, onSaveDraft, onDiscard, onVersions, onDelete }: PageActionsProps) {
  const { t } = useTranslation()
  const { base, changes, isSaving, isChecking } = editor
  const preview = useDraftPreview(editor)
  const files = useDefinitionFiles(editor)
  const isBusy = isSaving || isChecking
  const { show } = useNotices()
  const exportArea = (area: Area) =>
    exportToFile(area).catch((error: unknown) => show(describeError(error, t('Export failed')), 'danger'))
  return (
    <div className="group/actions flex flex-none items-center gap-2 max-md:flex-[1_0_100%] max-md:has-data-reason:flex-wrap md:max-[1280px]:has-data-reason:flex-[1_0_100%] md:max-[1280px]:has-data-reason:flex-wrap md:max-[1280px]:has-data-reason:justify-end">
      <output className="text-meta text-muted min-w-0 flex-1 flex items-center justify-end gap-1.5 max-md:justify-start">
        {changes > 0 && (
          <>
            <Icon of={Pencil} small className="max-md:hidden" />
            {t('{n, plural, one {# unsaved change} other {# unsaved changes}}', { n: changes })}
          </>
        )}
        {changes === 0 &&
          editor.proven !== null &&
          t('Checked against {n, plural, one {# database} other {# databases}}. No problems found.', {
            n: editor.proven,
          })}
      </output>
      {base !== null && (
        <span className="max-md:hidden">
          <EvaluationBadge areaId={base.area_id} />
        </span>
      )}
      {preview !== undefined && (
        <span className="max-md:hidden">
          <Suspense>
            <PreviewAs preview={preview} />
          </Suspense>
        </span>
      )}
      {editor.isVersioned && !inDraft && <ReasonField editor={editor} />}
      <MoreMenu>
        <MenuItem disabled={isBusy} onClick={() => void editor.check()}>
          {t('Check for problems')}
        </MenuItem>
        {base !== null && (
          <MenuItem render={<Link to="/business-areas/$areaId/evaluation" params={{ areaId: base.area_id }} />}>
            {t('Evaluation')}
          </MenuItem>
        )}
        {onVersions !== null && <MenuItem onClick={onVersions}>{t('Versions')}</MenuItem>}
        {base !== null && <MenuItem onClick={() => void exportArea(base)}>{t('Export to a file')}</MenuItem>}
        {files.items}
        {onDelete !== null && (
          <MenuItem disabled={isBusy} onClick={onDelete}>
            {t('Delete business area')}
          </MenuItem>
        )}
      </MoreMenu>
      {files.dialog}
      <Button kind="quiet" disabled={isBusy || changes === 0} onClick={onDiscard}>
        {t('Discard')}
      </Button>
      <SaveButtons editor={editor} inDraft={inDraft} onSaveDraft={onSaveDraft} />
    </div>
  )
}

/** On phones, the buttons that save have a separate line, below the reason. */
const saveClass = 'max-md:group-has-data-reason/actions:flex-1'

/** Saves the area or its draft. */
function SaveButtons({ editor, inDraft, onSaveDraft }: Pick<PageActionsProps, 'editor' | 'inDraft' | 'onSaveDraft'>) {
  const { t } = useTranslation()
  const { base, changes, isSaving, isChecking } = editor
  const isBusy = isSaving || isChecking
  return (
    <div className="flex gap-2 max-md:group-has-data-reason/actions:flex-[1_0_100%]">
      {onSaveDraft !== null && editor.isVersioned && (
        <Button
          className={saveClass}
          disabled={isBusy || editor.changesPublished}
          title={
            editor.changesPublished
              ? t('Tables, rules, access, and settings have no draft. Save these changes first.')
              : t('Keeps the changes for you to try, without changing the area for its users')
          }
          onClick={onSaveDraft}
        >
          {t('Save as draft')}
        </Button>
      )}
      <Button type="submit" kind="primary" className={saveClass} disabled={isBusy || (base !== null && changes === 0)}>
        {isSaving && <Spinner />}
        {submitLabel(base, inDraft, t)}
      </Button>
    </div>
  )
}

function submitLabel(base: Area | null, inDraft: boolean, t: TFunction): string {
  if (base === null) return t('Create business area')
  return inDraft ? t('Save draft') : t('Save changes')
}

/** Why the area is changed, for the list of its versions. */
function ReasonField({ editor: { form, edit } }: Pick<PageActionsProps, 'editor'>) {
  const { t } = useTranslation()
  return (
    <Input
      className="w-55 min-w-0 max-md:-order-1 max-md:flex-[1_0_100%]"
      data-reason
      aria-label={t('Why (optional)')}
      placeholder={t('Why (optional)')}
      dir="auto"
      autoComplete="off"
      maxLength={500}
      value={form.changeReason}
      onChange={(event) => edit({ changeReason: event.target.value })}
    />
  )
}

function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Menu.Root>
      <Menu.Trigger
        className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
        aria-label={t('More actions')}
      >
        <Icon of={Ellipsis} />
      </Menu.Trigger>
      <MenuPopup align="end">{children}</MenuPopup>
    </Menu.Root>
  )
}
