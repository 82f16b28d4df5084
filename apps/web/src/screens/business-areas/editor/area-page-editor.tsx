import { Badge } from '../../../ui/badge.tsx'
import { Tabs } from '@base-ui/react/tabs'
import type { Area } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveQuestion } from '../../../components/use-leave-question.ts'
import { areaTabLabels, areaTabs, type AreaTab } from '../../../lib/area-tabs.ts'
import { translate } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { DraftBanner } from '../drafts/draft-banner.tsx'
import type { PageDraft } from '../drafts/opened-draft.tsx'
import type { DefinitionPlace } from '../definitions/definition-place.ts'
import { ApprovalNotes } from '../form/approval-notes.tsx'
import { FailureOfSaving } from '../form/failure-of-saving.tsx'
import { useAreaEditor } from '../form/use-area-editor.ts'
import { AudiencePart, type PartProps } from './area-parts.tsx'
import { PageBar, PageBody } from './page-frame.tsx'
import type { AreaSurroundings } from './area-editor.tsx'
import { ReadOnlyNote, SummaryNote } from './editor-notes.tsx'
import type { OpenedArea } from './opened-area.tsx'
import { Breadcrumb, PageActions } from './page-head.tsx'
import { TabContent } from './tab-content.tsx'
import { faultsOf, useTabStatus, type TabStatus } from './tab-status.ts'
import { useVersions } from '../versions/use-versions.tsx'
import { useAreaSaving } from './use-area-saving.ts'
import { useFirstFault } from './use-first-fault.ts'
import { useRuleChecks, type RuleChecks } from './use-rule-checks.ts'

interface AreaPageEditorProps extends Pick<AreaSurroundings, 'me' | 'applicationId' | 'onSaved'>, OpenedArea {
  tab: AreaTab
  onTab: (tab: AreaTab) => void
  /** The list and the definition that are open. */
  place: DefinitionPlace
  onPlace: (place: DefinitionPlace) => void
  /** The draft of the area, and whether the page shows it. */
  pageDraft: PageDraft
  onDraftSaved: () => void
  onPublished: (area: Area) => void
  /** Asks, and deletes the area. */
  onDelete: (area: Area) => void
  /** Whether the page's heading takes the focus, because the element that had it is gone. */
  hasFocus: boolean
  /** What the user should know about the last save. */
  afterSaving: ReactNode
}

/** The page's form: each section on its own tab, and who will see what at the side. */
export function AreaPageEditor(props: AreaPageEditorProps) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const { stored, me, tab, onTab, onReload, pageDraft } = props
  const inDraft = pageDraft.isOpen
  const editor = useAreaEditor({ ...props, savedDraft: inDraft ? pageDraft.saved : null })
  const readOnly = stored !== null && !stored.can_edit
  const { base, failure, fields } = editor
  useLeaveQuestion(editor.isDirty && !readOnly)
  const save = useAreaSaving(editor, { onSaved: props.onSaved, onCreateFailed: () => undefined })
  const saveDraft = () => editor.saveDraft(props.onDraftSaved)
  const checks = useRuleChecks(editor, readOnly)
  const faults = faultsOf(editor, checks, t)
  const statusOf = useTabStatus(editor, checks, faults, { me, inDraft })
  const element = useRef<HTMLFormElement>(null)
  useFirstFault({ element, attempts: fields.formState.submitCount, faults, tab, onTab })
  const versions = useVersions(editor)
  const discard = async () => {
    if (await ask({ text: t('Discard changes?'), confirm: t('Discard'), danger: true })) onReload()
  }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!readOnly) void (inDraft ? saveDraft() : save())
      }}
    >
      <Tabs.Root value={tab} onValueChange={(chosen: AreaTab) => onTab(chosen)}>
        <PageBar tabs={<TabList tab={tab} statusOf={statusOf} />}>
          <Breadcrumb
            name={base?.area_name ?? t('New business area')}
            application={base?.application_name ?? null}
            inDraft={inDraft}
            hasFocus={props.hasFocus}
          />
          {!readOnly && (
            <PageActions
              editor={editor}
              inDraft={inDraft}
              // One area has one draft, which opens instead of being replaced.
              onSaveDraft={pageDraft.saved === null ? () => void saveDraft() : null}
              onDiscard={() => void discard()}
              onVersions={versions.open}
              onDelete={base === null || inDraft ? null : () => props.onDelete(base)}
            />
          )}
        </PageBar>
        <PageBody side={readOnly || inDraft ? undefined : <AudiencePart editor={editor} />}>
          {readOnly && <ReadOnlyNote />}
          {base !== null && pageDraft.saved !== null && (
            <DraftBanner
              area={base}
              draft={pageDraft}
              saved={pageDraft.saved}
              isDirty={editor.isDirty}
              onPublished={props.onPublished}
            />
          )}
          <div className="not-empty:mt-4">{props.afterSaving}</div>
          {base !== null && base.can_edit && !inDraft && (
            <ApprovalNotes base={base} me={me} editor={editor} onReload={onReload} />
          )}
          <SummaryNote editor={editor} />
          {failure !== null && <FailureOfSaving failure={failure} isDirty={editor.isDirty} onReload={onReload} />}
          <Panels
            {...{ editor, me, readOnly, checks, tab, onTab }}
            place={props.place}
            onPlace={props.onPlace}
            draft={pageDraft}
          />
        </PageBody>
      </Tabs.Root>
      {versions.dialog}
    </form>
  )
}

function TabList({ tab, statusOf }: { tab: AreaTab; statusOf: (tab: AreaTab) => TabStatus | null }) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen, the open tab may be outside of the visible part. Wait until the router has restored the scroll
  // position of the list.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector(`[data-tab-name="${tab}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [tab])
  return (
    <Tabs.List
      ref={list}
      className="flex max-w-352 gap-5 overflow-x-auto px-8 [scrollbar-width:none] max-md:px-4"
      aria-label={t('Sections')}
    >
      {areaTabs.map((name) => (
        <Tabs.Tab
          key={name}
          value={name}
          className="focus-visible:-outline-offset-2 inline-flex min-h-10 flex-none items-center gap-2 font-medium whitespace-nowrap text-muted hover:text-ink data-active:text-ink data-active:shadow-[inset_0_-2px_var(--accent)] max-md:min-h-11"
          data-tab-name={name}
        >
          {translate(t, areaTabLabels[name])} <Status status={statusOf(name)} />
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

function Status({ status }: { status: TabStatus | null }) {
  if (status === null) return null
  if (status.tone === 'plain') return <span className="text-meta text-faint tabular-nums">{status.text}</span>
  return (
    <Badge tone={status.tone} className="tabular-nums">
      <Icon of={TriangleAlert} />
      {status.text}
    </Badge>
  )
}

type PanelsProps = PartProps &
  Pick<AreaPageEditorProps, 'tab' | 'onTab' | 'place' | 'onPlace'> & { checks: RuleChecks; draft: PageDraft }

/** Every section; hidden ones stay, so that they keep what the user opened or typed there. */
function Panels(props: PanelsProps) {
  const { t } = useTranslation()
  return areaTabs.map((name) => (
    <Tabs.Panel
      key={name}
      value={name}
      keepMounted
      className="min-w-0 outline-none *:last:border-b-0 [&>section:has(+output)]:border-b-0"
      data-tab={name}
    >
      <h2 className="sr-only">{translate(t, areaTabLabels[name])}</h2>
      <Suspense>
        <TabContent {...props} tab={name} isShown={name === props.tab} />
      </Suspense>
    </Tabs.Panel>
  ))
}
