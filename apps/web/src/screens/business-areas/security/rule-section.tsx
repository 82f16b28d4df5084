import { message, type Message } from '@parlance/contract'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import type { RuleMode } from '../../../lib/security/rule-mode.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { useWideWhile } from '../form/enhanced-layout.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { Section } from '../form/section.tsx'
import { JsonEditor } from './json-editor.tsx'
import { useProblemIndex } from './problem-index.ts'
import { GroupEditor, SimpleEditor } from './rule-editors.tsx'
import type { RuleKind, RuleSectionProps, RuleTypes } from './rule-kind.ts'
import { noSources, RuleSourcesProvider } from './rule-sources.ts'
import { SectionLock } from './section-lock.tsx'
import type { DraftPreview } from './use-draft-preview.ts'
import type { PreviewStart } from './use-preview.ts'
import { useRuleSection } from './use-rule-section.ts'

const PreviewPanel = lazy(async () => ({ default: (await import('./preview-panel.tsx')).PreviewPanel }))

const onlyJson = message('These rules use features that only the JSON Editor supports.')
const modeNames: RuleMode[] = ['simple', 'advanced', 'json']

/** The editor of a kind of rules: its modes, examples, and why an action is unavailable. */
export function RuleSection<K extends RuleTypes>({
  kind,
  ...props
}: RuleSectionProps<K['Value']> & { kind: RuleKind<K> }) {
  const { t } = useTranslation()
  const { tell } = useQuestions()
  const { value, onChange, enabled, readOnly, problems, sources = noSources } = props
  const whyNot = (mode: RuleMode): Message | null => {
    if (mode === 'json') return null
    if (kind.openingMode(value) === 'json') {
      return onlyJson
    }
    return mode === 'simple' ? kind.whyNotSimple(value) : null
  }
  const { mode, generation, notice, emit, switchTo } = useRuleSection({
    value,
    onChange,
    openingMode: kind.openingMode,
    whyNot,
  })
  const index = useProblemIndex(problems, kind.section)
  const { onPreview, dialog } = useRulePreview(props.preview)
  const { parameters } = value
  const known = useMemo(() => ({ ...sources, parameters }), [sources, parameters])
  const isLocked = readOnly || !enabled
  const shown = isLocked ? 'locked' : mode
  useWideWhile(shown === 'advanced')
  const { tables, columnsOf, stored } = props
  // After saving, the editors start again from what is stored.
  const [saved, setSaved] = useState({ stored, turn: 0 })
  if (saved.stored !== stored) setSaved({ stored, turn: saved.turn + 1 })
  const editorKey = `${generation}.${saved.turn}`
  const editor = { kind, value, stored, emit, tables, columnsOf, index, onPreview }
  const options = modeNames.map((name) => ({ value: name, label: translate(t, kind.modes[name]) }))
  const modes = <ModeSwitch label={t('Rule editing mode')} options={options} value={mode} onChange={switchTo} />
  return (
    <Section id={kind.id} title={translate(t, kind.texts.title)} optional action={!isLocked && modes}>
      <div className="mb-2.5 flex items-start gap-3">
        <Badge tone="info">
          <Icon of={ShieldCheck} />
          {t('Enterprise')}
        </Badge>
        <p className="text-meta text-muted min-w-0 flex-1">{translate(t, kind.texts.intro)}</p>
        <Button size="small" kind="quiet" className="-mt-1.5" onClick={() => void tell(kind.examples(t))}>
          {t('View examples')}
        </Button>
      </div>
      {isLocked && (
        <SectionLock
          isEditionMissing={!enabled}
          text={translate(t, kind.texts.edition)}
          edition={props.edition}
          hasRules={kind.rulesOf(value).length > 0}
          isProtected={props.isProtected}
        />
      )}
      {notice !== null && (
        <Note tone="warning" className="mb-3">
          {translate(t, notice)} {t('Nothing was changed.')}
        </Note>
      )}
      <RuleSourcesProvider value={known}>
        {shown === 'locked' && <kind.ReadOnlyList value={value} />}
        {shown === 'simple' && <SimpleEditor key={editorKey} {...editor} />}
        {shown === 'advanced' && <GroupEditor key={editorKey} {...editor} />}
      </RuleSourcesProvider>
      {shown === 'json' && (
        <JsonEditor
          key={generation}
          label={translate(t, kind.texts.json)}
          value={value}
          none={kind.none}
          accepts={kind.accepts}
          gapsOf={kind.gapsOf}
          problems={problems.filter(({ section }) => section === kind.section)}
          emit={emit}
        />
      )}
      {dialog}
    </Section>
  )
}

/** Shows what a user would see of a rule's table with the unsaved changes. */
function useRulePreview(preview: DraftPreview | undefined) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<PreviewStart | null>(null)
  const open = useCallback((table: string) => preview && setShown({ ...preview(), table }), [preview])
  const dialog = preview !== undefined && (
    <Modal open={shown !== null} onClose={() => setShown(null)} title={t('Preview as…')} width={800}>
      <Suspense>{shown !== null && <PreviewPanel {...shown} />}</Suspense>
    </Modal>
  )
  return { onPreview: preview === undefined ? null : open, dialog }
}
