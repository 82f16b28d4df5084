import type { Message } from '@parlance/contract'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import type { RuleMode } from '../../../lib/security/rule-mode.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { useWideWhile } from '../form/enhanced-layout.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { Section } from '../form/section.tsx'
import styles from './rules.module.css'

interface SectionFrameProps {
  id: string
  title: string
  intro: string
  examples: string
  /** Why nothing can be changed here; null if it can. */
  lock: ReactNode
  modes: { value: RuleMode; label: string }[]
  mode: RuleMode
  onMode: (mode: RuleMode) => void
  notice: Message | null
  children: ReactNode
}

/** The frame of both security sections: the mode, examples, and why an action is unavailable. */
export function SectionFrame(props: SectionFrameProps) {
  const { t } = useTranslation()
  const { tell } = useQuestions()
  const { id, title, intro, examples, lock, modes, mode, onMode, notice } = props
  useWideWhile(lock === null && mode === 'advanced')
  return (
    <Section
      id={id}
      title={title}
      optional
      action={
        lock === null && <ModeSwitch label={t('Rule editing mode')} options={modes} value={mode} onChange={onMode} />
      }
    >
      <div className={styles.intro}>
        <span className="badge badge-info">
          <Icon of={ShieldCheck} />
          {t('Enterprise')}
        </span>
        <p className="meta muted grow">{intro}</p>
        <Button size="small" kind="quiet" onClick={() => void tell(examples)}>
          {t('View examples')}
        </Button>
      </div>
      {lock}
      {notice !== null && (
        <Note tone="warning" className="mb-3">
          {translate(t, notice)} {t('Nothing was changed.')}
        </Note>
      )}
      {props.children}
    </Section>
  )
}
