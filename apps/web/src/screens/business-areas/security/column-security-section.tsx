import { areaRuleTexts, message, type ColumnSecurityRule, type Message } from '@parlance/contract'
import { memo, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import {
  columnRuleGaps,
  columnRulesOf,
  isColumnDocument,
  openingColumnMode,
  whyNotSimpleMasks,
  withColumnRules,
  type ColumnRulesValue,
} from '../../../lib/security/column-rules.ts'
import type { RuleMode } from '../../../lib/security/rule-mode.ts'
import { useWideWhile } from '../form/enhanced-layout.tsx'
import { AdvancedMasks } from './advanced-masks.tsx'
import { columnExamples } from './examples.ts'
import { JsonEditor } from './json-editor.tsx'
import { useProblemIndex } from './problem-index.ts'
import type { RuleSectionProps } from './row-security-section.tsx'
import { ColumnRulesList } from './rules-list.tsx'
import { SectionFrame } from './section-frame.tsx'
import { SectionLock } from './section-lock.tsx'
import { SimpleMasks } from './simple-masks.tsx'
import { useRuleSection } from './use-rule-section.ts'

const modes: { value: RuleMode; label: Message }[] = [
  { value: 'simple', label: message('Simple Masking') },
  { value: 'advanced', label: message('Advanced Builder') },
  { value: 'json', label: message('JSON Editor') },
]

function whyNot(mode: RuleMode, value: ColumnRulesValue): Message | null {
  if (mode === 'json') return null
  if (openingColumnMode(value) === 'json') {
    return message('These rules use features that only the JSON Editor supports.')
  }
  return mode === 'simple' ? whyNotSimpleMasks(value) : null
}

/** How users see a column's values: as one mask per column, as rule groups, or as JSON. */
export const ColumnSecuritySection = memo(function ColumnSecuritySection(props: RuleSectionProps<ColumnRulesValue>) {
  const { t } = useTranslation()
  const { value, onChange, tables, columnsOf, enabled, edition, readOnly, problems } = props
  const { mode, generation, notice, emit, switchTo } = useRuleSection({
    value,
    onChange,
    openingMode: openingColumnMode,
    whyNot,
  })
  const index = useProblemIndex(problems, 'column_security')
  const isLocked = readOnly || !enabled
  useWideWhile(mode === 'advanced' && !isLocked)
  const emitRules = useCallback((rules: ColumnSecurityRule[]) => emit((now) => withColumnRules(now, rules)), [emit])
  const translated = useMemo(() => modes.map((option) => ({ ...option, label: translate(t, option.label) })), [t])
  const editor = { value, emit, emitRules, tables, columnsOf, index }
  return (
    <SectionFrame
      id="column-security"
      title={t('Column-Level Security')}
      intro={t('Masked columns never show real values. If several masks apply to a column, the strictest one is used.')}
      examples={columnExamples(t)}
      lock={
        isLocked ? (
          <SectionLock
            isEditionMissing={!enabled}
            text={translate(t, areaRuleTexts.columnSecurityEdition)}
            edition={edition}
            hasRules={columnRulesOf(value).length > 0}
            isProtected={props.isProtected}
          />
        ) : null
      }
      modes={translated}
      mode={mode}
      onMode={switchTo}
      notice={notice}
    >
      {isLocked && <ColumnRulesList value={value} />}
      {!isLocked && mode === 'simple' && <SimpleMasks key={generation} {...editor} />}
      {!isLocked && mode === 'advanced' && <AdvancedMasks key={generation} {...editor} />}
      {!isLocked && mode === 'json' && (
        <JsonEditor
          key={generation}
          label={t('Column security rules as JSON')}
          value={value}
          none={none}
          accepts={isColumnDocument}
          gapsOf={columnRuleGaps}
          problems={problems.filter(({ section }) => section === 'column_security')}
          emit={emit}
        />
      )}
    </SectionFrame>
  )
})

const none: ColumnRulesValue = {}
