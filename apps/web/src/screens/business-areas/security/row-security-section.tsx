import { areaRuleTexts, message, type AreaProblem, type Message } from '@parlance/contract'
import { memo, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import {
  isRowDocument,
  openingRowMode,
  rowRuleGaps,
  rowRulesOf,
  whyNotSimpleRows,
  withRowRules,
  type RowRulesValue,
} from '../../../lib/security/row-rules.ts'
import type { RuleMode } from '../../../lib/security/rule-mode.ts'
import { useWideWhile } from '../form/enhanced-layout.tsx'
import { AdvancedRows } from './advanced-rows.tsx'
import { rowExamples } from './examples.ts'
import { JsonEditor } from './json-editor.tsx'
import { SectionLock } from './section-lock.tsx'
import { RowRulesList } from './rules-list.tsx'
import { noSources, RuleSourcesProvider, type RuleSources } from './rule-sources.ts'
import { SectionFrame } from './section-frame.tsx'
import { SimpleRows } from './simple-rows.tsx'
import { useProblemIndex } from './problem-index.ts'
import { useRuleSection } from './use-rule-section.ts'

export interface RuleSectionProps<Value> {
  /** The rules to save, including incomplete ones: `rowRuleGaps` and `columnRuleGaps` report what is missing. */
  value: Value
  onChange: (value: Value) => void
  /** The area's tables. */
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  /** The edition allows editing these rules. */
  enabled: boolean
  edition: string
  readOnly: boolean
  problems: AreaProblem[]
  /** What the editor can suggest. */
  sources?: RuleSources
  /** Whether the area has such rules although `value` does not contain them. */
  isProtected?: boolean
}

const modes: { value: RuleMode; label: Message }[] = [
  { value: 'simple', label: message('Simple Rules') },
  { value: 'advanced', label: message('Advanced Builder') },
  { value: 'json', label: message('JSON Editor') },
]

function whyNot(mode: RuleMode, value: RowRulesValue): Message | null {
  if (mode === 'json') return null
  if (openingRowMode(value) === 'json') {
    return message('These rules use features that only the JSON Editor supports.')
  }
  return mode === 'simple' ? whyNotSimpleRows(value) : null
}

/** Which rows of a table a user may see: as conditions, as rule groups, or as JSON. */
export const RowSecuritySection = memo(function RowSecuritySection(props: RuleSectionProps<RowRulesValue>) {
  const { t } = useTranslation()
  const { value, onChange, tables, columnsOf, enabled, edition, readOnly, problems } = props
  const { mode, generation, notice, emit, switchTo } = useRuleSection({
    value,
    onChange,
    openingMode: openingRowMode,
    whyNot,
  })
  const index = useProblemIndex(problems, 'row_security')
  const isLocked = readOnly || !enabled
  useWideWhile(mode === 'advanced' && !isLocked)
  const emitRules = useCallback(
    (rules: ReturnType<typeof rowRulesOf>) => emit((now) => withRowRules(now, rules)),
    [emit],
  )
  const translated = useMemo(() => modes.map((option) => ({ ...option, label: translate(t, option.label) })), [t])
  const editor = { value, emit, emitRules, tables, columnsOf, index }
  return (
    <SectionFrame
      id="row-security"
      title={t('Row-Level Security')}
      intro={t('Users see only the rows that meet every rule for a table.')}
      examples={rowExamples(t)}
      lock={
        isLocked ? (
          <SectionLock
            isEditionMissing={!enabled}
            text={translate(t, areaRuleTexts.rowSecurityEdition)}
            edition={edition}
            hasRules={rowRulesOf(value).length > 0}
            isProtected={props.isProtected}
          />
        ) : null
      }
      modes={translated}
      mode={mode}
      onMode={switchTo}
      notice={notice}
    >
      {isLocked && <RowRulesList value={value} />}
      <RuleSourcesProvider value={props.sources ?? noSources}>
        {!isLocked && mode === 'simple' && <SimpleRows key={generation} {...editor} />}
        {!isLocked && mode === 'advanced' && <AdvancedRows key={generation} {...editor} />}
      </RuleSourcesProvider>
      {!isLocked && mode === 'json' && (
        <JsonEditor
          key={generation}
          label={t('Row security rules as JSON')}
          value={value}
          none={{}}
          accepts={isRowDocument}
          gapsOf={rowRuleGaps}
          problems={problems.filter(({ section }) => section === 'row_security')}
          emit={emit}
        />
      )}
    </SectionFrame>
  )
})
