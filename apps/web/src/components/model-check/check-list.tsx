import { message, modelCheckIds, type Message, type ModelCheck, type ModelCheckId } from '@parlance/contract'
import { Check, CircleAlert, Minus, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { formatDuration } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { serverText } from '../../lib/server-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'

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
  passed: { icon: Check, text: message('Works'), className: '[&_.icon]:text-success' },
  warning: { icon: TriangleAlert, text: message('Works less well'), className: '[&_.icon]:text-warning' },
  failed: {
    icon: CircleAlert,
    text: message('Failed'),
    className: '[&_.icon]:text-danger [&_[data-state]]:text-danger',
  },
  skipped: { icon: Minus, text: message('Not checked'), className: '[&_[data-name]]:text-muted' },
} as const satisfies Record<ModelCheck['state'], unknown>

const rowLook = 'flex min-h-10 list-none items-center gap-2.5 px-3 text-(length:--text-dense) leading-5'

interface CheckListProps {
  checks: ModelCheck[]
  running: ModelCheckId | null
}

/** The checks in order, each with its state. What was found opens on demand; problems are open. */
export function CheckList({ checks, running }: CheckListProps) {
  const { t } = useTranslation()
  const shown = modelCheckIds.filter((id) => id === running || checks.some((check) => check.id === id))
  return (
    <ol
      className="rounded-[8px] border border-line [&>li+li]:border-t [&>li+li]:border-line"
      aria-label={t('Checks of the model')}
    >
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
    <li className={rowLook}>
      <Spinner />
      <span data-name className="flex-1 font-medium">
        {translate(t, names[id])}
      </span>
      <span data-state className="text-(length:--text-meta) text-muted">
        {t('Checking...')}
      </span>
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
        <summary className={cn('cursor-pointer [&::-webkit-details-marker]:hidden', rowLook)}>
          <Icon of={icon} />
          <span data-name className="flex-1 font-medium">
            {translate(t, names[check.id])}
          </span>
          <span data-state className="text-(length:--text-meta) text-muted">
            {translate(t, text)}
            {check.ms >= 100 && <span className="text-faint"> · {formatDuration(check.ms)}</span>}
          </span>
        </summary>
        <div className="grid gap-1 pr-3 pb-2.5 pl-[38px] text-(length:--text-dense) leading-5 wrap-anywhere">
          <p>{serverText(check.found)}</p>
          {check.advice !== null && <p className="text-muted">{serverText(check.advice)}</p>}
        </div>
      </details>
    </li>
  )
}
