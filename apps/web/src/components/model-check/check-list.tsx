import { message, modelCheckIds, type Message, type ModelCheck, type ModelCheckId } from '@parlance/contract'
import { Check, CircleAlert, Minus, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { serverText } from '../../lib/server-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './model-check.module.css'

const names: Record<ModelCheckId, Message> = {
  address: message('Address'),
  key: message('API key'),
  model: message('Model name'),
  answer: message('Answers'),
  streaming: message('Streaming'),
  speed: message('Speed'),
  tools: message('Tool calls'),
  'parallel-tools': message('Parallel tool calls'),
  'structured-output': message('Structured output'),
  images: message('Images'),
  'context-length': message('Context length'),
  caching: message('Prompt caching'),
  'sample-question': message('Sample question'),
}

const states = {
  passed: { icon: Check, text: message('Works'), className: styles.passed },
  warning: { icon: TriangleAlert, text: message('Works less well'), className: styles.warning },
  failed: { icon: CircleAlert, text: message('Failed'), className: styles.failed },
  skipped: { icon: Minus, text: message('Not checked'), className: styles.skipped },
} as const satisfies Record<ModelCheck['state'], unknown>

interface CheckListProps {
  checks: ModelCheck[]
  running: ModelCheckId | null
}

/** The checks in order, each with its state. What was found opens on demand; problems are open. */
export function CheckList({ checks, running }: CheckListProps) {
  const { t } = useTranslation()
  const shown = modelCheckIds.filter((id) => id === running || checks.some((check) => check.id === id))
  return (
    <ol className={styles.list} aria-label={t('Checks of the model')}>
      {shown.map((id) => {
        const check = checks.find((each) => each.id === id)
        return check === undefined ? <RunningRow key={id} id={id} /> : <CheckRow key={id} check={check} />
      })}
    </ol>
  )
}

function RunningRow({ id }: { id: ModelCheckId }) {
  const { t } = useTranslation()
  return (
    <li className={styles.check}>
      <Spinner />
      <span className={styles.name}>{translate(t, names[id])}</span>
      <span className={styles.state}>{t('Checking...')}</span>
    </li>
  )
}

function CheckRow({ check }: { check: ModelCheck }) {
  const { t } = useTranslation()
  const { icon, text, className } = states[check.state]
  const isProblem = check.state === 'failed' || check.advice !== null
  return (
    <li>
      <details className={className} open={isProblem}>
        <summary className={styles.check}>
          <Icon of={icon} />
          <span className={styles.name}>{translate(t, names[check.id])}</span>
          <span className={styles.state}>
            {translate(t, text)}
            {check.ms >= 100 && <span className="faint"> · {formatDuration(check.ms)}</span>}
          </span>
        </summary>
        <div className={styles.details}>
          <p>{serverText(check.found)}</p>
          {check.advice !== null && <p className="muted">{serverText(check.advice)}</p>}
        </div>
      </details>
    </li>
  )
}
