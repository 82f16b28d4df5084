import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaTab } from '../../../lib/area-tabs.ts'
import { AccessSection } from '../access/access-section.tsx'
import { OwnerLine } from '../access/owner-line.tsx'
import type { DefinitionPlace } from '../definitions/definition-place.ts'
import { DraftExamples } from '../drafts/draft-examples.tsx'
import { isOnlyPublished, OnlyPublished } from '../drafts/only-published.tsx'
import type { PageDraft } from '../drafts/opened-draft.tsx'
import { ExamplesSection } from '../examples/examples-section.tsx'
import { Section } from '../form/section.tsx'
import { VisibilityField } from '../form/visibility-field.tsx'
import { LiveCheckLine } from '../security/live-check-line.tsx'
import { BasicPart, DescriptionsPart, JoinsPart, TablesPart, type PartProps } from './area-parts.tsx'
import { DefinitionsPart } from './definitions-part.tsx'
import { InstructionExamples } from './instruction-examples.tsx'
import { MasksPart, RowRulesPart } from './security-sections.tsx'
import type { RuleChecks } from './use-rule-checks.ts'

interface TabContentProps extends PartProps {
  tab: AreaTab
  /** Whether this is the tab that is shown. */
  isShown: boolean
  checks: RuleChecks
  onTab: (tab: AreaTab) => void
  place: DefinitionPlace
  onPlace: (place: DefinitionPlace) => void
  draft: PageDraft
}

/** The section of one tab. */
export function TabContent({ tab, isShown, checks, onTab, place, onPlace, draft, ...part }: TabContentProps) {
  const { editor, readOnly } = part
  const rules = { editor, readOnly, checks }
  const areaId = editor.base?.area_id ?? null
  const isChecked = checks.live.state !== 'none'
  const live = isChecked && checks.hasRules && <LiveCheckLine check={checks.live} />
  if (draft.isOpen && isOnlyPublished(tab)) return <OnlyPublished tab={tab} onOpen={() => draft.onOpen(false)} />
  switch (tab) {
    case 'basics':
      return (
        <BasicPart
          editor={editor}
          readOnly={readOnly}
          hasVisibility={false}
          inDraft={draft.isOpen}
          besideInstructions={<InstructionExamples areaId={areaId} onAll={() => onTab('examples')} />}
        />
      )
    case 'tables':
      return <TablesPart {...part} hasDescriptions={false} />
    case 'relationships':
      return <JoinsPart {...part} />
    case 'descriptions':
      return <DescriptionsPart {...part} />
    case 'definitions':
      return (
        <>
          <DefinitionsPart {...rules} isShown={isShown} place={place} onPlace={onPlace} />
          {isChecked && <LiveCheckLine check={checks.live} of="definitions" />}
        </>
      )
    case 'rows':
      return (
        <>
          <RowRulesPart {...rules} />
          {live}
        </>
      )
    case 'masks':
      return (
        <>
          <MasksPart {...rules} />
          {live}
        </>
      )
    case 'examples':
      return <ExamplesPart areaId={areaId} readOnly={readOnly} isShown={isShown} inDraft={draft.isOpen} />
    case 'access':
      return <AccessPart {...part} />
  }
}

interface ExamplesPartProps {
  areaId: string | null
  readOnly: boolean
  isShown: boolean
  inDraft: boolean
}

/** The examples, from the first time that they are shown: the server checks each of them. */
function ExamplesPart({ isShown, inDraft, ...rest }: ExamplesPartProps) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  if (!wasShown) return null
  if (inDraft && rest.areaId !== null) return <DraftExamples areaId={rest.areaId} />
  return <ExamplesSection {...rest} />
}

/** Who may use the area, and who owns it. */
function AccessPart({ editor, me, readOnly }: PartProps) {
  const { t } = useTranslation()
  const { base, form, edit, limits } = editor
  return (
    <>
      <Section id="visibility" title={t('Who may use this area')}>
        <VisibilityField
          value={form.visibility}
          isRestrictedAllowed={limits.restricted_visibility_enabled}
          readOnly={readOnly}
          onChange={(visibility) => edit({ visibility })}
        />
      </Section>
      {base !== null && <OwnerLine area={base} isAdmin={me.role === 'ADMIN'} onTransferred={editor.rebase} />}
      {form.visibility === 'restricted' && !readOnly && (
        <AccessSection area={base} me={me} access={form.access} onChange={(access) => edit({ access })} />
      )}
    </>
  )
}
